"""The one allocator of numbers, for every kind of document."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.errors import Invalid, Unavailable
from app.ids import new_id
from app.numbering.fiscal_years import fiscal_year_of
from app.numbering.number_text import counter_of, number_text
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


@dataclass(frozen=True)
class DocumentNumber:
    """A number and the fiscal year it is unique in; None for a draft's."""

    text: str
    fiscal_year: int | None


def take_number(
    tx: Transaction, doc_type: str, day: date, alongside: Sequence[Statement] = ()
) -> DocumentNumber:
    """Take the next number of a series for a document of `day`, as `take_numbers` does."""
    return take_numbers(tx, doc_type, [day], alongside)[0]


def take_numbers(
    tx: Transaction, doc_type: str, days: Sequence[date], alongside: Sequence[Statement] = ()
) -> list[DocumentNumber]:
    """Take the next numbers of a series, one for a document of each of the `days` in their order; the series is made on
    first use. Raise Unavailable where it is deleted at the same moment.

    `alongside` are writes to send before it in the same round trip. Documents of one day cost one statement, those of
    several days as many as in `number_all`.

    The counter's row stays locked until the transaction ends, and a rollback puts the numbers back: so there is no gap,
    and no number is given twice. Call this as late as possible.
    """
    day, many = days[0], len(days)
    if days.count(day) < many:
        tx.defer(*alongside)
        return number_all(tx, doc_type, [(day, None) for day in days])
    asked = ("numbering.take", {"doc_type": doc_type, "day": day, "many": many})
    taken = tx.run_all(*alongside, asked)[-1]
    if not taken:
        _make_series(tx, doc_type)
        taken = tx.run_all(asked)[-1]
    if not taken:
        raise Unavailable(_DELETED)
    return _numbers(taken[0], many, day)


def _numbers(taken: Row, many: int, day: date) -> list[DocumentNumber]:
    """The numbers that were taken for a day, in their order."""
    year, last = taken["fiscal_year"], taken["last_taken"]
    form = {"padding": taken["padding"], "fiscal_year": year, "day": day}
    return [
        DocumentNumber(number_text(taken["prefix"], counter, taken["suffix"], **form), year)
        for counter in range(last - many + 1, last + 1)
    ]


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


def number_all(
    tx: Transaction, doc_type: str, wanted: Sequence[tuple[date, str | None]]
) -> list[DocumentNumber]:
    """Number documents in their order, each for a day: with the number that is given, else with the next of the series.

    A given number of the series' form pushes the counter past it; whether it is free is for the caller to check. Three
    statements for as many documents as there are; otherwise as `take_numbers`.
    """
    if not wanted:
        return []
    counters, numbers = _worked_out(tx, doc_type, wanted)
    counters.keep(tx)
    return numbers


def preview_numbers(
    tx: Transaction, doc_type: str, wanted: Sequence[tuple[date, str | None]]
) -> list[DocumentNumber]:
    """Return the numbers that `number_all` would give. The counters are locked and do not move."""
    return _worked_out(tx, doc_type, wanted)[1] if wanted else []


def _worked_out(
    tx: Transaction, doc_type: str, wanted: Sequence[tuple[date, str | None]]
) -> "tuple[_Counters, list[DocumentNumber]]":
    series = _series(tx, doc_type)
    years = [fiscal_year_of(day, series["fiscal_year_start_month"]) for day, _ in wanted]
    counters = _Counters(tx, doc_type, series, years)
    return counters, [counters.number(year, *one) for year, one in zip(years, wanted, strict=True)]


class _Counters:
    """The counters of a series, held while documents take numbers from them or push them on."""

    def __init__(self, tx: Transaction, doc_type: str, series: Row, years: Sequence[int]) -> None:
        self.doc_type = doc_type
        self.series = series
        named = sorted({self._counting(year) for year in years})
        rows = tx.all("numbering.hold_counters", doc_type=doc_type, fiscal_years=named)
        self.next = {row["fiscal_year"]: row["next_number"] for row in rows}
        self.before = dict(self.next)

    def _counting(self, year: int) -> int:
        # Fiscal year 0 counts for a series that never resets.
        return year if self.series["reset_yearly"] else 0

    def number(self, year: int, day: date, given: str | None) -> DocumentNumber:
        """The number of the next document."""
        counter = self._counting(year)
        form = {
            "prefix": self.series["prefix"],
            "suffix": self.series["suffix"],
            "fiscal_year": year,
            "day": day,
        }
        if given is None:
            taken = self.next[counter]
            given = number_text(counter=taken, padding=self.series["padding"], **form)
        else:
            taken = counter_of(given, **form) or 0
        self.next[counter] = max(self.next[counter], taken + 1)
        return DocumentNumber(given, year)

    def keep(self, tx: Transaction) -> None:
        """Store the counters that moved, with the next statement."""
        moved = {year: number for year, number in self.next.items() if number != self.before[year]}
        if moved:
            columns = {"fiscal_years": list(moved), "next_numbers": list(moved.values())}
            tx.defer(("numbering.advance_counters", {"doc_type": self.doc_type} | columns))


def _series(tx: Transaction, doc_type: str) -> Row:
    series = tx.one("numbering.series", doc_type=doc_type)
    if series is None:
        _make_series(tx, doc_type)
        series = tx.one("numbering.series", doc_type=doc_type)
    if series is None:
        raise Unavailable(_DELETED)
    return series


def _make_series(tx: Transaction, doc_type: str) -> None:
    tx.execute("numbering.make_series", id=new_id("ser"), doc_type=doc_type, prefix=DEFAULT_PREFIX[doc_type])
