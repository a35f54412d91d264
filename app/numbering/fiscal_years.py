"""Fiscal years, named by the calendar year they begin in. Pure."""

from datetime import date


def fiscal_year_of(day: date, start_month: int = 4) -> int:
    """Return the fiscal year of a day: 2026 for 2026-04-01 to 2027-03-31 when it begins in April."""
    return day.year if day.month >= start_month else day.year - 1


def label(fiscal_year: int) -> str:
    """Return the fiscal year as Indian documents write it: `26-27` for 2026."""
    return f"{fiscal_year % 100:02d}-{(fiscal_year + 1) % 100:02d}"
