"""Wrong cursors: forged, damaged, of another order, of another list, of another organization."""

import base64
import json
from typing import Any

import pytest

from app.lists.cursors import _encoded
from tests.api.hostile import assert_in_envelope, send
from tests.api.kinds import LISTS, SORTS
from tests.api.rotation import share
from tests.api.shelf import Shelf, key, moment, path_of, sorted_list
from tests.refusals import refused
from tests.service import Client, Service

# Orders that are each other's reverse take the same places.
PLACES = {(kind, sort.keys): (kind, sort) for kind, sort in SORTS}.values()


@pytest.fixture(scope="module")
def empty(_running: Service) -> Client:
    """An organization without a record."""
    return _running.organization()


def cursor_of(shelf: Shelf, kind: str, sort: str = "") -> str:
    """The first page's cursor."""
    meta = shelf.org.get(f"{path_of(kind)}?limit=2&sort={sort}").json["meta"]
    return str(meta["nextCursor"])


def test_a_word_that_the_list_has_not_is_refused(subtests: pytest.Subtests, shelf: Shelf) -> None:
    for kind in LISTS:
        with subtests.test(kind):
            words = {sort.word for _, sort in SORTS} | {"id", "-updatedAt", "createdAt", "%00", "status"}
            foreign = sorted(words - {sort.word for sort in LISTS[kind].sorts})
            for word in share(foreign, begin=list(LISTS).index(kind), one_in=4):
                assert refused(shelf.org.get(f"{path_of(kind)}?sort={word}")) == {"sort"}, word
            assert refused(shelf.org.get(f"{path_of(kind)}?sort=updatedAt&sort=updatedAt")) == {"sort"}


def test_a_cursor_of_another_order_or_another_list_is_refused(
    subtests: pytest.Subtests, shelf: Shelf
) -> None:
    for kind in LISTS:
        with subtests.test(kind):
            path, sorts = path_of(kind), LISTS[kind].sorts
            for sort, other in zip(sorts, sorts[1:] + sorts, strict=False):
                cursor = cursor_of(shelf, kind, other.word)
                assert refused(shelf.org.get(f"{path}?sort={sort.word}&cursor={cursor}")) == {"cursor"}
            elsewhere = "vendors" if kind != "vendors" else "customers"
            assert refused(shelf.org.get(f"{path}?cursor={cursor_of(shelf, elsewhere)}")) == {"cursor"}


def test_a_damaged_cursor_is_refused(shelf: Shelf) -> None:
    cursor = cursor_of(shelf, "invoices")
    for place, letter in enumerate(cursor):
        damaged = cursor[:place] + ("A" if letter != "A" else "B") + cursor[place + 1 :]
        assert refused(shelf.org.get(f"/invoices?cursor={damaged}")) == {"cursor"}
        assert refused(shelf.org.get(f"/invoices?cursor={cursor[:place] or 'x'}")) == {"cursor"}
    for more in (
        cursor + "A",
        cursor + "%3D",
        cursor.lower(),
        "%00",
        "x" * 5000,
        "%F0%9F%A7%BE",
        cursor + "%0A",
    ):
        assert refused(shelf.org.get(f"/invoices?cursor={more}")) == {"cursor"}
    assert refused(shelf.org.get(f"/invoices?cursor={cursor}&cursor={cursor}")) == {"cursor"}


def test_a_cursor_and_a_page_do_not_go_together(shelf: Shelf) -> None:
    cursor = cursor_of(shelf, "invoices")
    assert refused(shelf.org.get(f"/invoices?page=2&cursor={cursor}")) == {"cursor"}
    assert shelf.org.get(f"/invoices?page=1&cursor={cursor}").status_int == 200


def test_with_an_unknown_order_the_cursor_is_not_blamed(shelf: Shelf) -> None:
    cursor = cursor_of(shelf, "invoices")
    assert refused(shelf.org.get(f"/invoices?sort=x&cursor={cursor}")) == {"sort"}


FORGED = (
    None, True, False, 0, -1, 1.5, 10**15, 2**63, -(2**63), 2**64 - 1, 10**17, -(10**17), "", "x", "2026-05-04",
    "0001-01-01", "9999-12-31", "10000-01-01", "infinity", "2026-02-30", "a\0b", "\ue000\U0010ffff", "x" * 255,
    "x" * 256, "'; DROP TABLE customers; --", "%s %(id)s", [], {}, [1],
)  # fmt: skip


def test_a_forged_cursor_is_a_place_or_refused_by_name(subtests: pytest.Subtests, shelf: Shelf) -> None:
    for kind, sort in PLACES:
        with subtests.test(sorted_list(kind, sort)):
            whole = {key(row) for row in shelf.rows(kind)}
            bodies: list[Any] = [None, {}, [], "x", 1, ["x"] * (len(sort.keys) + 1)]
            good = {"day": "2026-05-04", "moment": 1777888800000000, "text": "x", "whole": 1}
            base = [good[part.kind] for part in sort.keys]
            forged = [[*base[:n], value, *base[n + 1 :]] for n in range(len(base)) for value in FORGED]
            bodies += share(forged, begin=list(PLACES).index((kind, sort)), one_in=5)
            for body in bodies:
                cursor = _encoded(kind, sort, json.dumps(body).encode())
                target = f"{path_of(kind)}?sort={sort.word}&cursor={cursor}"
                answer = send(shelf.org.web.app, "GET", target, token=shelf.org.token)
                assert_in_envelope(answer)
                assert answer.status in (200, 422), (body, answer.body)
                if answer.status == 200:
                    assert {key(row) for row in answer.json["data"]} <= whole
                else:
                    assert [fault["field"] for fault in answer.json["error"]["details"]] == ["cursor"], body
            for raw in (b"", b"[", b"[" * 2000, b"\xff", b'["\\ud800"]', b"[NaN]"):
                target = f"{path_of(kind)}?sort={sort.word}&cursor={_encoded(kind, sort, raw)}"
                assert send(shelf.org.web.app, "GET", target, token=shelf.org.token).status == 422


def test_a_cursor_of_another_organization_shows_only_the_caller_s_own(
    subtests: pytest.Subtests, shelf: Shelf, empty: Client
) -> None:
    for kind, sort in SORTS:
        with subtests.test(sorted_list(kind, sort)):
            cursor = cursor_of(shelf, kind, sort.word)
            answer = empty.get(f"{path_of(kind)}?sort={sort.word}&cursor={cursor}").json
            assert (answer["data"], answer["meta"]["total"], answer["meta"]["nextCursor"]) == ([], 0, None)


def test_a_cursor_tells_nothing_but_a_place(shelf: Shelf) -> None:
    cursor = cursor_of(shelf, "invoices")
    (day, made, id) = json.loads(base64.urlsafe_b64decode(cursor + "==")[6:])
    second = shelf.rows("invoices")[1]
    assert (day, id) == (second["invoiceDate"][:10], second["id"])
    assert made == round(moment(second["createdAt"]).timestamp() * 10**6)
