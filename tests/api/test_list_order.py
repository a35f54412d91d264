"""The orders of a list, and going through it by cursor: nothing is left out, nothing comes twice."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from app.lists.listing import Sort
from app.wire import Row
from tests.api import samples
from tests.api.kinds import LISTS, SORTS
from tests.api.shelf import LEDGERS, Shelf, key, moment, path_of, sorted_list
from tests.service import Client, Service


def pages(org: Client, path: str, **query: Any) -> Iterator[dict[str, Any]]:
    """Every page from the first on, each by the cursor of the one before."""
    cursor: str | None = ""
    been: set[str] = set()
    while cursor is not None:
        around = f"{path}?{urlencode(query)} comes to a place twice: its statement compares another column"
        assert cursor not in been, around
        been.add(cursor)
        answer = org.get(f"{path}?{urlencode(query | {'cursor': cursor})}")
        assert answer.status_int == 200, answer.text
        yield answer.json
        meta = answer.json["meta"]
        cursor = meta["nextCursor"]
        assert meta["hasMore"] is (cursor is not None)


def walk(org: Client, path: str, **query: Any) -> list[str]:
    return [key(row) for page in pages(org, path, **query) for row in page["data"]]


def test_a_list_comes_in_the_order_asked_for(subtests: pytest.Subtests, shelf: Shelf) -> None:
    # The rows of number series show no time of their making: its own test has that order.
    shown = [(kind, sort) for kind, sort in SORTS if (kind, sort.word) != ("number_series", "-createdAt")]
    for kind, sort in shown:
        with subtests.test(sorted_list(kind, sort)):
            listed = [key(row) for row in shelf.rows(kind, f"sort={sort.word}")]
            # A ledger's rows are customers or vendors, and show no times.
            seen = {key(row): row for row in shelf.rows(LEDGERS.get(kind, kind))}
            places = {id: place_of(seen[id], sort) for id in listed}
            assert listed == sorted(listed, key=places.__getitem__, reverse=sort.word.startswith("-"))


def place_of(row: Row, sort: Sort) -> list[Any]:
    """Return the values that place a row in an order, the id last."""
    values = [row[part.field] for part in sort.keys[:-1] if part.field in row]
    return [moment(v) if isinstance(v, str) and v[-1:] == "Z" else v for v in values] + [key(row)]


def test_without_a_word_the_first_order_holds(subtests: pytest.Subtests, shelf: Shelf) -> None:
    for kind in LISTS:
        with subtests.test(kind):
            first = LISTS[kind].sorts[0]
            assert shelf.rows(kind) == shelf.rows(kind, f"sort={first.word}") == shelf.rows(kind, "sort=")


def test_the_first_order_comes_both_ways(subtests: pytest.Subtests, shelf: Shelf) -> None:
    for kind in [kind for kind, listing in LISTS.items() if listing.sorts[0].mirror]:
        with subtests.test(kind):
            latest, earliest, *_ = LISTS[kind].sorts
            assert shelf.rows(kind, f"sort={earliest.word}") == shelf.rows(kind, f"sort={latest.word}")[::-1]


def test_a_walk_by_cursor_is_the_whole_list(subtests: pytest.Subtests, shelf: Shelf) -> None:
    for kind, sort in SORTS:
        with subtests.test(sorted_list(kind, sort)):
            whole = [key(row) for row in shelf.rows(kind, f"sort={sort.word}")]
            assert len(whole) >= 7
            for limit in (1, 3, len(whole)):
                assert walk(shelf.org, path_of(kind), sort=sort.word, limit=limit) == whole


def test_rows_share_the_first_part_of_their_place(subtests: pytest.Subtests, shelf: Shelf) -> None:
    """Otherwise the walks above would not show that the other parts count."""
    for kind in LISTS:
        with subtests.test(kind):
            rows = shelf.rows(kind)
            for first in {sort.keys[0].field for sort in LISTS[kind].sorts} - {"id", "code", "docType"}:
                values = [row[first] for row in rows if first in row]
                assert not values or len(set(values)) < len(values), first


def test_a_walk_keeps_to_its_filters_and_its_search(subtests: pytest.Subtests, shelf: Shelf) -> None:
    for kind in LISTS:
        with subtests.test(kind):
            query = {"updatedSince": "2026-05-04T10:00:00.999999Z", "q": "1"}
            if kind == "invoices":
                query["status"] = "PAID"
            for sort in LISTS[kind].sorts:
                asked = query | {"sort": sort.word}
                whole = [key(row) for row in shelf.rows(kind, urlencode(asked))]
                walked = list(pages(shelf.org, path_of(kind), limit=2, **asked))
                assert [key(row) for page in walked for row in page["data"]] == whole
                assert {page["meta"]["total"] for page in walked} == {len(whole)}


def test_a_cursor_of_any_page_goes_on_after_it(shelf: Shelf) -> None:
    whole = [row["id"] for row in shelf.rows("customers")]
    second = shelf.org.get("/customers?page=2&limit=2").json
    rest = shelf.org.get(f"/customers?limit=200&cursor={second['meta']['nextCursor']}").json
    assert [row["id"] for row in rest["data"]] == whole[4:]
    assert rest["meta"] == {
        "page": 1,
        "limit": 200,
        "total": len(whole),
        "hasMore": False,
        "nextCursor": None,
    }


def test_an_empty_list_and_a_page_beyond_the_end_have_no_cursor(shelf: Shelf) -> None:
    for query in ("q=nowhere", "page=9", "customerId=none"):
        answer = shelf.org.get(f"/customer-contacts?{query}").json
        assert (answer["data"], answer["meta"]["hasMore"], answer["meta"]["nextCursor"]) == ([], False, None)


def test_what_comes_and_goes_meanwhile_moves_nothing_else(service: Service) -> None:
    org = service.organization()
    kept = [org.make("/tax-rates", {"name": "x", "ratePercent": n})["id"] for n in range(9)]
    seen: list[str] = []
    for page in pages(org, "/tax-rates", limit=2):
        seen += [row["id"] for row in page["data"]]
        # One more in front of everything, and the very row that the cursor names is gone.
        org.make("/tax-rates", {"name": "new", "ratePercent": 1})
        org.delete(f"/tax-rates/{seen[-1]}")
    assert seen == kept[::-1]


@pytest.mark.parametrize("word", ["-invoiceDate", "invoiceDate"])
def test_documents_that_come_and_go_meanwhile_move_nothing_else(word: str, service: Service) -> None:
    org = service.organization()
    body = samples.invoice(org) | {"externalReference": None}
    kept = [org.make("/invoices", body | {"invoiceDate": f"2026-05-0{1 + n % 3}"})["id"] for n in range(7)]
    seen: list[str] = []
    for page in pages(org, "/invoices", limit=2, sort=word):
        seen += [row["id"] for row in page["data"]]
        for day in ("2026-05-01", "2026-05-02", "2026-05-03"):
            org.make("/invoices", body | {"invoiceDate": day})
        if len(seen) < 7:
            org.delete(f"/invoices/{seen[-1]}")
        if len(seen) > 40:
            break
    assert len(seen) == len(set(seen))
    # Among those that came meanwhile, the others stand in their order.
    in_order = sorted(kept, key=lambda one: (kept.index(one) % 3, kept.index(one)), reverse=word[0] == "-")
    assert [id for id in seen if id in kept] == in_order


def test_by_change_a_row_that_changes_comes_again_and_none_is_missed(service: Service) -> None:
    org = service.organization()
    ids = [org.make("/tax-rates", {"name": "x", "ratePercent": n})["id"] for n in range(6)]
    listing = pages(org, "/tax-rates", limit=2, sort="updatedAt")
    assert [row["id"] for row in next(listing)["data"]] == ids[:2]
    for id in (ids[0], ids[3]):
        org.patch(f"/tax-rates/{id}", {"name": "changed", "ratePercent": 1})
    rest = [(row["id"], row["name"]) for page in listing for row in page["data"]]
    assert rest == [
        (ids[2], "x"), (ids[4], "x"), (ids[5], "x"), (ids[0], "changed"), (ids[3], "changed")
    ]  # fmt: skip


def test_following_changes_sees_each_once(service: Service) -> None:
    org = service.organization()
    ids = [org.make("/tax-rates", {"name": "x", "ratePercent": n})["id"] for n in range(3)]
    last = org.read("/tax-rates?sort=updatedAt")[-1]["updatedAt"]
    org.patch(f"/tax-rates/{ids[1]}", {"name": "y", "ratePercent": 1})
    changed = org.read(f"/tax-rates?sort=updatedAt&updatedSince={last}")
    # Inclusive: the last one known comes again.
    assert [row["id"] for row in changed] == [ids[2], ids[1]]
