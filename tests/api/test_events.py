"""GET /events: what changed, once for each change of state, with the record as it read then."""

from datetime import UTC, datetime
from typing import Any

import pytest

from app.lists.catalogue import LISTINGS
from app.lists.cursors import cursor_after
from tests.parallel import at_once
from tests.selling import Body, body, customer, edited, invoice, move, pay, sent
from tests.service import Client, Service


def types(org: Client, record: str) -> list[str]:
    """Return the types of a record's events, in order."""
    return [row["type"] for row in events(org, record)]


def events(org: Client, record: str) -> list[Body]:
    rows: list[Body] = org.read(f"/events?recordId={record}&sort=createdAt&limit=200")
    return rows


def test_a_customer_is_made_changed_and_deleted(org: Client) -> None:
    id = customer(org, displayName="Acme")
    before = org.read(f"/customers/{id}")
    org.patch(f"/customers/{id}", {"displayName": "Acme & Sons"})
    after = org.read(f"/customers/{id}")
    org.delete(f"/customers/{id}")
    made, changed, deleted = events(org, id)
    assert [row["type"] for row in (made, changed, deleted)] == [
        "customer.created",
        "customer.updated",
        "customer.deleted",
    ]
    assert made["data"] == before
    assert changed["data"] == after
    assert deleted["data"] == {"id": id}


def test_an_invoice_is_drafted_edited_sent_and_paid(org: Client) -> None:
    who = customer(org)
    draft = invoice(org, who)
    edited(org, draft, notes="Thank you")
    move(org, draft["id"], "send")
    part = pay(org, who, 40, (draft["id"], 40))
    pay(org, who, 60, (draft["id"], 60))
    assert types(org, draft["id"]) == [
        *("invoice.created", "invoice.updated", "invoice.sent", "invoice.updated", "invoice.paid")
    ]
    assert types(org, part["id"]) == ["payment_received.created"]
    rows = org.read("/invoices")
    assert events(org, draft["id"])[-1]["data"] == rows[0]
    assert rows[0]["status"] == "PAID"


def test_an_invoice_that_is_created_as_sent_is_both(org: Client) -> None:
    made = sent(org, customer(org))
    move(org, made["id"], "void")
    assert types(org, made["id"]) == ["invoice.created", "invoice.sent", "invoice.voided"]


def test_events_of_one_moment_have_the_same_data_whichever_is_read(org: Client) -> None:
    made = sent(org, customer(org))
    rows = [org.read(f"/events?recordId={made['id']}&type=invoice.{word}") for word in ("created", "sent")]
    assert [row[0]["data"]["status"] for row in rows] == ["SENT", "SENT"]
    assert rows[0][0]["data"] == rows[1][0]["data"]


def test_an_invoice_that_credit_pays_at_once_is_paid_in_the_same_breath(org: Client) -> None:
    who = customer(org)
    credit = pay(org, who, 100)
    made = sent(org, who, applyCustomerCredit=True)
    assert made["status"] == "PAID"
    assert types(org, made["id"]) == ["invoice.created", "invoice.sent", "invoice.paid"]
    assert types(org, credit["id"]) == ["payment_received.created", "payment_received.updated"]


def test_a_payment_that_is_deleted_changes_its_invoice(org: Client) -> None:
    who = customer(org)
    made = sent(org, who)
    payment = pay(org, who, 100, (made["id"], 100))
    assert org.delete(f"/payments-received/{payment['id']}").status_int == 200
    assert types(org, payment["id"])[-1] == "payment_received.deleted"
    assert types(org, made["id"]) == ["invoice.created", "invoice.sent", "invoice.paid", "invoice.updated"]
    assert events(org, made["id"])[-1]["data"]["status"] == "SENT"


def test_a_draft_that_is_deleted_is_told_by_its_id(org: Client) -> None:
    draft = invoice(org, customer(org))
    org.delete(f"/invoices/{draft['id']}")
    assert events(org, draft["id"])[-1] | {"id": "", "createdAt": ""} == {
        "id": "",
        "type": "invoice.deleted",
        "createdAt": "",
        "recordId": draft["id"],
        "data": {"id": draft["id"]},
    }


def test_what_changed_nothing_leaves_no_event(org: Client) -> None:
    who = customer(org)
    total = org.get("/events").json["meta"]["total"]
    assert org.post("/customers", {"displayName": ""}).status_int == 422
    assert org.post("/invoices", body("cus_nobody")).status_int == 422
    assert org.patch("/customers/cus_nobody", {"displayName": "A"}).status_int == 404
    assert org.post(f"/invoices/{who}/send").status_int == 404
    assert org.get("/events").json["meta"]["total"] == total


def test_a_bulk_that_is_taken_back_leaves_no_event(org: Client) -> None:
    total = org.get("/events").json["meta"]["total"]
    asked = {"records": [{"displayName": "Good"}, {"displayName": ""}], "allOrNothing": True}
    assert org.post("/customers/bulk", asked).status_int == 422
    assert org.get("/events").json["meta"]["total"] == total


def test_a_request_that_is_sent_again_leaves_one_event(org: Client) -> None:
    asked = {"Idempotency-Key": "till-1"}
    first = org.post("/customers", {"displayName": "Acme"}, **asked).json["data"]["id"]
    assert org.post("/customers", {"displayName": "Acme"}, **asked).json["data"]["id"] == first
    assert types(org, first) == ["customer.created"]
    assert org.get("/events?type=customer.created").json["meta"]["total"] == 1


def test_thirty_two_changes_at_once_leave_an_event_each_in_the_order_of_the_changes(org: Client) -> None:
    id = customer(org, displayName="Acme")
    answers = at_once(32, org, lambda own, n: own.patch(f"/customers/{id}", {"displayName": f"Acme {n}"}))
    assert {answer.status_int for answer in answers} == {200}
    rows = events(org, id)
    assert [row["type"] for row in rows] == ["customer.created", *["customer.updated"] * 32]
    assert [row["id"] for row in rows] == sorted(row["id"] for row in rows)
    names = [row["data"]["displayName"] for row in rows[1:]]
    assert sorted(names) == sorted(f"Acme {n}" for n in range(32))
    assert names[-1] == org.read(f"/customers/{id}")["displayName"]


def test_each_of_many_has_its_event(org: Client) -> None:
    who = customer(org)
    made = org.post("/invoices/bulk", {"records": [body(who, status="SENT") for _ in range(50)]})
    ids = {row["id"] for row in (result["data"] for result in made.json["data"]["results"])}
    for type in ("invoice.created", "invoice.sent"):
        rows = org.read(f"/events?type={type}&limit=200")
        assert {row["recordId"] for row in rows} == ids
        assert len(rows) == 50


def test_nobody_reads_the_events_of_others(service: Service, org: Client) -> None:
    id = customer(org)
    assert events(service.organization(), id) == []
    assert service.member(org.organization_id, "ADMIN", "customers.read").get("/events").status_int == 403


def test_a_list_goes_on_by_its_cursor_and_by_since(org: Client) -> None:
    for _ in range(7):
        customer(org)
    whole = org.read("/events?sort=createdAt&limit=200")
    read: list[Any] = []
    cursor = ""
    while cursor is not None:
        answer = org.get(f"/events?sort=createdAt&limit=3{cursor and '&cursor=' + cursor}").json
        read += answer["data"]
        cursor = answer["meta"]["nextCursor"]
    assert read == whole
    later = org.read(f"/events?sort=createdAt&since={whole[3]['createdAt']}")
    assert later == whole[3:]


@pytest.mark.parametrize("asked", ["type=nothing", "since=soon", "limit=201", "cursor=x"])
def test_a_parameter_that_means_nothing_is_refused_by_its_name(org: Client, asked: str) -> None:
    answer = org.get(f"/events?{asked}")
    assert answer.status_int == 422
    assert answer.json["error"]["details"][0]["field"] in asked


def test_events_are_searched_by_what_their_records_are_called(org: Client) -> None:
    who = customer(org, displayName="Zafar & Sons")
    made = sent(org, who)
    customer(org)
    found = org.read("/events?q=zafar&sort=createdAt")
    assert [(row["type"], row["recordId"]) for row in found] == [
        ("customer.created", who),
        ("invoice.created", made["id"]),
        ("invoice.sent", made["id"]),
    ]
    assert org.read(f"/events?q={made['invoiceNumber']}&type=invoice.sent") == found[2:]
    assert org.get("/events?q=zafar").json["meta"]["total"] == 3
    assert org.read("/events?q=nowhere") == []
    page = org.get("/events?q=zafar&sort=createdAt&limit=2").json
    assert org.read(f"/events?q=zafar&sort=createdAt&cursor={page['meta']['nextCursor']}") == found[2:]
    assert org.get("/events?q=zafar", Accept="text/csv").text.count("\r\n") == 4


def test_tests_of_endpoints_are_found_by_their_type(org: Client) -> None:
    hook = org.make("/webhook-endpoints", {"url": "https://example.com/"})["id"]
    org.post(f"/webhook-endpoints/{hook}/test")
    customer(org)
    assert [row["recordId"] for row in org.read("/events?type=webhook.test")] == [hook]


def test_a_place_that_no_event_has_leads_to_none(org: Client) -> None:
    customer(org)
    row = {"createdAt": datetime(2999, 1, 1, tzinfo=UTC), "id": "evt_x"}
    cursor = cursor_after("events", LISTINGS["events"].sorts[1], row)
    assert org.read(f"/events?sort=createdAt&cursor={cursor}") == []
