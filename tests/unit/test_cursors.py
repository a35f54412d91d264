"""Cursors: a place comes back as it was, and nothing else is taken for one."""

import re
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.lists.catalogue import LISTINGS
from app.lists.cursors import MOST_CURSOR, cursor_after, place_of
from app.lists.listing import Sort

moments = st.datetimes(datetime(1900, 1, 1), datetime(2999, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001
# What PostgreSQL can hold in a name.
names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=191)


def sort_of(kind: str, statement: str) -> Sort:
    return next(sort for sort in LISTINGS[kind].sorts if sort.statement == statement)


@given(moments, st.dates(date(1900, 1, 1), date(2999, 12, 31)))
def test_a_document_s_place_comes_back_as_it_was(made: datetime, day: date) -> None:
    sort = sort_of("invoices", "latest")
    row = {"invoiceDate": f"{day}T00:00:00Z", "createdAt": made, "id": "inv_1"}
    place = place_of("invoices", sort, cursor_after("invoices", sort, row))
    assert place == {"after_day": day, "after_created_at": made, "after_id": "inv_1"}


@given(names, st.integers(-(2**53), 2**53))
def test_a_name_s_place_comes_back_as_it_was_and_is_never_too_long(name: str, number: int) -> None:
    sort = sort_of("item_groups", "in_order")
    cursor = cursor_after("item_groups", sort, {"sortOrder": number, "name": name, "id": "x" * 30})
    assert re.fullmatch(r"[A-Za-z0-9_-]+", cursor)
    assert len(cursor) <= MOST_CURSOR
    place = place_of("item_groups", sort, cursor)
    assert place == {"after_sort_order": number, "after_name": name, "after_id": "x" * 30}


def test_the_longest_name_fits_in_a_cursor() -> None:
    sort = sort_of("customers", "by_name")
    for letter in ("\U0001f9fe", "\x01", '"'):
        cursor = cursor_after("customers", sort, {"displayName": letter * 191, "id": "x" * 30})
        assert place_of("customers", sort, cursor)["after_name"] == letter * 191


@given(st.text(max_size=300) | st.from_regex(r"[A-Za-z0-9_-]{1,300}", fullmatch=True))
def test_other_text_is_no_cursor(text: str) -> None:
    with pytest.raises(ValueError):
        place_of("customers", sort_of("customers", "newest"), text)
