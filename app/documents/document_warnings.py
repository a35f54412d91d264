"""Warnings about documents that are valid but implausible. Pure.

CGST Act 2017 s. 15(2)(c) and 34(2); CGST Rules 2017, rule 46(e).
"""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal, localcontext
from typing import Any

from app.errors import Warned
from app.money import EXACT, ZERO
from app.tax.codes import hsn_warnings, rate_warnings, unit_warnings
from app.wire import Row, camel

# Rule 46(e): from this value on the invoice of a buyer who is not registered names the buyer's address. In rupees.
ADDRESS_FROM = Decimal(50_000)
_APRIL = 4


def line_warnings(lines: list[Row], item_types: list[str | None], *, above_5_crore: bool) -> Iterator[Warned]:
    """Yield warnings about values in the lines themselves; those of the items were checked with the items.

    `lines` are those of the body, `item_types` the types of their items. `above_5_crore` is the seller's turnover.
    """
    for place, (line, type) in enumerate(zip(lines, item_types, strict=True)):
        path = f"lines.{place}."
        kind = type if type in ("GOODS", "SERVICE") else None
        yield from hsn_warnings(
            line["hsn_or_sac"], above_5_crore=above_5_crore, kind=kind, field=path + "hsnOrSac"
        )
        yield from unit_warnings(line["unit"], path + "unit")
        yield from rate_warnings(line["tax_rate_percent"], path + "taxRatePercent")


def adjustment_warnings(row: Row) -> Iterator[Warned]:
    """Yield warnings about the untaxed adjustment below the lines."""
    amount = row.get("adjustment_amount") or ZERO
    taxes = row["cgst_total"] + row["sgst_total"] + row["igst_total"] + row["cess_total"]
    taxed = taxes > 0 or row["reverse_charge"]
    field = "adjustments.adjustmentAmount"
    if amount > 0 and taxed:
        yield Warned(
            "adjustment_untaxed", field, "Bears no tax: what the buyer pays beside the price is taxed."
        )
    if amount < 0 and -amount > row["sub_total"] - row["discount_total"]:
        yield Warned("adjustment_untaxed", field, "Takes off more than the taxable value.")


def date_warnings(column: str, day: date, today: date) -> Iterator[Warned]:
    """Yield warnings about the date of an issued document, in a column."""
    if day > today:
        yield Warned("date_in_future", camel(column), f"Is after today, {today}.")


def issuing_warnings(day_column: str, stored: Row) -> list[Warned]:
    """Return warnings about a stored document that is issued: its date, in a column, and its adjustment.

    `today` in its row is the organization's day.
    """
    return [*date_warnings(day_column, stored[day_column], stored["today"]), *adjustment_warnings(stored)]


def recipient_warnings(category: str, buyer: Row, total: Decimal, exchange_rate: Decimal) -> Iterator[Warned]:
    """Yield warnings about the buyer of an invoice."""
    with localcontext(EXACT):
        rupees = total * exchange_rate
    if category == "UNREGISTERED" and rupees >= ADDRESS_FROM and not _has_address(buyer):
        message = (
            f"Has no billing address, which an invoice of {ADDRESS_FROM:,.0f} rupees and more must show."
        )
        yield Warned("recipient_address_missing", "customerId", message)


def sending_warnings(invoice: Row) -> list[Warned]:
    """Return warnings about a stored invoice that is sent; `today` in its row is the organization's day."""
    buyer, amounts = invoice["buyer"], (invoice["total"], invoice["exchange_rate"])
    return [
        *issuing_warnings("invoice_date", invoice),
        *recipient_warnings(invoice["gst_category"] or "", buyer, *amounts),
    ]


def _has_address(buyer: Row) -> bool:
    address: dict[str, Any] = buyer.get("billingAddress") or {}
    return any((address.get(part) or "").strip() for part in ("line1", "line2", "city"))


def late_note_warnings(day: date, invoiced: date | None) -> Iterator[Warned]:
    """Yield warnings about the day of a credit note, compared with that of its invoice."""
    if invoiced is None:
        return
    last = date(invoiced.year + (invoiced.month >= _APRIL), 11, 30)
    if day > last:
        message = f"Is after {last}: the tax of the invoice can no longer be lessened."
        yield Warned("credit_note_late", "creditNoteDate", message)
