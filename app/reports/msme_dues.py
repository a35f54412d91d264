"""Dues to micro and small enterprises, and the interest on late payment. Pure.

Sources: MSMED Act 2006, section 2(b) and section 15 (when payment is due: the agreed day, 45 days at most; without
agreement 15 days), section 16 (interest: compound, with monthly rests, at three times the bank rate that the Reserve
Bank notifies); Income-tax Act 1961, section 43B(h) (what is unpaid beyond that day is no expense of the year).
"""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal

MOST_DAYS = 45
DAYS_WITHOUT_AGREEMENT = 15
_TIMES_THE_BANK_RATE = 3
_PAISA = Decimal("0.01")
# Percent a year. It has never been above 12.
MOST_BANK_RATE = 20
# Enough to the paisa for interest upon interest of all days that there are, at that rate.
_PRECISELY = Context(prec=330)


@dataclass(frozen=True)
class Due:
    """The state of an unpaid bill under the law.

    `days_over` is 0 until the statutory day has passed. `disallowed`, no expense of the year, and `interest` are in
    rupees.
    """

    statutory_day: date
    days_over: int
    disallowed: Decimal
    interest: Decimal


def due(
    billed: date, agreed_days: int | None, outstanding: Decimal, as_of: date, bank_rate_percent: Decimal
) -> Due:
    """Return the state, on the day `as_of`, of a bill that was dated `billed`.

    `agreed_days` is None without agreement. `bank_rate_percent` is a year's, such as 5.5, at most MOST_BANK_RATE.
    `outstanding` has two places; it was open for the whole time.
    """
    day = statutory_day(billed, agreed_days)
    days_over = max(0, (as_of - day).days)
    if not days_over:
        return Due(day, 0, Decimal(0), Decimal(0))
    return Due(day, days_over, outstanding, interest(outstanding, day, as_of, bank_rate_percent))


def statutory_day(billed: date, agreed_days: int | None) -> date:
    """Return the last day on which a bill can be paid in time. Days count from its date."""
    days = DAYS_WITHOUT_AGREEMENT if agreed_days is None else min(agreed_days, MOST_DAYS)
    return billed + timedelta(days=days)


def interest(principal: Decimal, after: date, until: date, bank_rate_percent: Decimal) -> Decimal:
    """Interest from the day after `after` through `until`, to the paisa.

    It is added to what bears interest once a month, on the day of the month of `after`, or the month's last where it
    has no such day. Days of a month begun bear a 365th of the year's each.
    """
    rate = _PRECISELY.divide(bank_rate_percent * _TIMES_THE_BANK_RATE, Decimal(100))
    months = _whole_months(after, until)
    grown = _PRECISELY.multiply(principal, _PRECISELY.power(1 + _PRECISELY.divide(rate, Decimal(12)), months))
    days = (until - _months_after(after, months)).days
    grown = _PRECISELY.multiply(grown, 1 + _PRECISELY.divide(rate * days, Decimal(365)))
    return _PRECISELY.subtract(grown, principal).quantize(_PAISA, ROUND_HALF_UP, _PRECISELY)


def _whole_months(begin: date, end: date) -> int:
    months = (end.year - begin.year) * 12 + end.month - begin.month
    return months if _months_after(begin, months) <= end else months - 1


def _months_after(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
