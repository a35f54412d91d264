"""Query parameters of lists: page, limit, search, and the reading of moments."""

from datetime import UTC, datetime, timedelta, timezone

import falcon
import pytest
from falcon.testing import create_environ
from hypothesis import given
from hypothesis import strategies as st

from app.errors import Invalid
from app.lists.catalogue import LISTINGS
from app.lists.listing import ListQuery
from resources.serving.query_params import parse_list_query


def request(query: str) -> falcon.Request:
    return falcon.Request(create_environ(query_string=query))


def asked(query: str, kind: str = "customers") -> ListQuery:
    return parse_list_query(request(query), kind, LISTINGS[kind])


def test_a_list_begins_with_its_first_fifty() -> None:
    plain = asked("")
    assert (plain.page, plain.limit, plain.offset) == (1, 50, 0)
    assert plain.is_plain(LISTINGS["customers"])


@pytest.mark.parametrize("query", ["sort=displayName", "isActive=false", "updatedSince=2026-01-01"])
def test_what_is_sorted_or_filtered_is_not_plain(query: str) -> None:
    assert not asked(query).is_plain(LISTINGS["customers"])
    assert asked("page=3&limit=7&q=x&sort=-createdAt&isActive=").is_plain(LISTINGS["customers"])


@pytest.mark.parametrize(
    ("query", "page", "limit", "offset"),
    [
        ("page=1", 1, 50, 0),
        ("page=3&limit=20", 3, 20, 40),
        ("page=0003", 3, 50, 100),
        ("limit=200", 1, 200, 0),
        ("page=2147483647&limit=200", 2_147_483_647, 200, 429_496_729_200),
    ],
)
def test_a_page_begins_after_those_before_it(query: str, page: int, limit: int, offset: int) -> None:
    what = asked(query)
    assert (what.page, what.limit, what.offset) == (page, limit, offset)


@given(st.text())
def test_a_page_is_a_small_whole_number_or_refused_by_name(text: str) -> None:
    req = request("")
    req._params["page"] = text
    try:
        assert 1 <= parse_list_query(req, "customers", LISTINGS["customers"]).page <= 2_147_483_647
    except Invalid as error:
        assert [field for field, _ in error.details] == ["page"]


@pytest.mark.parametrize(
    ("query", "pattern"),
    [
        ("", None),
        ("q=", None),
        ("q=acme", "%acme%"),
        ("q=50%25", r"%50\%%"),
        ("q=a_b", r"%a\_b%"),
        ("q=%5C", "%\\\\%"),
        ("q=%5C%25", r"%\\\%%"),
        ("q=%20", "% %"),
        ("q=" + "x" * 255, "%" + "x" * 255 + "%"),
    ],
)
def test_a_search_matches_anywhere_and_takes_wildcards_as_they_are(query: str, pattern: str | None) -> None:
    assert asked(query).q == pattern


@pytest.mark.parametrize("query", ["q=a&q=b", "q=%00", "q=" + "x" * 256])
def test_a_search_that_is_no_text_is_refused_by_name(query: str) -> None:
    with pytest.raises(Invalid) as refused:
        asked(query)
    assert [field for field, _ in refused.value.details] == ["q"]


INDIA = timezone(timedelta(hours=5, minutes=30))


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-05-04", datetime(2026, 5, 4, tzinfo=UTC)),
        ("2026-05-04T10:30", datetime(2026, 5, 4, 10, 30, tzinfo=UTC)),
        ("2026-05-04T10:30:15Z", datetime(2026, 5, 4, 10, 30, 15, tzinfo=UTC)),
        ("2026-05-04T10:30:15.25Z", datetime(2026, 5, 4, 10, 30, 15, 250_000, tzinfo=UTC)),
        ("2026-05-04T10:30:15.123456789Z", datetime(2026, 5, 4, 10, 30, 15, 123_456, tzinfo=UTC)),
        ("2026-05-04T10:30:15%2B05:30", datetime(2026, 5, 4, 10, 30, 15, tzinfo=INDIA)),
        ("2026-05-04T10:30:15+05:30", datetime(2026, 5, 4, 10, 30, 15, tzinfo=INDIA)),
        ("1900-01-01T00:00:00%2B14:00", datetime(1899, 12, 31, 10, tzinfo=UTC)),
    ],
)
def test_a_moment_is_a_day_or_iso_8601_and_utc_without_an_offset(written: str, moment: datetime) -> None:
    assert asked(f"updatedSince={written}").filters == {"updated_since": moment}


@given(st.text())
def test_any_text_is_a_moment_or_refused_by_name(text: str) -> None:
    req = request("")
    req._params["updatedSince"] = text
    try:
        found = parse_list_query(req, "customers", LISTINGS["customers"]).filters
        assert (found == {}) is (text == "")
    except Invalid as error:
        assert [field for field, _ in error.details] == ["updatedSince"]


@given(st.text())
def test_any_text_is_a_cursor_or_refused_by_name(text: str) -> None:
    req = request("")
    req._params["cursor"] = text
    try:
        assert parse_list_query(req, "customers", LISTINGS["customers"]).after is None
        assert text == ""
    except Invalid as error:
        assert [field for field, _ in error.details] == ["cursor"]
