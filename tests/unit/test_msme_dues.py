"""Interest on delayed bills of micro and small enterprises (MSMED Act 2006 sections 15 and 16, section 43B(h))."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.reports.msme_dues import MOST_BANK_RATE, due, interest, statutory_day

BILLED = date(2026, 1, 1)
AMOUNTS = st.decimals("0.01", "9999999.99", places=2)
RATES = st.decimals(0, 20, places=2)
DAYS = st.dates(date(2000, 1, 1), date(2090, 12, 31))


@pytest.mark.parametrize(
    ("agreed", "days"), [(None, 15), (0, 0), (10, 10), (30, 30), (45, 45), (60, 45)], ids=str
)
def test_a_bill_is_due_on_the_agreed_day_45_days_at_most_and_after_15_without_agreement(
    agreed: int | None, days: int
) -> None:
    assert statutory_day(BILLED, agreed) == BILLED + timedelta(days=days)


@pytest.mark.parametrize(
    ("until", "expected"),
    [
        # Three times 6.5 % is 19.5 % a year, 1.625 % a month.
        (date(2026, 2, 16), "1625.00"),  # one month: 100,000 × 1.625 %
        (date(2026, 3, 16), "3276.41"),  # two: 100,000 × (1.01625² − 1)
        (date(2027, 1, 16), "21340.76"),  # twelve: 100,000 × (1.01625¹² − 1)
        (date(2026, 1, 26), "534.25"),  # ten days: 100,000 × 19.5 % × 10 ÷ 365
        (date(2026, 2, 26), "2167.93"),  # one month and ten days: 101,625 × (1 + 19.5 % × 10 ÷ 365) − 100,000
        (date(2026, 1, 16), "0.00"),
    ],
    ids=str,
)
def test_worked_examples_of_interest(until: date, expected: str) -> None:
    assert interest(Decimal(100_000), date(2026, 1, 16), until, Decimal("6.5")) == Decimal(expected)


def test_a_month_that_lacks_the_day_ends_with_its_last() -> None:
    one_month = interest(Decimal(1000), date(2026, 1, 31), date(2026, 2, 28), Decimal(4))
    assert one_month == Decimal("10.00")


@given(AMOUNTS, st.none() | st.integers(0, 90), DAYS, st.integers(0, 2000), RATES)
def test_nothing_is_over_until_the_day_has_passed_and_then_the_whole_is_disallowed(
    outstanding: Decimal, agreed: int | None, billed: date, later: int, rate: Decimal
) -> None:
    told = due(billed, agreed, outstanding, billed + timedelta(days=later), rate)
    assert told.days_over == max(0, later - min(45, 15 if agreed is None else agreed))
    assert told.disallowed == (outstanding if told.days_over else 0)
    assert told.interest >= 0
    assert (told.interest == 0) or told.days_over


@given(AMOUNTS, DAYS, st.integers(0, 1500), st.integers(0, 400), RATES)
def test_interest_never_falls_with_time_and_is_never_below_simple_interest_of_the_whole_months(
    principal: Decimal, after: date, days: int, more: int, rate: Decimal
) -> None:
    sooner = interest(principal, after, after + timedelta(days=days), rate)
    assert interest(principal, after, after + timedelta(days=days + more), rate) >= sooner
    months = days // 31
    assert sooner >= principal * rate * 3 * months / 1200 - Decimal("0.01")


def test_the_longest_delay_at_the_highest_rate_comes_to_a_figure() -> None:
    told = due(
        date(1900, 1, 1), None, Decimal("9999999999999.99"), date(2999, 12, 31), Decimal(MOST_BANK_RATE)
    )
    assert 0 < float(told.interest) < float("inf")
