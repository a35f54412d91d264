"""Every list as CSV: all of it, as its pages show it."""

import csv
import io
import json
from typing import Any
from urllib.parse import urlencode

import pytest

from app.lists import paging
from app.lists.catalogue import LISTINGS
from tests.api import samples
from tests.api.shelf import Shelf, path_of
from tests.selling import customer
from tests.service import Client, Service

CSV = {"Accept": "text/csv"}
# Those of webhooks: test_webhook_endpoints.py.
# The trail tells of the records of all other lists, and takes a second to read.
lists = pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.slow if kind == "audit" else ())
        for kind in LISTINGS
        if not kind.startswith("webhook_")
    ],
)


def table(org: Client, path: str) -> list[list[str]]:
    """The lines of a list as CSV, its header first."""
    answer = org.get(path, **CSV)
    assert answer.status_int == 200, answer.text
    assert answer.body.endswith(b"\r\n")
    return list(csv.reader(io.StringIO(answer.body.decode("utf-8"), newline="")))


def shown(value: Any) -> str:
    """A value of a row as its cell has it."""
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def whole(org: Client, kind: str, query: str = "") -> list[dict[str, Any]]:
    """All rows of a list by its pages."""
    answer = org.get(f"{path_of(kind)}?limit=200&{query}").json
    rows = answer["data"]
    while cursor := answer["meta"]["nextCursor"]:
        answer = org.get(f"{path_of(kind)}?limit=200&cursor={cursor}&{query}").json
        rows += answer["data"]
    return list(rows)


@lists
def test_a_list_as_csv_is_what_its_pages_show(kind: str, shelf: Shelf) -> None:
    rows = whole(shelf.org, kind)
    header, *lines = table(shelf.org, path_of(kind))
    assert header == list(rows[0])
    assert lines == [[shown(value) for value in row.values()] for row in rows]


@lists
def test_a_list_is_a_file_in_utf_8_with_a_header(kind: str, shelf: Shelf) -> None:
    answer = shelf.org.get(path_of(kind), **CSV)
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{path_of(kind)[1:]}.csv"'
    assert not answer.body.startswith(b"\xef\xbb\xbf")
    assert "Content-Length" not in answer.headers


@lists
def test_every_order_and_what_is_searched_hold_however_few_are_read_at_once(
    kind: str, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paging, "_AT_ONCE", 2)
    searched = ["", "0", "nowhere"] if LISTINGS[kind].search else [""]
    for sort in LISTINGS[kind].sorts:
        for q in searched:
            query = urlencode({"sort": sort.word} | ({"q": q} if q else {}))
            lines = table(shelf.org, f"{path_of(kind)}?{query}")[1:]
            assert lines == [[shown(v) for v in row.values()] for row in whole(shelf.org, kind, query)], query


@lists
def test_page_limit_and_cursor_have_no_effect(kind: str, shelf: Shelf) -> None:
    every = table(shelf.org, path_of(kind))
    for query in ("limit=1", "page=3&limit=2", "page=2147483647"):
        assert table(shelf.org, f"{path_of(kind)}?{query}") == every
    cursor = shelf.org.get(f"{path_of(kind)}?limit=2").json["meta"]["nextCursor"]
    assert table(shelf.org, f"{path_of(kind)}?cursor={cursor}") == every


def test_filters_hold(shelf: Shelf) -> None:
    for query in (
        "status=SENT",
        "from=2026-05-03&to=2026-05-03",
        "externalReference=WEB/1",
        "updatedSince=2999-01-01",
    ):
        expected = [row["id"] for row in whole(shelf.org, "invoices", query)]
        assert [line[0] for line in table(shelf.org, f"/invoices?{query}")[1:]] == expected, query


@lists
def test_an_empty_list_has_its_header(kind: str, shelf: Shelf, service: Service) -> None:
    header, *lines = table(service.organization(), path_of(kind))
    # An organization begins with its base currency and what made it stands in its trail.
    assert header == table(shelf.org, path_of(kind))[0]
    assert kind in ("currencies", "audit") or lines == []


ACCEPTED = {
    "text/csv": True,
    "text/*": True,
    "TEXT/CSV": True,
    "text/csv, application/json;q=0.9": True,
    "text/csv;q=0.5, application/json;q=0.4": True,
    "text/csv, application/json": False,
    "text/csv;q=0.4, application/json;q=0.5": False,
    "text/html,application/xhtml+xml,*/*;q=0.8": False,
    "*/*": False,
    "application/json": False,
    "text/plain": False,
    "text/csv;q=0": False,
    "text/csv;q=x": False,
    "text/": False,
    "": False,
}


@pytest.mark.parametrize(("accept", "is_csv"), ACCEPTED.items())
def test_the_header_accept_decides_and_json_wins_where_both_are_liked(
    accept: str, is_csv: bool, org: Client
) -> None:
    answer = org.get("/customers", Accept=accept)
    assert answer.status_int == 200
    assert answer.headers["Content-Type"].startswith("text/csv") is is_csv


def test_a_refusal_is_told_in_the_envelope_before_the_first_line(org: Client, service: Service) -> None:
    weak = service.member(org.organization_id, scopes="items.read")
    stranger = Client(service.app, "pat_nobody")
    refusals = {
        ("/invoices", stranger): (401, "unauthorized"),
        ("/invoices", Client(service.app, None)): (401, "unauthorized"),
        ("/invoices", weak): (403, "insufficient_scope"),
        ("/invoices?status=x", stranger): (401, "unauthorized"),
        ("/invoices?status=x", org): (422, "validation_error"),
        ("/invoices?stauts=SENT", org): (422, "validation_error"),
        ("/invoices?cursor=x", org): (422, "validation_error"),
    }
    for (path, client), (status, code) in refusals.items():
        answer = client.get(path, **CSV)
        assert (answer.status_int, answer.json["error"]["code"]) == (status, code), path
    assert org.get("/invoices/inv_nobody", **CSV).status_int == 404


def test_another_organization_is_in_no_csv(shelf: Shelf, service: Service) -> None:
    other = service.organization()
    customer(other, displayName="Only theirs")
    assert b"Only theirs" not in shelf.org.get("/customers", **CSV).body


def test_text_that_a_spreadsheet_would_run_begins_with_an_apostrophe(org: Client) -> None:
    org.make(
        "/customers", samples.customer(org) | {"displayName": '=HYPERLINK("http://x")', "phone": "+91 22 1"}
    )
    header, line = table(org, "/customers")
    row = dict(zip(header, line, strict=True))
    assert (row["displayName"], row["phone"]) == ('\'=HYPERLINK("http://x")', "+91 22 1")


def test_what_is_no_list_is_answered_as_json_whatever_is_asked_for(org: Client) -> None:
    one = customer(org)
    assert org.get(f"/customers/{one}", **CSV).json["data"]["id"] == one
    assert org.post("/customers", {"displayName": "B"}, **CSV).status_int == 201
