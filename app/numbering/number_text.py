"""The text of a number. Pure."""

import re
from datetime import date

# Fifteen digits, as many as a counter has room for.
_DIGITS = re.compile(r"[0-9]{1,15}", re.ASCII)


def number_text(prefix: str, counter: int, suffix: str, *, padding: int, fiscal_year: int, day: date) -> str:
    """Write out a number: `INV/{FY}/` with 42 padded to 5 on a day of May 2026 is `INV/26-27/00042`.

    `{FY}` stands for the fiscal year (`26-27`), `{YYYY}` and `{YY}` for the calendar year of the day.
    """
    prefix, suffix = (_filled(part, fiscal_year, day) for part in (prefix, suffix))
    return f"{prefix}{counter:0{padding}d}{suffix}"


def counter_of(text: str, prefix: str, suffix: str, *, fiscal_year: int, day: date) -> int | None:
    """Return the counter in a number of the series' form, with any padding; None for a number of another form."""
    prefix, suffix = (_filled(part, fiscal_year, day) for part in (prefix, suffix))
    digits = text[len(prefix) : len(text) - len(suffix)]
    has_form = text == prefix + digits + suffix and _DIGITS.fullmatch(digits)
    return int(digits) if has_form else None


def _filled(part: str, fiscal_year: int, day: date) -> str:
    years = {"{FY}": _label(fiscal_year), "{YYYY}": f"{day.year:04d}", "{YY}": f"{day.year % 100:02d}"}
    for name, value in years.items():
        part = part.replace(name, value)
    return part


def _label(fiscal_year: int) -> str:
    """Return the fiscal year as Indian documents write it: `26-27` for 2026."""
    return f"{fiscal_year % 100:02d}-{(fiscal_year + 1) % 100:02d}"
