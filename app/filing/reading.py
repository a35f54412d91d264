"""The month of a registration, read from the books in sets."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from app.errors import Conflict, NotFound
from app.money import ZERO
from app.postgres.database import Row, Transaction
from app.returns.answers import FilingProblem
from app.returns.gstr1_advances import Advance, left_of
from app.returns.gstr3b import Bought
from app.returns.periods import Period
from app.returns.supplies_of_month import CREDIT_NOTE, NOTHING, Supplied, Taxes, supplied
from app.tax.advances import place_of_advance
from app.tax.place_of_supply import Whereabouts
from app.tax.states import same_state

# Documents that are in memory with their lines.
PAGE = 1_000
# A place that is always given keeps the plan of a page, made once for all, at its beginning in the index.
_BEFORE_ALL = datetime(1900, 1, 1, tzinfo=UTC)
_LINES = {"invoices": "gst_returns.invoice_lines", "credit_notes": "gst_returns.credit_note_lines"}


@dataclass(frozen=True, slots=True)
class Filer:
    """A registration that files returns."""

    id: str
    gstin: str
    state: str
    is_default: bool
    above_5_crore: bool


def find_filer(tx: Transaction, registration_id: str | None) -> Filer:
    """Return the registration, the default one if none is named.

    Raise NotFound, and Conflict for one that files other returns than these.
    """
    found = tx.one("gst_returns.registration", registration_id=registration_id)
    if found is None:
        if registration_id is not None:
            raise NotFound("registrationId names no registration of this organization.")
        raise Conflict("The organization has no GSTIN, so it files no returns.")
    if found["is_composition"]:
        raise Conflict("A composition taxable person files CMP-08 and GSTR-4, not these returns.")
    return Filer(
        found["id"], found["gstin"], found["state_code"], found["is_default"], found["turnover_above_5_crore"]
    )


@dataclass(frozen=True, slots=True)
class Numbered:
    """A document of the month that has a number: `supplied` where it is issued, None of a void one or a draft."""

    id: str
    kind: str
    number: str
    status: str
    supplied: Supplied | None


def count(tx: Transaction, filer: Filer, period: Period) -> int:
    """Return the number of rows that `documents` yields."""
    (row,) = tx.all("gst_returns.numbered_documents", **_asked(filer, period))
    return int(row["documents"])


def documents(tx: Transaction, filer: Filer, period: Period) -> Iterator[Numbered]:
    """Yield invoices and credit notes of the month, by date."""
    for kind in _LINES:
        after: Row = {"after_day": period.first, "after_created_at": _BEFORE_ALL, "after_id": ""}
        while page := tx.all(f"gst_returns.{kind}", **_asked(filer, period), **after, most=PAGE):
            yield from _with_lines(tx, kind, page)
            last = page[-1]
            after = {"after_day": last["day"], "after_created_at": last["created_at"], "after_id": last["id"]}


def _asked(filer: Filer, period: Period) -> Row:
    return {"gstin": filer.gstin, "first": period.first, "last": period.last}


def _with_lines(tx: Transaction, kind: str, page: list[Row]) -> Iterator[Numbered]:
    issued = [row for row in page if row["status"] not in ("DRAFT", "VOID")]
    lines: dict[str, list[Row]] = {row["id"]: [] for row in issued}
    plain = [row for row in issued if row["exchange_rate"] == 1 and not row["reverse_charge"]]
    others = [row for row in issued if row["exchange_rate"] != 1 or row["reverse_charge"]]
    rates = [row["exchange_rate"] for row in others]
    asked = [
        (_LINES[kind], {"ids": _ids(plain)}),
        (f"{_LINES[kind]}_converted", {"ids": _ids(others), "exchange_rates": rates}),
    ]
    for found in tx.run_all(*(asked if others else asked[:1])):
        for line in found:
            lines[line["document_id"]].append(line)
    for row in page:
        of = lines.get(row["id"])
        given = None if of is None else supplied(row, of)
        yield Numbered(row["id"], row["kind"], row["number"], row["status"], given)


def _ids(rows: list[Row]) -> list[str]:
    return [row["id"] for row in rows]


def draft_problem(numbered: Numbered) -> FilingProblem:
    """Return the problem of a draft that has a number: it leaves a gap in table 13 until it is issued or void."""
    message = f"{numbered.number} is a draft: issue or void it before the return is filed."
    field = "creditNoteNumber" if numbered.kind == CREDIT_NOTE else "invoiceNumber"
    return FilingProblem("draft_with_number", field, message, numbered.id)


def of_no_registration(tx: Transaction, filer: Filer, period: Period) -> list[FilingProblem]:
    """Return the problem of each document issued under a GSTIN that no registration has any more, since it was
    corrected.

    No return holds these documents. The problems belong to the default registration; for others the list is empty.
    """
    if not filer.is_default:
        return []
    rows = tx.all("gst_returns.of_no_registration", first=period.first, last=period.last)
    return [
        FilingProblem(
            "gstin_not_registered",
            "sellerGstin",
            f"Was issued under {row['seller_gstin']}, which no registration has any more: it is in no return.",
            row["id"],
        )
        for row in rows
    ]


def books(tx: Transaction, filer: Filer, period: Period) -> tuple[int, Taxes]:
    """Return the number of issued documents of the month, and the sums of invoices less notes, by their own totals."""
    count, total = 0, NOTHING
    for name, sign in (("books_of_invoices", 1), ("books_of_credit_notes", -1)):
        (row,) = tx.all(f"gst_returns.{name}", **_asked(filer, period))
        count += row["documents"]
        taxes = Taxes(row["taxable"], row["igst"], row["cgst"], row["sgst"], row["cess"])
        total = total.plus(taxes, sign)
    return count, total


def advances(tx: Transaction, filer: Filer, period: Period) -> tuple[list[Advance], list[Advance]]:
    """Return the advances received in the month and open at its end, and those of earlier months that it used up.

    A payment names no registration: its advance belongs to the default one.
    """
    if not filer.is_default:
        return [], []
    month = {"first": period.first, "last": period.last}
    received, used = tx.run_all(
        ("gst_returns.advances_received", month), ("gst_returns.advances_used", month)
    )
    return [a for row in received if (a := _advance(filer, row))], [
        a for row in used if (a := _advance(filer, row))
    ]


def _advance(filer: Filer, row: Row) -> Advance | None:
    amount = left_of(row["brought"], row["used"], row["exchange_rate"])
    party = Whereabouts.of_record("Customer", row, row["gst_category"])
    place, is_inter = place_of_advance(row["place"], party, filer.state)
    rate: Decimal = row["rate"].normalize()
    return Advance(row["id"], amount, rate, place, is_inter) if amount else None


def purchases(tx: Transaction, filer: Filer, period: Period) -> list[Bought]:
    """Return bills and debit notes of the month that belong to this registration."""
    month = {"first": period.first, "last": period.last}
    bills, notes = tx.run_all(("gst_returns.bills", month), ("gst_returns.debit_notes", month))
    states = tx.all("registrations.list", q=None)
    return [_bought(row) for row in (*bills, *notes) if _buyer(states, row) == filer.id]


def _buyer(registrations: list[Row], row: Row) -> str | None:
    """Return the registration of a bill: the one in the state of its place of supply, else the default one."""
    default = next((r["id"] for r in registrations if r["is_default"]), None)
    here = (r["id"] for r in registrations if same_state(r["state_code"], row["place_of_supply_state_code"]))
    return next(here, default)


def _bought(row: Row) -> Bought:
    is_inter = not same_state(row["seller_state_code"], row["place_of_supply_state_code"])
    taxes = Taxes(
        row["taxable_amount"], row["igst_amount"], row["cgst_amount"], row["cgst_amount"], row["cess_amount"]
    )
    if row["reverse_charge"]:
        whole, half, cess = row["owed_whole"], row["owed_half"], row["owed_cess"]
        taxes = Taxes(taxes.taxable, *((whole, ZERO, ZERO, cess) if is_inter else (ZERO, half, half, cess)))
    return Bought(
        taxability=row["taxability"],
        taxes=taxes,
        is_inter=is_inter,
        is_service=bool(row["is_service"]),
        vendor_category="COMPOSITION" if row["seller_is_composition"] else row["gst_category"],
        reverses=row["reverse_charge"],
        is_eligible=row["itc_eligible"],
        sign=row["sign"],
    )
