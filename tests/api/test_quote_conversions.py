"""Quotes become orders and invoices, once, at the prices that were agreed."""

import pytest

from tests.api.converting import (
    PLANK,
    lines_of,
    quote,
    refusal,
)
from tests.selling import customer, item
from tests.service import Client


@pytest.mark.parametrize(("type", "path"), [("SALES_ORDER", "/sales-orders"), ("INVOICE", "/invoices")])
def test_a_quote_becomes_a_draft_with_all_that_was_agreed(org: Client, type: str, path: str) -> None:
    id = quote(org, notes="As spoken", placeOfSupplyStateCode="29")
    answer = org.post(f"/quotes/{id}/convert", {"type": type})
    assert answer.status_int == 201
    assert answer.json["data"].keys() == {"type", "id"}
    assert answer.json["data"]["type"] == type
    quoted, made = org.read(f"/quotes/{id}"), org.read(f"{path}/{answer.json['data']['id']}")
    assert (made["status"], made["quoteId"], quoted["status"]) == ("DRAFT", id, "ACCEPTED")
    assert lines_of(made) == lines_of(quoted)
    for name in (
        "total",
        "customerId",
        "notes",
        "placeOfSupplyStateCode",
        "buyer",
        "sellerGstin",
        "supplyType",
    ):
        assert made[name] == quoted[name], name


def test_what_was_agreed_holds_whatever_became_of_item_and_customer(org: Client) -> None:
    sold = item(org, sellingPrice=90, hsnOrSac="4407")
    owner = customer(org, displayName="Acme", gstin="29AAPFU0939F1ZR")
    id = quote(org, customerId=owner, lines=[{"itemId": sold["id"], "quantity": 2, "taxRatePercent": 12}])
    assert org.patch(f"/items/{sold['id']}/core", {"name": "New", "sellingPrice": 5}).status_int == 200
    assert org.patch(f"/customers/{owner}", {"displayName": "Other", "gstin": None}).status_int == 200
    made = org.post(f"/quotes/{id}/convert", {"type": "INVOICE"}).json["data"]["id"]
    quoted, invoice = org.read(f"/quotes/{id}"), org.read(f"/invoices/{made}")
    assert lines_of(invoice) == lines_of(quoted)
    assert invoice["buyer"] == quoted["buyer"]
    assert invoice["total"] == quoted["total"]


def test_a_quote_is_converted_once_unless_what_it_became_was_deleted(org: Client) -> None:
    id = quote(org)
    made = org.post(f"/quotes/{id}/convert", {"type": "SALES_ORDER"}).json["data"]["id"]
    number = org.read(f"/sales-orders/{made}")["salesOrderNumber"]
    again = org.post(f"/quotes/{id}/convert", {"type": "INVOICE"})
    assert refusal(again) == (409, f"It was converted already, to the sales order {number}.")
    assert org.delete(f"/sales-orders/{made}").status_int == 200
    assert org.post(f"/quotes/{id}/convert", {"type": "INVOICE"}).status_int == 201


@pytest.mark.parametrize("status", ["DRAFT", "DECLINED"])
def test_a_quote_that_is_not_out_is_not_converted(org: Client, status: str) -> None:
    answer = org.post(f"/quotes/{quote(org, status=status)}/convert", {"type": "INVOICE"})
    sentence = f"Only a SENT or EXPIRED or ACCEPTED quote can be converted; this one is {status}."
    assert refusal(answer) == (409, sentence)


def test_a_quote_is_converted_to_what_there_is(org: Client) -> None:
    for body in ({"type": "BILL"}, {}, {"type": "INVOICE", "lines": []}):
        assert org.post(f"/quotes/{quote(org)}/convert", body).status_int == 422


def test_a_sales_order_that_is_written_anew_without_its_quote_leaves_the_quote_free(org: Client) -> None:
    id = quote(org)
    made = org.post(f"/quotes/{id}/convert", {"type": "SALES_ORDER"}).json["data"]["id"]
    body = {
        "customerId": org.read(f"/quotes/{id}")["customerId"],
        "orderDate": "2026-05-04",
        "lines": [PLANK],
    }
    assert org.patch(f"/sales-orders/{made}", body | {"quoteId": id}).status_int == 200
    assert org.post(f"/quotes/{id}/convert", {"type": "INVOICE"}).status_int == 409
    assert org.patch(f"/sales-orders/{made}", body).status_int == 200
    assert org.post(f"/quotes/{id}/convert", {"type": "INVOICE"}).status_int == 201
