"""Number series that may give the same number."""

import itertools
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.numbering.number_forms import may_meet
from app.numbering.number_text import number_text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("A-", ""), ("A-", "")),
        (("A-", ""), ("A-1", "")),
        (("A-", ""), ("A-0", "")),
        (("", ""), ("29", "")),
        (("A", "-1"), ("A5-", "")),
        (("", "1"), ("", "11")),
        (("A{YY}-", ""), ("A26-", "")),
        (("A{FY}/", ""), ("A26-27/", "")),
        (("{YYYY}", ""), ("{YY}", "")),
        (("{YYYY}/", ""), ("20{YY}/", "")),
        (("A", "/{YY}"), ("A", "/26")),
        (("{FY}", ""), ("26-", "")),
    ],
)
def test_series_that_may_give_one_number(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert may_meet(one, other)
    assert may_meet(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("A-", ""), ("B-", "")),
        (("INV-", ""), ("INV-29-", "")),
        (("INV/{FY}/", ""), ("INV/{FY}/K", "")),
        (("A", ""), ("a", "")),
        (("A", ""), ("A", "-")),
        (("A-", "/1"), ("A-", "/2")),
        (("A{YY}-", ""), ("AX-", "")),
        (("A{FY}-", ""), ("A{YY}-", "")),
        (("A{yy}-", ""), ("A26-", "")),
        (("A1-", ""), ("A2-", "")),
    ],
)
def test_series_that_never_give_one_number(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert not may_meet(one, other)
    assert not may_meet(other, one)


_PARTS = st.lists(st.sampled_from(["A", "-", "1", "2", "{YY}", "{FY}"]), max_size=3).map("".join)
_FORMS = st.tuples(_PARTS, _PARTS)


@given(_FORMS, _FORMS)
def test_series_that_never_meet_give_no_number_twice(one: tuple[str, str], other: tuple[str, str]) -> None:
    given_numbers = [
        {
            number_text(
                form[0], counter, form[1], padding=padding, fiscal_year=day.year - (day.month < 4), day=day
            )
            for counter in (*range(1, 30), 111, 112, 211, 226)
            for padding in (1, 3)
            for day in (date(2011, 5, 1), date(2012, 1, 1), date(2021, 5, 1))
        }
        for form in (one, other)
    ]
    if set.intersection(*given_numbers):
        assert may_meet(one, other)


def test_every_series_meets_itself() -> None:
    for prefix, suffix in itertools.product(("", "A", "{FY}", "7"), repeat=2):
        assert may_meet((prefix, suffix), (prefix, suffix))
