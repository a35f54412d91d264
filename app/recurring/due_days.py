"""The calendar of recurring invoices: on which days they fall due, and which period each bills. Pure.

A month that lacks a day has it on its last one, and the months after have the day itself again: nothing drifts.
"""

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice
from typing import NamedTuple

LAST = "LAST"
FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "QUARTERLY", "YEARLY")
# No invoice is dated later.
LAST_DAY = date(2999, 12, 31)

_DAYS = {"DAILY": 1, "WEEKLY": 7}
_MONTHS = {"MONTHLY": 1, "QUARTERLY": 3, "YEARLY": 12}
#: The frequencies that a day of the month can be given for.
BY_MONTHS = tuple(_MONTHS)
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Calendar:
    """The due days of one schedule.

    They come every `interval` days, weeks, months, quarters or years from `start_date` through `end_date`. Those that
    go by months fall on `day_of_month`, a number or LAST, by default the day of `start_date`; the first one is the
    first such day that is not before `start_date`.
    """

    frequency: str
    interval: int
    start_date: date
    end_date: date | None = None
    day_of_month: int | str | None = None


class BilledPeriod(NamedTuple):
    """The days that an invoice bills, both included."""

    first: date
    last: date


def due_days(calendar: Calendar, since: date) -> Iterator[date]:
    """Yield the due days on a day or later, in order, without a gap."""
    begin = max(since, calendar.start_date)
    every = _every_months(calendar, begin) if calendar.frequency in _MONTHS else _every_days(calendar, begin)
    end = min(calendar.end_date or LAST_DAY, LAST_DAY)
    for day in every:
        if day > end:
            return
        yield day


def first_due_days(calendar: Calendar, since: date, count: int) -> list[date]:
    """Return the first due days on a day or later, at most `count` of them."""
    return list(islice(due_days(calendar, since), max(count, 0)))


def period_billed(calendar: Calendar, due: date) -> BilledPeriod:
    """Return the period that the invoice of a due day bills.

    It begins with that day and ends before the next one. Where invoices fall due on the last day of the month, it ends
    with that day and begins after the one before. So periods neither overlap nor leave a day out.
    """
    if calendar.frequency in _DAYS:
        return BilledPeriod(due, due + timedelta(days=_DAYS[calendar.frequency] * calendar.interval - 1))
    month, step = _month_of(due), _step(calendar)
    if calendar.day_of_month == LAST:
        return BilledPeriod(_day_in(calendar, month - step) + _DAY, due)
    return BilledPeriod(due, _day_in(calendar, month + step) - _DAY)


def _every_days(calendar: Calendar, begin: date) -> Iterator[date]:
    step = _DAYS[calendar.frequency] * calendar.interval
    passed = -((calendar.start_date - begin).days // step)
    day = calendar.start_date + timedelta(days=passed * step)
    while day <= LAST_DAY:
        yield day
        day += timedelta(days=step)


def _every_months(calendar: Calendar, begin: date) -> Iterator[date]:
    step = _step(calendar)
    first = _month_of(calendar.start_date)
    if _day_in(calendar, first) < calendar.start_date:
        first += 1
    month = first + max(0, (_month_of(begin) - first) // step) * step
    while month <= _month_of(LAST_DAY):
        day = _day_in(calendar, month)
        if day >= begin:
            yield day
        month += step


def _step(calendar: Calendar) -> int:
    return _MONTHS[calendar.frequency] * calendar.interval


def _month_of(day: date) -> int:
    """Return the number of a day's month, counted from the year 0."""
    return day.year * 12 + day.month - 1


def _day_in(calendar: Calendar, month: int) -> date:
    """Return the due day in a month, or the month's last day if it lacks that day."""
    year, before = divmod(month, 12)
    wanted = calendar.day_of_month or calendar.start_date.day
    last = monthrange(year, before + 1)[1]
    return date(year, before + 1, last if isinstance(wanted, str) else min(wanted, last))
