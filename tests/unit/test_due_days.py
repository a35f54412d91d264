"""The days on which recurring invoices fall due, and the period that each bills."""

from datetime import date, timedelta
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.recurring.due_days import LAST_DAY, BilledPeriod, Calendar, due_days, first_due_days, period_billed
from app.recurring.period_texts import filled

DAYS = st.dates(date(2000, 1, 1), date(2100, 12, 31))
FEW = 30


def days(calendar: Calendar, count: int = 4, since: date = date.min) -> list[str]:
    return [day.isoformat() for day in first_due_days(calendar, since, count)]


@st.composite
def calendars(draw: st.DrawFn, frequencies: tuple[str, ...] = ("MONTHLY", "QUARTERLY", "YEARLY")) -> Calendar:
    frequency = draw(st.sampled_from(frequencies))
    by_months = frequency not in ("DAILY", "WEEKLY")
    wanted = draw(st.none() | st.integers(1, 31) | st.just("LAST")) if by_months else None
    return Calendar(frequency, draw(st.integers(1, 99)), draw(DAYS), None, wanted)


ANY = calendars(("DAILY", "WEEKLY", "MONTHLY", "QUARTERLY", "YEARLY"))
BY_MONTHS = calendars()


@pytest.mark.parametrize(
    ("calendar", "expected"),
    [
        (
            Calendar("DAILY", 1, date(2028, 2, 28)),
            ["2028-02-28", "2028-02-29", "2028-03-01", "2028-03-02"],
        ),
        (
            Calendar("DAILY", 10, date(2026, 12, 20)),
            ["2026-12-20", "2026-12-30", "2027-01-09", "2027-01-19"],
        ),
        (
            Calendar("WEEKLY", 2, date(2026, 3, 25)),
            ["2026-03-25", "2026-04-08", "2026-04-22", "2026-05-06"],
        ),
        # A month that lacks the day has it on its last one, and nothing drifts.
        (
            Calendar("MONTHLY", 1, date(2027, 12, 31)),
            ["2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31"],
        ),
        (
            Calendar("MONTHLY", 1, date(2027, 1, 15), day_of_month=30),
            ["2027-01-30", "2027-02-28", "2027-03-30", "2027-04-30"],
        ),
        (
            Calendar("MONTHLY", 1, date(2027, 2, 1), day_of_month="LAST"),
            ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"],
        ),
        # The day is over when the schedule begins: the next month is the first.
        (
            Calendar("MONTHLY", 1, date(2026, 1, 15), day_of_month=1),
            ["2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01"],
        ),
        (
            Calendar("QUARTERLY", 1, date(2026, 1, 15), day_of_month=1),
            ["2026-02-01", "2026-05-01", "2026-08-01", "2026-11-01"],
        ),
        # Fiscal years begin on 1 April and end on 31 March.
        (
            Calendar("QUARTERLY", 1, date(2026, 4, 1)),
            ["2026-04-01", "2026-07-01", "2026-10-01", "2027-01-01"],
        ),
        (
            Calendar("YEARLY", 1, date(2026, 3, 31)),
            ["2026-03-31", "2027-03-31", "2028-03-31", "2029-03-31"],
        ),
        # An anniversary on 29 February.
        (
            Calendar("YEARLY", 1, date(2024, 2, 29)),
            ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28"],
        ),
        (
            Calendar("YEARLY", 4, date(2024, 2, 29)),
            ["2024-02-29", "2028-02-29", "2032-02-29", "2036-02-29"],
        ),
    ],
)
def test_due_days_by_example(calendar: Calendar, expected: list[str]) -> None:
    assert days(calendar) == expected


def test_the_end_date_is_the_last_day_that_can_be_due() -> None:
    calendar = Calendar("MONTHLY", 1, date(2026, 4, 30), date(2026, 6, 30))
    assert days(calendar) == ["2026-04-30", "2026-05-30", "2026-06-30"]
    assert days(Calendar("MONTHLY", 1, date(2026, 4, 30), date(2026, 5, 29))) == ["2026-04-30"]


def test_days_are_found_from_any_day_on() -> None:
    calendar = Calendar("MONTHLY", 1, date(2026, 1, 31))
    assert days(calendar, 2, date(2027, 2, 28)) == ["2027-02-28", "2027-03-31"]
    assert days(calendar, 2, date(2027, 3, 1)) == ["2027-03-31", "2027-04-30"]


@pytest.mark.parametrize("frequency", ["DAILY", "WEEKLY", "MONTHLY", "QUARTERLY", "YEARLY"])
def test_no_day_is_due_after_the_last_that_an_invoice_can_have(frequency: str) -> None:
    assert all(day <= LAST_DAY for day in due_days(Calendar(frequency, 99, LAST_DAY), LAST_DAY))
    assert days(Calendar(frequency, 1, LAST_DAY)) == ["2999-12-31"]


@pytest.mark.parametrize(
    ("calendar", "due", "first", "last"),
    [
        (Calendar("DAILY", 1, date(2026, 4, 1)), date(2026, 4, 5), "2026-04-05", "2026-04-05"),
        (Calendar("WEEKLY", 2, date(2026, 4, 1)), date(2026, 4, 15), "2026-04-15", "2026-04-28"),
        (Calendar("MONTHLY", 1, date(2026, 4, 1)), date(2028, 2, 1), "2028-02-01", "2028-02-29"),
        (Calendar("MONTHLY", 1, date(2026, 1, 31)), date(2026, 2, 28), "2026-02-28", "2026-03-30"),
        (Calendar("QUARTERLY", 1, date(2026, 4, 1)), date(2027, 1, 1), "2027-01-01", "2027-03-31"),
        (Calendar("YEARLY", 1, date(2026, 4, 1)), date(2027, 4, 1), "2027-04-01", "2028-03-31"),
        # On the last day of the month, the months that end with it.
        (
            Calendar("MONTHLY", 1, date(2026, 4, 1), None, "LAST"),
            date(2027, 2, 28),
            "2027-02-01",
            "2027-02-28",
        ),
        (
            Calendar("QUARTERLY", 1, date(2026, 6, 1), None, "LAST"),
            date(2026, 6, 30),
            "2026-04-01",
            "2026-06-30",
        ),
    ],
)
def test_the_period_billed_by_example(calendar: Calendar, due: date, first: str, last: str) -> None:
    assert period_billed(calendar, due) == BilledPeriod(date.fromisoformat(first), date.fromisoformat(last))


def test_texts_name_the_period() -> None:
    period = BilledPeriod(date(2026, 11, 1), date(2026, 11, 30))
    text = "Rent of {month} {year}, {from} to {to}; {month}{other} {"
    assert filled(text, date(2026, 11, 1), period) == (
        "Rent of November 2026, 01 Nov 2026 to 30 Nov 2026; November{other} {"
    )


@given(ANY, DAYS)
def test_due_days_go_strictly_forward_and_are_never_before_the_day_asked_for(
    calendar: Calendar, since: date
) -> None:
    found = first_due_days(calendar, since, FEW)
    assert all(earlier < later for earlier, later in pairwise(found))
    assert all(day >= max(since, calendar.start_date) for day in found)


@given(ANY, st.integers(0, FEW - 1))
def test_to_go_on_from_any_day_is_to_have_come_from_the_beginning(calendar: Calendar, place: int) -> None:
    found = first_due_days(calendar, calendar.start_date, FEW)
    since, rest = found[place % len(found)], found[place % len(found) :]
    assert first_due_days(calendar, since, len(rest)) == rest
    assert first_due_days(calendar, since + timedelta(days=1), len(rest) - 1) == rest[1:]


@given(BY_MONTHS)
def test_no_month_is_missed_and_none_comes_twice(calendar: Calendar) -> None:
    months = {"MONTHLY": 1, "QUARTERLY": 3, "YEARLY": 12}[calendar.frequency] * calendar.interval
    found = list(islice(due_days(calendar, date.min), FEW))
    for earlier, later in pairwise(found):
        assert (later.year - earlier.year) * 12 + later.month - earlier.month == months


@given(BY_MONTHS)
def test_a_due_day_is_the_day_that_is_wanted_or_the_last_of_a_month_that_lacks_it(calendar: Calendar) -> None:
    wanted = calendar.day_of_month or calendar.start_date.day
    for day in first_due_days(calendar, date.min, FEW):
        is_last = (day + timedelta(days=1)).day == 1
        assert is_last if wanted == "LAST" else day.day == wanted or (is_last and day.day < wanted)


@given(BY_MONTHS)
def test_the_first_due_day_comes_within_a_month_of_the_start(calendar: Calendar) -> None:
    first = next(due_days(calendar, date.min))
    assert calendar.start_date <= first <= calendar.start_date + timedelta(days=31)


@given(ANY)
def test_periods_leave_no_day_out_and_bill_none_twice(calendar: Calendar) -> None:
    periods = [period_billed(calendar, day) for day in first_due_days(calendar, date.min, FEW)]
    for earlier, later in pairwise(periods):
        assert earlier.first <= earlier.last
        assert later.first == earlier.last + timedelta(days=1)


@given(ANY, DAYS)
def test_an_end_takes_away_what_is_after_it_and_nothing_else(calendar: Calendar, end: date) -> None:
    bounded = Calendar(calendar.frequency, calendar.interval, calendar.start_date, end, calendar.day_of_month)
    found = first_due_days(calendar, date.min, FEW)
    assert first_due_days(bounded, date.min, FEW) == [day for day in found if day <= end]
