"""Identifiers."""

import re
import time

from ulid import ULID

from app.ids import new_id, new_ids


def test_an_identifier_says_its_kind_and_fits_thirty_characters() -> None:
    assert re.fullmatch(r"inv_[0-9A-HJKMNP-TV-Z]{26}", new_id("inv"))
    assert len(new_id("inv")) == 30


def test_no_two_are_the_same() -> None:
    assert len({new_id("x") for _ in range(10_000)}) == 10_000


def test_those_of_later_sort_after() -> None:
    moments = [new_id("x")[:12] for _ in range(1_000)]
    assert moments == sorted(moments)


def test_those_made_together_keep_their_order_and_differ() -> None:
    ids = new_ids("inl", 1_000)
    assert ids == sorted(ids)
    assert len(set(ids)) == 1_000
    assert new_ids("inl", 0) == []


def test_an_identifier_is_a_ulid_of_this_moment() -> None:
    moment = ULID.from_str(new_id("inv").removeprefix("inv_")).timestamp
    assert abs(moment - time.time()) < 60
