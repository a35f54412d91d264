"""Counting of documents: the fiscal year and the series of each, and the next number of its counter. Pure."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from app.numbering.number_text import counter_of, number_text
from app.wire import Row

# The `doc_type` of a series as it is stored, and a fiscal year: 0 for a series that never resets.
CounterKey = tuple[str, int]


def fiscal_year_of(day: date, start_month: int = 4) -> int:
    """Return the fiscal year of a day, named by the calendar year that it begins in: 2026 for 2026-04-01 to 2027-03-31
    when it begins in April."""
    return day.year if day.month >= start_month else day.year - 1


class ToNumber(NamedTuple):
    """A document that needs a number: its day, the registration that it is of, and the number that it has already.

    A document of a registration that has a series of its own takes its number from that one, all others from the series
    without registration.
    """

    day: date
    registration_id: str | None = None
    given: str | None = None


@dataclass(frozen=True)
class DocumentNumber:
    """A number and the fiscal year it is unique in; None for a draft's.

    `latest_day` is the latest day among its document and those that took earlier numbers of the counter, None where it
    is not known.
    """

    text: str
    fiscal_year: int | None
    latest_day: date | None = None


@dataclass(frozen=True)
class NumberedDocument:
    """A document and the series that counts it: None for a given number that has the form of none."""

    wanted: ToNumber
    series: Row | None
    fiscal_year: int
    # The counter of a given number.
    taken: int | None = None

    @classmethod
    def of(cls, series: dict[str | None, Row], wanted: ToNumber) -> "NumberedDocument":
        """Return the document with its registration's series, or, for a given number, with the series of the number's
        form.

        `series` are those of the kind by their registrations, None for the one without.
        """
        own = series.get(wanted.registration_id) or series[None]
        year = fiscal_year_of(wanted.day, own["fiscal_year_start_month"])
        if wanted.given is None:
            return cls(wanted, own, year)
        for one in series.values():
            form = one["prefix"], one["suffix"]
            taken = counter_of(wanted.given, *form, fiscal_year=year, day=wanted.day)
            if taken is not None:
                return cls(wanted, one, year, taken)
        return cls(wanted, None, year)

    @property
    def counter(self) -> CounterKey | None:
        """The key of the counter. Fiscal year 0 counts for a series that never resets."""
        if self.series is None:
            return None
        return self.series["doc_type"], self.fiscal_year if self.series["reset_yearly"] else 0


class Counters:
    """The next numbers of counters, while documents take numbers from them or push them on."""

    def __init__(self, next_numbers: dict[CounterKey, int], last_days: dict[CounterKey, date | None]) -> None:
        self._next = next_numbers
        self._before = dict(next_numbers)
        self._last_days = last_days

    def number(self, one: NumberedDocument) -> DocumentNumber:
        """Return the number of the next document."""
        day, _, given = one.wanted
        if one.series is None or one.counter is None:
            return DocumentNumber(given or "", one.fiscal_year)
        taken = self._next[one.counter] if one.taken is None else one.taken
        latest = self._last_days[one.counter]
        if taken >= self._next[one.counter]:
            latest = self._last_days[one.counter] = max(latest or day, day)
        self._next[one.counter] = max(self._next[one.counter], taken + 1)
        form = {"padding": one.series["padding"], "fiscal_year": one.fiscal_year, "day": day}
        text = given or number_text(one.series["prefix"], taken, one.series["suffix"], **form)
        return DocumentNumber(text, one.fiscal_year, latest if taken >= self._before[one.counter] else None)

    @property
    def moved(self) -> dict[CounterKey, tuple[int, date | None]]:
        """Return the next numbers and the latest days of the counters that moved."""
        return {
            key: (number, self._last_days[key])
            for key, number in self._next.items()
            if number != self._before[key]
        }
