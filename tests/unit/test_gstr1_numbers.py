"""Runs of numbers in table 13."""

from hypothesis import given
from hypothesis import strategies as st

from app.returns.gstr1_numbers import IssuedNumber, doc_issue, runs


def told(*numbers: str) -> list[tuple[str, str, int]]:
    found = runs(IssuedNumber(number, False) for number in numbers)
    return [(run[0].number, run[-1].number, len(run)) for run in found]


def test_numbers_that_follow_each_other_are_one_row_in_any_order() -> None:
    assert told("INV-3", "INV-1", "INV-2") == [("INV-1", "INV-3", 3)]


def test_a_hole_and_another_series_begin_a_row() -> None:
    assert told("INV-1", "INV-2", "INV-4", "B-3") == [
        ("B-3", "B-3", 1),
        ("INV-1", "INV-2", 2),
        ("INV-4", "INV-4", 1),
    ]


def test_the_counter_may_stand_before_or_after_the_fiscal_year() -> None:
    assert told("INV/26-27/009", "INV/26-27/010") == [("INV/26-27/009", "INV/26-27/010", 2)]
    assert told("009/26-27", "010/26-27", "011/26-27") == [("009/26-27", "011/26-27", 3)]


def test_a_number_without_digits_is_a_row_of_its_own() -> None:
    assert sorted(told("SPECIAL", "INV-1")) == [("INV-1", "INV-1", 1), ("SPECIAL", "SPECIAL", 1)]


@given(st.sets(st.integers(1, 400)), st.sampled_from(["INV-{}", "{}/26-27", "A/26-27/{:05}"]))
def test_rows_hold_every_number_once_and_count_what_they_span(counters: set[int], form: str) -> None:
    numbers = [IssuedNumber(form.format(counter), counter % 3 == 0) for counter in counters]
    rows = [row for kind in doc_issue({1: numbers})["doc_det"] for row in kind["docs"]]
    assert sum(row["totnum"] for row in rows) == len(numbers)
    assert sum(row["cancel"] for row in rows) == sum(number.is_void for number in numbers)
    assert all(row["net_issue"] == row["totnum"] - row["cancel"] for row in rows)
    assert sorted(number for run in runs(numbers) for number in run) == sorted(numbers)
