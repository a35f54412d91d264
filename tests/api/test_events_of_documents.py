"""The life of each kind of document, told by its events: one for each state that it comes to."""

from typing import Any

import pytest

from app.events.types import EVENT_TYPES
from tests.api.buying import open_bill
from tests.api.buying import paid as paid_bill
from tests.api.converting import convert, line_ids, order, quote
from tests.api.noting import CREDIT, DEBIT, Side
from tests.selling import vendor
from tests.service import Client

Body = dict[str, Any]


def told(org: Client, id: str) -> list[str]:
    """Return the types of a record's events without the name of its kind; each type must be documented."""
    types = [row["type"] for row in org.read(f"/events?recordId={id}&sort=createdAt&limit=200")]
    assert set(types) <= set(EVENT_TYPES)
    return [type.partition(".")[2] for type in types]


def done(org: Client, path: str, body: Body | None = None) -> Body:
    answer = org.post(path, body)
    assert answer.status_int in (200, 201), answer.text
    data: Body = answer.json["data"]
    return data


def test_a_quote_is_sent_and_declined(org: Client) -> None:
    id = quote(org, status="DRAFT")
    done(org, f"/quotes/{id}/send")
    done(org, f"/quotes/{id}/decline")
    assert told(org, id) == ["created", "sent", "declined"]


@pytest.mark.parametrize("type", ["INVOICE", "SALES_ORDER"])
def test_a_quote_that_is_converted_is_accepted_and_makes_one_document(org: Client, type: str) -> None:
    id = quote(org)
    made = done(org, f"/quotes/{id}/convert", {"type": type})["id"]
    assert told(org, id) == ["created", "sent", "accepted"]
    assert told(org, made) == ["created"]
    (event,) = org.read(f"/events?type={type.lower()}.created")
    assert event["recordId"] == made


@pytest.mark.parametrize(
    ("path", "issue", "issued", "makes"),
    [
        ("/sales-orders", "confirm", "confirmed", "invoice"),
        ("/purchase-orders", "issue", "issued", "bill"),
    ],
)
def test_an_order_is_converted_in_two_parts_and_closed(
    org: Client, path: str, issue: str, issued: str, makes: str
) -> None:
    id = order(org, path, "DRAFT")
    done(org, f"{path}/{id}/{issue}")
    part = convert(org, path, id, (line_ids(org, path, id)[0], 1)).json["data"]["id"]
    rest = convert(org, path, id).json["data"]["id"]
    assert told(org, id) == ["created", issued, "updated", "closed"]
    assert [told(org, made) for made in (part, rest)] == [["created"], ["created"]]
    assert len(org.read(f"/events?type={makes}.created")) == 2
    other = order(org, path, "DRAFT")
    done(org, f"{path}/{other}/{issue}")
    done(org, f"{path}/{other}/void")
    assert told(org, other) == ["created", issued, "voided"]


@pytest.mark.parametrize("side", [CREDIT, DEBIT], ids=["credit note", "debit note"])
def test_a_note_is_opened_and_settles_what_it_is_about(org: Client, side: Side) -> None:
    party = side.new_party(org)
    claim = side.claims(org, party)
    note = side.make(org, party)
    done(org, f"{side.path}/{note['id']}/open")
    done(
        org,
        f"{side.path}/{note['id']}/allocations",
        {"allocations": [{side.claim: claim["id"], "amount": note["total"]}]},
    )
    assert told(org, note["id"]) == ["created", "opened", "updated"]
    assert told(org, claim["id"])[-1] == "paid"
    other = side.make(org, party)
    done(org, f"{side.path}/{other['id']}/open")
    done(org, f"{side.path}/{other['id']}/void")
    assert told(org, other["id"]) == ["created", "opened", "voided"]


def test_a_bill_is_opened_paid_and_open_again(org: Client) -> None:
    seller = vendor(org)
    bill = open_bill(org, seller)
    payment = paid_bill(org, seller, bill["total"], (bill["id"], bill["total"]))
    assert told(org, payment["id"]) == ["created"]
    assert org.delete(f"/payments-made/{payment['id']}").status_int == 200
    assert told(org, bill["id"]) == ["created", "opened", "paid", "updated"]
    assert told(org, payment["id"]) == ["created", "deleted"]
