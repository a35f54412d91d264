"""The facts of lists agree with the statements that read them, and cursors with the facts."""

import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.lists.catalogue import LISTINGS
from app.lists.cursors import MOST, cursor_after, place_of
from app.lists.listing import Sort
from app.postgres.queries import load

QUERIES = load()
DOCUMENTED = Path(__file__).parents[2] / "docs" / "api.md"
OF_EVERY_LIST = {"organization_id", "limit", "offset"}

moments = st.datetimes(datetime(1900, 1, 1), datetime(2999, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001
# What PostgreSQL can hold in a name.
names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=191)


def parameters(statement: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", QUERIES[statement]))


@pytest.mark.parametrize("kind", LISTINGS)
def test_each_order_has_a_statement_that_knows_every_filter_and_the_place(kind: str) -> None:
    listing = LISTINGS[kind]
    filters = {filter.parameter for filter in listing.filters} | ({"q"} if listing.search else set())
    filters |= {"found"} if listing.looked_up else set()
    for sort in listing.sorts:
        places = {key.parameter for key in sort.keys}
        assert parameters(f"{kind}.{sort.statement}") == OF_EVERY_LIST | filters | places
    assert parameters(f"{kind}.count_chosen") == {"organization_id"} | filters
    # What is looked up is never read as the plain list.
    plain = {"q"} if listing.search and not listing.looked_up else set()
    assert parameters(f"{kind}.list") == OF_EVERY_LIST | plain
    assert parameters(f"{kind}.count") == {"organization_id"} | plain


def test_what_a_search_looks_up_has_a_statement_of_its_own() -> None:
    looked_up = {kind for kind, listing in LISTINGS.items() if listing.looked_up}
    assert {name.split(".")[0] for name in QUERIES if name.endswith(".matching")} == looked_up
    for kind in looked_up:
        assert parameters(f"{kind}.matching") == {"organization_id", "q", "most"}


def test_every_list_that_can_be_chosen_from_is_known() -> None:
    assert {name.split(".")[0] for name in QUERIES if name.endswith(".count_chosen")} == LISTINGS.keys()


@pytest.mark.parametrize("kind", LISTINGS)
def test_every_list_can_be_followed_by_its_changes(kind: str) -> None:
    listing = LISTINGS[kind]
    assert "updatedSince" in {filter.name for filter in listing.filters}
    assert listing.sorts[-1].word == "updatedAt"
    words = [sort.word for sort in listing.sorts]
    assert len(set(words)) == len(words)
    for sort in listing.sorts:
        assert (sort.keys[-1].parameter, sort.keys[-1].field in ("id", "vendorId")) == ("after_id", True)
    for filter in listing.filters:
        assert filter.description
        assert bool(filter.words) is (filter.kind == "choice")


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
    assert len(cursor) <= MOST
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


def test_the_documentation_has_every_list_with_its_filters_and_orders() -> None:
    told = DOCUMENTED.read_text(encoding="utf-8").split("| List | Filters | Orders |")[1].split("\n\n")[0]
    rows = [[part.strip() for part in line.split("|")[1:4]] for line in told.splitlines()[2:]]
    assert rows == [
        [
            f"`/{kind.replace('_', '-')}`",
            ", ".join(f"`{filter.name}`" for filter in listing.filters[:-1]),
            ", ".join(f"`{sort.word}`" for sort in listing.sorts[:-1]),
        ]
        for kind, listing in LISTINGS.items()
    ]
