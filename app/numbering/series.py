"""The allocator of numbers for all kinds of documents, and the creation of their series."""

from collections.abc import Iterable, Sequence
from datetime import date

from app.errors import Conflict, Invalid, Unavailable
from app.ids import new_id
from app.numbering.counting import CounterKey, Counters, DocumentNumber, NumberedDocument, ToNumber
from app.numbering.number_forms import may_meet
from app.numbering.number_text import number_text
from app.postgres.database import Row, Statement, Transaction
from app.wire import camel

DEFAULT_PREFIX = {
    "QUOTE": "QT-",
    "SALES_ORDER": "SO-",
    "INVOICE": "INV-",
    "PAYMENT_RECEIVED": "PMT-",
    "PURCHASE_ORDER": "PO-",
    "BILL": "BILL-",
    "PAYMENT_MADE": "VPMT-",
    "EXPENSE": "EXP-",
    "CREDIT_NOTE": "CN-",
    "DEBIT_NOTE": "DN-",
    "DEBIT_ADJUSTMENT": "DADJ-",
    "CREDIT_ADJUSTMENT": "CADJ-",
}

_DELETED = "The number series was deleted just now; try again."


def take_number(
    tx: Transaction, doc_type: str, wanted: ToNumber, writes_before: Sequence[Statement] = ()
) -> DocumentNumber:
    """Number one document, as `take_numbers` does."""
    return take_numbers(tx, doc_type, [wanted], writes_before)[0]


def take_numbers(
    tx: Transaction, doc_type: str, wanted: Sequence[ToNumber], writes_before: Sequence[Statement] = ()
) -> list[DocumentNumber]:
    """Number documents of a kind in their order: with the number that is given, else with the next of the series, which
    is made on first use. Raise Unavailable where it is deleted at the same moment.

    `writes_before` are sent before it in the same round trip. Documents of one day and registration cost one
    statement, others three, however many there are. A given number of the form of a series of the kind pushes the
    counter past it; whether it is free is for the caller to check.

    The counter's row stays locked until the transaction ends, and a rollback puts the numbers back: so there is no gap,
    and no number is given twice. Call this as late as possible.
    """
    if not wanted or wanted[0].given is not None or len(set(wanted)) > 1:
        tx.defer(*writes_before)
        return _number_all(tx, doc_type, wanted)
    day, registration_id, _ = wanted[0]
    named = {"doc_type": doc_type, "registration_id": registration_id}
    asked = ("numbering.take", named | {"day": day, "many": len(wanted)})
    taken = tx.run_all(*writes_before, asked)[-1]
    if not taken:
        make_series(tx, doc_type)
        taken = tx.run_all(asked)[-1]
    if not taken:
        raise Unavailable(_DELETED)
    return _numbers(taken[0], len(wanted), day)


def _numbers(taken: Row, many: int, day: date) -> list[DocumentNumber]:
    """Return the numbers that were taken for a day, in their order."""
    year, last = taken["fiscal_year"], taken["last_taken"]
    form = {"padding": taken["padding"], "fiscal_year": year, "day": day}
    latest = taken["last_day"]
    return [
        DocumentNumber(number_text(taken["prefix"], counter, taken["suffix"], **form), year, latest)
        for counter in range(last - many + 1, last + 1)
    ]


def preview_numbers(tx: Transaction, doc_type: str, wanted: Sequence[ToNumber]) -> list[DocumentNumber]:
    """Return the numbers that `take_numbers` would give. The counters are locked and do not move."""
    return _worked_out(tx, doc_type, wanted)[1] if wanted else []


def stay_in_year(tx: Transaction, current: Row, body: Row, field: str, instead: str) -> None:
    """Raise Invalid where an edit moves the date in `field` out of the fiscal year of the document's number.

    A number is unique in its year: in another year another document may have it. The date that the document has already
    is accepted, so that a record that was read can be sent back. `instead` says what to do.
    """
    day, year = body.get(field, current[field]), current["fiscal_year"]
    if year is None or day == current[field]:
        return
    asked = tx.one("numbering.year_of", day=day)
    if asked is None or asked["fiscal_year"] != year:
        raise Invalid([(camel(field), f"Must stay in the fiscal year of the document's number; {instead}.")])


def stay_in_series(tx: Transaction, doc_type: str, current: Row, new: Row, instead: str) -> None:
    """Raise Invalid where a document with a number becomes one of a registration that numbers from another series.

    The number would be missing in the one series and strange to the other. `instead` says what to do.
    """
    before, after = current["seller_registration_id"], new["seller_registration_id"]
    if current["fiscal_year"] is None or before == after:
        return
    series = {row["registration_id"] for row in tx.all("numbering.series", doc_type=doc_type)}
    if before in series or after in series:
        message = f"The document has a number of another registration's series; {instead}."
        raise Invalid([("sellerRegistrationId", message)])


def _number_all(tx: Transaction, doc_type: str, wanted: Sequence[ToNumber]) -> list[DocumentNumber]:
    if not wanted:
        return []
    counters, numbers = _worked_out(tx, doc_type, wanted)
    moved = counters.moved
    if moved:
        next_numbers, last_days = (list(column) for column in zip(*moved.values(), strict=True))
        new = {"next_numbers": next_numbers, "last_days": last_days}
        tx.defer(("numbering.advance_counters", _keys(moved) | new))
    return numbers


def _worked_out(
    tx: Transaction, doc_type: str, wanted: Sequence[ToNumber]
) -> tuple[Counters, list[DocumentNumber]]:
    series = _series(tx, doc_type, wanted)
    numbered = [NumberedDocument.of(series, one) for one in wanted]
    keys = {one.counter for one in numbered if one.counter}
    rows = tx.all("numbering.hold_counters", **_keys(keys)) if keys else []
    by_key = {(row["doc_type"], row["fiscal_year"]): row for row in rows}
    counters = Counters(
        {key: row["next_number"] for key, row in by_key.items()},
        {key: row["last_day"] for key, row in by_key.items()},
    )
    return counters, [counters.number(one) for one in numbered]


def _keys(counters: Iterable[CounterKey]) -> Row:
    ordered = list(counters)
    return {
        "doc_types": [doc_type for doc_type, _ in ordered],
        "fiscal_years": [fiscal_year for _, fiscal_year in ordered],
    }


def _series(tx: Transaction, doc_type: str, wanted: Sequence[ToNumber]) -> dict[str | None, Row]:
    """Lock and return the series of the kind by their registrations; each document that takes a number has one among
    them."""
    series = _held(tx, doc_type)
    if None not in series and any(one.given or one.registration_id not in series for one in wanted):
        make_series(tx, doc_type)
        series = _held(tx, doc_type)
        if None not in series:
            raise Unavailable(_DELETED)
    return series


def _held(tx: Transaction, doc_type: str) -> dict[str | None, Row]:
    return {row["registration_id"]: row for row in tx.all("numbering.series", doc_type=doc_type)}


def queue_for_series(tx: Transaction) -> None:
    """Take the lock for creating or changing number series of the organization; wait for transactions that hold it.

    It is a statement of its own: the next one must see their changes.
    """
    tx.execute("locks.take", subject="number_series")


def make_series(tx: Transaction, doc_type: str) -> None:
    """Make the series without registration of a kind, unless there is one. Raise Conflict where its numbers would be
    those of a registration's series."""
    queue_for_series(tx)
    series = {"id": new_id("ser"), "doc_type": doc_type, "prefix": DEFAULT_PREFIX[doc_type], "suffix": ""}
    others = tx.all("numbering.forms", doc_type=doc_type)
    if any(other["registration_id"] is None for other in others):
        return
    if meets_another(series, others):
        raise Conflict(
            f"There is no number series without registration, and {series['prefix']} gives numbers of another: "
            "make one with a prefix of its own."
        )
    tx.execute("numbering.make_series", **series)
    begin_counting(tx, series)


def meets_another(series: Row, others: Iterable[Row]) -> bool:
    """Return whether a series can give a number of one of `others`."""
    form = series["prefix"], series["suffix"]
    return any(may_meet(form, (other["prefix"], other["suffix"])) for other in others)


def begin_counting(tx: Transaction, series: Row) -> None:
    """Set the counters of a series that was just made. It goes on where the last one of its name stood, if that had the
    same prefix and suffix, else after the numbers that documents have in its form."""
    last = tx.one("numbering.last_form", doc_type=series["doc_type"])
    is_new = last is None or forms_differ(last, series)
    tx.execute("numbering.count_on", **_named(series), is_new_form=is_new, begins=is_new)


def count_on(tx: Transaction, series: Row) -> None:
    """Set the counters of a series whose prefix or suffix was changed past the numbers that documents have in its new
    form; else they go on where they stand."""
    tx.execute("numbering.count_on", **_named(series), is_new_form=True, begins=False)


def forms_differ(one: Row, other: Row) -> bool:
    """Return whether two series differ in prefix or suffix."""
    return (one["prefix"], one["suffix"]) != (other["prefix"], other["suffix"])


def kind_of(series: Row) -> str:
    """Return the kind of documents that a stored series numbers."""
    return str(series["doc_type"].split(" ")[0])


def _named(series: Row) -> Row:
    return {"id": series["id"], "doc_type": series["doc_type"], "kind": kind_of(series)}
