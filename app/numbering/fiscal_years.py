"""Fiscal years, named by the calendar year they begin in. Pure."""

from datetime import date


def fiscal_year_of(day: date, start_month: int = 4) -> int:
    """The fiscal year of a day: 2026 for 2026-04-01 to 2027-03-31 when it begins in April."""
    return day.year if day.month >= start_month else day.year - 1


def label(fiscal_year: int) -> str:
    """The way Indian documents write it: 2026 is `26-27`."""
    return f"{fiscal_year % 100:02d}-{(fiscal_year + 1) % 100:02d}"
