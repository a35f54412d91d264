"""Texts of recurring invoices that name the period billed. Pure."""

import re
from datetime import date

from app.recurring.due_days import BilledPeriod

_NAMED = re.compile(r"\{(month|year|from|to)\}")


def filled(text: str, due: date, period: BilledPeriod) -> str:
    """Return the text with its names replaced.

    `{month}` and `{year}` are those of the due day, as `November` and `2026`; `{from}` and `{to}` the first and the
    last day of the period, as `01 Nov 2026`. Other braces stay.
    """
    values = {
        "month": f"{due:%B}",
        "year": str(due.year),
        "from": _written(period.first),
        "to": _written(period.last),
    }
    return _NAMED.sub(lambda found: values[found[1]], text)


def _written(day: date) -> str:
    # As papers write it.
    return f"{day:%d %b} {day.year}"
