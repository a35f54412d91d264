"""Sales orders and purchase orders: written as drafts, confirmed or issued, closed, voided."""

from typing import Any

import pytest

from tests.api.converting import article, refusal
from tests.api.references import load_documents
from tests.selling import customer, vendor
from tests.service import Client

LINE = {"description": "Teak plank", "quantity": 4, "rate": 100, "taxRatePercent": 18}
# The path, what it is confirmed with, and the state that it has then.
KINDS = [("/sales-orders", "confirm", "CONFIRMED"), ("/purchase-orders", "issue", "ISSUED")]
of_each_kind = pytest.mark.parametrize(("path", "word", "in_force"), KINDS)


def body(org: Client, path: str, **fields: Any) -> dict[str, Any]:
    party = (
        {"customerId": customer(org)}
        if path == "/sales-orders"
        else {"vendorId": vendor(org, gstin="27AAPFU0939F1ZV")}
    )
    return party | {"orderDate": "2026-05-04", "lines": [LINE]} | fields


def order(org: Client, path: str, **fields: Any) -> dict[str, Any]:
    return org.make(path, body(org, path, **fields))


@of_each_kind
def test_an_order_is_made_as_a_draft_with_its_number(
    org: Client, path: str, word: str, in_force: str
) -> None:
    made = order(org, path)
    number = "salesOrderNumber" if path == "/sales-orders" else "purchaseOrderNumber"
    assert made.keys() == {"id", "status", "total", number}
    assert (made["status"], made["total"]) == ("DRAFT", 472)
    read = org.read(f"{path}/{made['id']}")
    assert (read["status"], read["total"], read[number]) == ("DRAFT", 472, made[number])
    assert [line["convertedQuantity"] for line in read["lineItems"]] == [0]


@of_each_kind
def test_a_draft_is_written_anew_and_keeps_its_number(
    org: Client, path: str, word: str, in_force: str
) -> None:
    made = order(org, path)
    again = body(org, path, lines=[LINE | {"quantity": 1}, LINE])
    answer = org.patch(f"{path}/{made['id']}", again)
    assert answer.status_int == 200, answer.text
    assert answer.json["data"] == made | {"total": 590}
    assert len(org.read(f"{path}/{made['id']}")["lineItems"]) == 2


@of_each_kind
def test_a_draft_is_deleted_and_leaves_the_list(org: Client, path: str, word: str, in_force: str) -> None:
    made = order(org, path)
    assert org.delete(f"{path}/{made['id']}").json["data"] == {"ok": True}
    assert org.get(f"{path}/{made['id']}").status_int == 404
    assert org.get(path).json["meta"]["total"] == 0


@of_each_kind
def test_an_order_is_put_in_force_and_closed(org: Client, path: str, word: str, in_force: str) -> None:
    id = order(org, path)["id"]
    assert org.post(f"{path}/{id}/{word}").json["data"] == {"id": id, "status": in_force}
    assert org.post(f"{path}/{id}/close").json["data"] == {"id": id, "status": "CLOSED"}
    assert org.read(f"{path}/{id}")["status"] == "CLOSED"


@of_each_kind
def test_an_order_in_force_is_voided(org: Client, path: str, word: str, in_force: str) -> None:
    id = order(org, path, status=in_force)["id"]
    assert org.post(f"{path}/{id}/void").json["data"] == {"id": id, "status": "VOID"}


@of_each_kind
def test_what_a_state_does_not_allow_is_refused_and_says_why(
    org: Client, path: str, word: str, in_force: str
) -> None:
    noun = path[1:-1].replace("-", " ")
    draft, opened, closed = (
        order(org, path, status=status)["id"] for status in ("DRAFT", in_force, "CLOSED")
    )
    for id, verb, sentence in (
        (draft, "close", f"Only {article(in_force)} {in_force} {noun} can be closed; this one is DRAFT."),
        (draft, "void", f"Only {article(in_force)} {in_force} {noun} can be voided; this one is DRAFT."),
        (opened, word, f"Only a DRAFT {noun} can be {in_force.lower()}; this one is {in_force}."),
        (closed, "void", f"Only {article(in_force)} {in_force} {noun} can be voided; this one is CLOSED."),
        (closed, "close", f"Only {article(in_force)} {in_force} {noun} can be closed; this one is CLOSED."),
    ):
        assert refusal(org.post(f"{path}/{id}/{verb}")) == (409, sentence)
    assert refusal(org.patch(f"{path}/{opened}", body(org, path)))[0] == 409
    assert refusal(org.delete(f"{path}/{opened}"))[0] == 409


@of_each_kind
def test_an_order_of_a_day_to_come_is_put_in_force_with_a_warning(
    org: Client, path: str, word: str, in_force: str
) -> None:
    id = order(org, path, orderDate="2998-01-01")["id"]
    answer = org.post(f"{path}/{id}/{word}")
    assert answer.status_int == 200
    assert [warning["code"] for warning in answer.json["warnings"]] == ["date_in_future"]


def test_purchase_orders_are_found_by_number_vendor_state_and_day(org: Client) -> None:
    mine, day = vendor(org), "2026-05-04"
    first = org.make("/purchase-orders", {"vendorId": mine, "orderDate": day, "lines": [LINE]})
    second = order(org, "/purchase-orders", status="ISSUED", orderDate="2026-06-01")
    for query, found in (
        (f"vendorId={mine}", first),
        ("status=ISSUED", second),
        ("from=2026-05-20", second),
        ("to=2026-05-20", first),
        (f"q={first['purchaseOrderNumber']}", first),
    ):
        assert [row["id"] for row in org.read(f"/purchase-orders?{query}")] == [found["id"]]


def test_a_purchase_order_names_the_vendor_as_its_seller(org: Client) -> None:
    read = org.read(f"/purchase-orders/{order(org, '/purchase-orders')['id']}")
    assert read["vendorId"]
    assert read["sellerLegalName"]
    assert "party" not in read
    assert "lineItems" not in org.read("/purchase-orders")[0]


def test_a_draft_that_another_document_names_is_not_deleted_and_it_says_why(org: Client) -> None:
    buyer, seller = customer(org), vendor(org)
    quoted = org.make("/quotes", {"customerId": buyer, "quoteDate": "2026-05-04", "lines": [LINE]})["id"]
    named = {"customerId": buyer, "quoteId": quoted, "orderDate": "2026-05-04", "lines": [LINE]}
    org.make("/sales-orders", named)
    assert refusal(org.delete(f"/quotes/{quoted}")) == (409, "A sales order names this quote.")
    ordered = org.make("/purchase-orders", {"vendorId": seller, "orderDate": "2026-05-04", "lines": [LINE]})[
        "id"
    ]
    bill = {"vendorId": seller, "billDate": "2026-05-04", "purchaseOrderId": ordered, "lines": [LINE]}
    load_documents(org, "bills", bill)
    assert refusal(org.delete(f"/purchase-orders/{ordered}")) == (409, "A bill names this purchase order.")
