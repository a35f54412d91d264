"""Months of returns. Pure."""

import re
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

_MONTH = re.compile(r"2[0-9]{3}-(0[1-9]|1[0-2])")
# GST began (notification 9/2017 Central Tax).
_FIRST_DAY = date(2017, 7, 1)


class Period(NamedTuple):
    """A month of the organization's calendar."""

    first: date
    last: date

    @property
    def portal(self) -> str:
        """`102026` for October 2026, as the portal writes it."""
        return f"{self.first:%m%Y}"


def period_of(text: str) -> Period:
    """Return the month of `2026-10`. Raises ValueError for any other text, and for months before GST."""
    if not _MONTH.fullmatch(text):
        raise ValueError("Must be a month as YYYY-MM.")
    first = date.fromisoformat(text + "-01")
    if first < _FIRST_DAY:
        raise ValueError("Must not be before 2017-07, when GST began.")
    return Period(first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1))


@lru_cache(maxsize=64)
def portal_day(day: date) -> str:
    """Return a day as the portal writes it: `05-10-2026`."""
    return f"{day:%d-%m-%Y}"
