"""What a number looks like. Pure."""

from datetime import date

from app.numbering.fiscal_years import label


def number_text(prefix: str, counter: int, suffix: str, *, padding: int, fiscal_year: int, day: date) -> str:
    """Write out a number: `INV/{FY}/` with 42 padded to 5 on a day of May 2026 is `INV/26-27/00042`.

    `{FY}` stands for the fiscal year (`26-27`), `{YYYY}` and `{YY}` for the calendar year of the day.
    """
    years = {"{FY}": label(fiscal_year), "{YYYY}": f"{day.year:04d}", "{YY}": f"{day.year % 100:02d}"}
    for name, value in years.items():
        prefix, suffix = prefix.replace(name, value), suffix.replace(name, value)
    return f"{prefix}{counter:0{padding}d}{suffix}"
