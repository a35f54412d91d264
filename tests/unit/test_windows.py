"""Query parameters: page, limit and search (spec 4.1.2)."""

import falcon
import pytest
from falcon.testing import create_environ
from hypothesis import given
from hypothesis import strategies as st

from app.errors import Invalid
from resources.windows import Window, search_of, window_of


def request(query: str) -> falcon.Request:
    return falcon.Request(create_environ(query_string=query))


def test_a_list_begins_with_its_first_fifty() -> None:
    assert window_of(request("")) == Window(page=1, limit=50)


@pytest.mark.parametrize(
    ("query", "window", "offset"),
    [
        ("page=1", Window(1, 50), 0),
        ("page=3&limit=20", Window(3, 20), 40),
        ("page=0003", Window(3, 50), 100),
        ("limit=200", Window(1, 200), 0),
        ("page=2147483647&limit=200", Window(2_147_483_647, 200), 429_496_729_200),
    ],
)
def test_a_page_begins_after_those_before_it(query: str, window: Window, offset: int) -> None:
    assert window_of(request(query)) == window
    assert window.offset == offset


@given(st.text())
def test_a_page_is_a_small_whole_number_or_refused_by_name(text: str) -> None:
    req = request("")
    req._params["page"] = text
    try:
        assert 1 <= window_of(req).page <= 2_147_483_647
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
    assert search_of(request(query)) == pattern


@pytest.mark.parametrize("query", ["q=a&q=b", "q=%00", "q=" + "x" * 256])
def test_a_search_that_is_no_text_is_refused_by_name(query: str) -> None:
    with pytest.raises(Invalid) as refused:
        search_of(request(query))
    assert [field for field, _ in refused.value.details] == ["q"]
