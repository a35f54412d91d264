"""Identifiers."""

import re

from app.ids import new_id


def test_an_identifier_says_its_kind_and_fits_thirty_characters() -> None:
    assert re.fullmatch(r"inv_[0-9A-HJKMNP-TV-Z]{26}", new_id("inv"))
    assert len(new_id("inv")) == 30


def test_no_two_are_the_same() -> None:
    assert len({new_id("x") for _ in range(10_000)}) == 10_000


def test_those_of_later_sort_after() -> None:
    moments = [new_id("x")[:12] for _ in range(1_000)]
    assert moments == sorted(moments)
