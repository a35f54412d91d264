"""Orders become invoices and bills, as a whole or in parts, at the prices that were agreed."""

import pytest

from tests.api.converting import (
    BELOW,
    article,
    convert,
    converted,
    line_ids,
    lines_of,
    order,
    refusal,
    taken,
)
from tests.selling import customer
from tests.service import Client

# Orders: their path, their state when open, and the path and the link of what they become.
KINDS = [("/sales-orders", "CONFIRMED", "/invoices"), ("/purchase-orders", "ISSUED", "/bills")]
of_each_kind = pytest.mark.parametrize(("path", "in_force", "made"), KINDS)


@of_each_kind
def test_an_order_becomes_a_draft_as_a_whole_and_is_closed(
    org: Client, path: str, in_force: str, made: str
) -> None:
    id = order(org, path, in_force, adjustments=BELOW | {"documentDiscountIsPercent": True})
    ordered = org.read(f"{path}/{id}")
    draft = org.read(f"{made}/{converted(org, path, id)}")
    assert (draft["status"], draft["total"]) == ("DRAFT", ordered["total"])
    link = "salesOrderId" if made == "/invoices" else "purchaseOrderId"
    assert draft[link] == id
    assert lines_of(draft) == lines_of(ordered)
    assert (draft["documentDiscount"], draft["documentDiscountIsPercent"]) == (10, True)
    assert org.read(f"{path}/{id}")["status"] == "CLOSED"
    assert taken(org, path, id) == [4, 2]


@of_each_kind
def test_an_order_becomes_several_drafts_that_add_up_to_it(
    org: Client, path: str, in_force: str, made: str
) -> None:
    id = order(org, path, in_force, adjustments=BELOW)
    ordered = org.read(f"{path}/{id}")
    plank, oil = line_ids(org, path, id)
    first = org.read(f"{made}/{converted(org, path, id, (plank, 1))}")
    assert (org.read(f"{path}/{id}")["status"], taken(org, path, id)) == (in_force, [1, 0])
    second = org.read(f"{made}/{converted(org, path, id, (oil, 0.5), (plank, 2))}")
    third = org.read(f"{made}/{converted(org, path, id)}")
    assert (org.read(f"{path}/{id}")["status"], taken(org, path, id)) == ("CLOSED", [4, 2])
    assert [row["quantity"] for row in lines_of(third)] == [1, 1.5]
    assert [draft["adjustmentAmount"] for draft in (first, second, third)] == [5, 0, 0]
    for name in ("documentDiscount", "subTotal", "discountTotal"):
        assert round(sum(draft[name] for draft in (first, second, third)), 2) == ordered[name], name
    parts = (*lines_of(first), *lines_of(second), *lines_of(third))
    assert sum(row["discount"] for row in parts) == 7


@of_each_kind
def test_more_than_is_left_is_refused_and_so_is_what_no_line_ever_had(
    org: Client, path: str, in_force: str, made: str
) -> None:
    id = order(org, path, in_force)
    plank, oil = line_ids(org, path, id)
    converted(org, path, id, (plank, 3))
    assert refusal(convert(org, path, id, (oil, 1), (plank, 2))) == (
        409,
        "Of lines.1 1 is left to be converted.",
    )
    assert refusal(convert(org, path, id, (oil, 3)))[0] == 422
    assert convert(org, path, id, (oil, 3)).json["error"]["details"][0]["field"] == "lines.0.quantity"
    assert convert(org, path, id, (made, 1)).json["error"]["details"][0]["field"] == "lines.0.id"
    assert convert(org, path, id, (oil, 1), (oil, 1)).json["error"]["details"][0]["field"] == "lines.1.id"
    assert org.post(f"{path}/{id}/convert", {"lines": []}).status_int == 422
    assert taken(org, path, id) == [3, 0]


@of_each_kind
def test_what_was_converted_as_a_whole_is_not_converted_again(
    org: Client, path: str, in_force: str, made: str
) -> None:
    id = order(org, path, in_force)
    converted(org, path, id)
    noun = path[1:-1].replace("-", " ")
    sentence = f"Only {article(in_force)} {in_force} {noun} can be converted; this one is CLOSED."
    assert refusal(convert(org, path, id)) == (409, sentence)


@of_each_kind
def test_an_order_that_something_was_made_of_is_not_voided(
    org: Client, path: str, in_force: str, made: str
) -> None:
    id = order(org, path, in_force)
    converted(org, path, id, (line_ids(org, path, id)[0], 1))
    status, sentence = refusal(org.post(f"{path}/{id}/void"))
    assert status == 409
    assert sentence.startswith(f"The {made[1:-1]} ")


def test_a_deleted_draft_gives_back_what_it_took_and_its_order_is_open_again(org: Client) -> None:
    id = order(org, "/sales-orders", "CONFIRMED", adjustments=BELOW)
    plank, _ = line_ids(org, "/sales-orders", id)
    first = converted(org, "/sales-orders", id, (plank, 1))
    converted(org, "/sales-orders", id)
    assert org.read(f"/sales-orders/{id}")["status"] == "CLOSED"
    assert org.delete(f"/invoices/{first}").status_int == 200
    assert org.read(f"/sales-orders/{id}")["status"] == "CONFIRMED"
    assert taken(org, "/sales-orders", id) == [3, 2]
    again = org.read(f"/invoices/{converted(org, '/sales-orders', id)}")
    assert (again["adjustmentAmount"], [row["quantity"] for row in lines_of(again)]) == (5, [1])


def test_a_voided_invoice_gives_back_what_it_took(org: Client) -> None:
    id = order(org, "/sales-orders", "CONFIRMED")
    made = converted(org, "/sales-orders", id)
    assert org.post(f"/invoices/{made}/send").status_int == 200
    assert org.post(f"/invoices/{made}/void").status_int == 200
    assert org.read(f"/sales-orders/{id}")["status"] == "CONFIRMED"
    assert taken(org, "/sales-orders", id) == [0, 0]
    assert org.post(f"/sales-orders/{id}/void").status_int == 200


def test_an_order_that_was_closed_by_hand_stays_closed(org: Client) -> None:
    id = order(org, "/sales-orders", "CONFIRMED")
    made = converted(org, "/sales-orders", id, (line_ids(org, "/sales-orders", id)[0], 1))
    assert org.post(f"/sales-orders/{id}/close").status_int == 200
    assert org.delete(f"/invoices/{made}").status_int == 200
    assert (org.read(f"/sales-orders/{id}")["status"], taken(org, "/sales-orders", id)) == ("CLOSED", [0, 0])


def test_an_edit_of_the_draft_changes_nothing_of_what_it_took(org: Client) -> None:
    id = order(org, "/sales-orders", "CONFIRMED")
    made = converted(org, "/sales-orders", id, (line_ids(org, "/sales-orders", id)[0], 3))
    edit = {"lines": [{"description": "Other", "quantity": 9, "rate": 1}]}
    body = {name: org.read(f"/invoices/{made}")[name] for name in ("customerId",)} | {
        "invoiceDate": "2026-05-04"
    }
    assert org.patch(f"/invoices/{made}", body | edit).status_int == 200
    assert taken(org, "/sales-orders", id) == [3, 0]
    assert org.read(f"/invoices/{made}")["salesOrderId"] == id


def test_a_part_of_an_area_keeps_its_sides_where_pieces_make_it_up(org: Client) -> None:
    glass = {
        "description": "Glass",
        "rate": 85,
        "width": 1200,
        "height": 900,
        "lengthUnit": "MM",
        "unit": "SQM",
    }
    id = order(org, "/sales-orders", "CONFIRMED", glass | {"qtyCount": 4})
    (line,) = line_ids(org, "/sales-orders", id)
    whole = org.read(f"/sales-orders/{id}")["lineItems"][0]["quantity"]
    made = org.read(f"/invoices/{converted(org, '/sales-orders', id, (line, whole / 4))}")["lines"][0]
    assert (made["width"], made["height"], made["qtyCount"], made["quantity"]) == (1200, 900, 1, whole / 4)
    odd = org.read(f"/invoices/{converted(org, '/sales-orders', id, (line, 1.000001))}")["lines"][0]
    assert (odd["quantity"], odd["unit"], odd["rate"]) == (1.000001, "SQM", 85)


def test_an_order_to_invoice_of_a_deleted_customer_says_why_it_cannot_be(org: Client) -> None:
    owner = customer(org)
    id = order(org, "/sales-orders", "CONFIRMED", customerId=owner)
    assert org.delete(f"/customers/{owner}").status_int == 200
    status, sentence = refusal(convert(org, "/sales-orders", id))
    assert (status, sentence.startswith("It cannot be converted. customerId: ")) == (409, True)


def test_a_conversion_is_refused_where_the_order_has_changed_since_it_was_read(org: Client) -> None:
    id = order(org, "/sales-orders", "CONFIRMED")
    known = org.get(f"/sales-orders/{id}").headers["ETag"]
    line, _ = line_ids(org, "/sales-orders", id)
    converted(org, "/sales-orders", id, (line, 1))
    answer = org.post(f"/sales-orders/{id}/convert", {}, if_match=known)
    assert answer.status_int == 412
