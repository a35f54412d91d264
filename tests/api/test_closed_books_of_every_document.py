"""Closed books hold bills and notes as they hold invoices, and orders not at all."""

from typing import Any, NamedTuple

import pytest
from webtest import TestResponse

from tests.api.closing import CLOSED, LAST, NEXT, close, refused
from tests.selling import Body, customer, line, vendor
from tests.service import Client


class Kind(NamedTuple):
    """A kind of document: its path, the fields of party and date, and the move that puts it in force."""

    path: str
    party: str
    day: str
    in_force: str
    move: str

    def body(self, party: str, day: str, **fields: Any) -> Body:
        return {self.party: party, self.day: day, "lines": [line()]} | fields


IN_BOOKS = [
    Kind("/credit-notes", "customerId", "creditNoteDate", "OPEN", "open"),
    Kind("/bills", "vendorId", "billDate", "OPEN", "open"),
    Kind("/debit-notes", "vendorId", "debitNoteDate", "OPEN", "open"),
]
BESIDE = [
    Kind("/quotes", "customerId", "quoteDate", "SENT", "send"),
    Kind("/sales-orders", "customerId", "orderDate", "CONFIRMED", "confirm"),
    Kind("/purchase-orders", "vendorId", "orderDate", "ISSUED", "issue"),
]
in_books = pytest.mark.parametrize("kind", IN_BOOKS, ids=[kind.path for kind in IN_BOOKS])
beside = pytest.mark.parametrize("kind", BESIDE, ids=[kind.path for kind in BESIDE])


def party_of(org: Client, kind: Kind) -> str:
    return customer(org) if kind.party == "customerId" else vendor(org)


def carried_out(answer: TestResponse) -> None:
    assert answer.status_int in (200, 201), answer.text


@in_books
def test_nothing_of_a_closed_day_is_made_changed_moved_or_taken_away(org: Client, kind: Kind) -> None:
    party = party_of(org, kind)
    old, new = (org.make(kind.path, kind.body(party, day))["id"] for day in (LAST, NEXT))
    issued = org.make(kind.path, kind.body(party, LAST, status=kind.in_force))["id"]
    close(org)
    paths = {id: f"{kind.path}/{id}" for id in (old, new, issued)}
    before = {path: org.read(path) for path in paths.values()}
    refused(org.post(kind.path, kind.body(party, LAST)))
    refused(org.post(kind.path, kind.body(party, "2026-04-01", status=kind.in_force)))
    refused(org.patch(paths[old], kind.body(party, LAST, notes="x")))
    refused(org.patch(paths[old], kind.body(party, NEXT)))
    refused(org.patch(paths[new], kind.body(party, LAST)))
    refused(org.post(f"{paths[old]}/{kind.move}"))
    refused(org.delete(paths[old]))
    refused(org.post(f"{paths[issued]}/void"))
    assert {path: org.read(path) for path in paths.values()} == before
    assert org.get(kind.path).json["meta"]["total"] == len(before)


@in_books
def test_a_later_day_is_free(org: Client, kind: Kind) -> None:
    party = party_of(org, kind)
    close(org)
    first, second = (org.make(kind.path, kind.body(party, NEXT))["id"] for _ in range(2))
    carried_out(org.patch(f"{kind.path}/{first}", kind.body(party, NEXT, notes="x")))
    carried_out(org.post(f"{kind.path}/{first}/{kind.move}"))
    carried_out(org.post(f"{kind.path}/{first}/void"))
    carried_out(org.delete(f"{kind.path}/{second}"))


@in_books
def test_one_of_many_is_told_alone(org: Client, kind: Kind) -> None:
    party = party_of(org, kind)
    close(org)
    sent = {"records": [kind.body(party, LAST), kind.body(party, NEXT)]}
    closed, made = org.post(kind.path + "/bulk", sent).json["data"]["results"]
    assert (closed["status"], closed["error"]["message"], made["status"]) == (409, CLOSED, 201)
    answer = org.post(kind.path + "/bulk", sent | {"allOrNothing": True})
    (detail,) = answer.json["error"]["details"]
    assert (answer.status_int, detail) == (422, {"field": "records.0", "message": CLOSED})


@beside
def test_quotes_and_orders_are_not_in_the_books(org: Client, kind: Kind) -> None:
    party = party_of(org, kind)
    drafts = [org.make(kind.path, kind.body(party, LAST))["id"] for _ in range(2)]
    close(org)
    carried_out(org.post(kind.path, kind.body(party, LAST, status=kind.in_force)))
    carried_out(org.patch(f"{kind.path}/{drafts[0]}", kind.body(party, LAST, notes="x")))
    carried_out(org.post(f"{kind.path}/{drafts[0]}/{kind.move}"))
    carried_out(org.delete(f"{kind.path}/{drafts[1]}"))


def test_an_order_becomes_no_invoice_of_a_closed_day(org: Client) -> None:
    kind = BESIDE[1]
    order = org.make(kind.path, kind.body(party_of(org, kind), LAST, status="CONFIRMED"))["id"]
    close(org, "2999-12-31")
    assert org.post(f"{kind.path}/{order}/convert", {}).status_int == 409
    assert org.read(f"{kind.path}/{order}")["status"] == "CONFIRMED"
    close(org)
    carried_out(org.post(f"{kind.path}/{order}/convert", {}))
