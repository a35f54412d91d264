"""Fiscal years."""

from datetime import date

import pytest

from app.numbering.counting import fiscal_year_of


@pytest.mark.parametrize(
    ("day", "start_month", "year"),
    [
        (date(2026, 3, 31), 4, 2025),
        (date(2026, 4, 1), 4, 2026),
        (date(2026, 12, 31), 4, 2026),
        (date(2027, 3, 31), 4, 2026),
        (date(2026, 1, 1), 1, 2026),
        (date(2026, 12, 31), 1, 2026),
        (date(2026, 11, 30), 12, 2025),
        (date(2026, 12, 1), 12, 2026),
        (date(2028, 2, 29), 3, 2027),
    ],
)
def test_a_day_belongs_to_the_year_that_began_last(day: date, start_month: int, year: int) -> None:
    assert fiscal_year_of(day, start_month) == year


def test_april_is_where_it_begins_unless_said_otherwise() -> None:
    assert (fiscal_year_of(date(2026, 3, 31)), fiscal_year_of(date(2026, 4, 1))) == (2025, 2026)
