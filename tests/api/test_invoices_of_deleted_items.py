"""Invoices whose items or variants were deleted since: they can be sent back as they were read."""

from typing import Any

import pytest

from tests.api.stocking import money, of, stocked
from tests.refusals import refused
from tests.selling import Books, body, customer, edited, goods, invoice, item, line, patch, read, sent
from tests.service import Client


def as_read(org: Client, made: Any) -> Any:
    """The invoice after it was sent back as it is read, but for the lines' ids."""
    before = read(org, made["id"])
    answer = org.patch(f"/invoices/{made['id']}", before)
    assert answer.status_int == 200, answer.text
    after = read(org, made["id"])
    plain = [[row | {"id": None} for row in record["lines"]] for record in (before, after)]
    assert plain[0] == plain[1]
    assert after["total"] == before["total"]
    return after


def without_size(org: Client, shirt: Any, size: str) -> None:
    """Delete a variant."""
    kept = [row for row in shirt["variants"] if row["size"] != size]
    answer = org.patch(f"/items/{shirt['id']}", {"name": "Bolt", "trackInventory": True, "variants": kept})
    assert answer.status_int == 200, answer.text


@pytest.mark.parametrize("status", ["DRAFT", "SENT"])
def test_an_invoice_of_a_deleted_item_is_sent_back_and_moves_nothing(
    org: Client, books: Books, status: str
) -> None:
    bolt, _, _ = stocked(org, books)
    made = invoice(org, customer(org), of(bolt, 3, rate=7), line(), status=status)
    moves = books.moves()
    org.delete(f"/items/{bolt['id']}")
    assert as_read(org, made)["invoiceNumber"] == made["invoiceNumber"]
    assert books.moves() == moves


def test_another_quantity_of_a_deleted_item_moves_the_goods_that_lie_with_it(
    org: Client, books: Books
) -> None:
    bolt, _, _ = stocked(org, books)
    made = sent(org, customer(org), of(bolt, 3))
    org.delete(f"/items/{bolt['id']}")
    made = edited(org, made, of(bolt, 5))
    assert books.on_hand() == money("5", "60", "12")
    edited(org, made, status="DRAFT")
    assert books.on_hand() == money("10", "120", "12")
    edited(org, made, status="SENT")
    assert books.on_hand() == money("5", "60", "12")


def test_an_invoice_of_a_deleted_variant_is_sent_back_and_moves_its_goods(org: Client, books: Books) -> None:
    shirt = goods(org, variants=[{"size": "S", "sellingPrice": 5}, {"size": "M"}])
    small = next(row["id"] for row in shirt["variants"] if row["size"] == "S")
    draft = invoice(org, customer(org), of(shirt, 2, itemVariantId=small))
    without_size(org, shirt, "S")
    after = as_read(org, draft)
    assert (after["lines"][0]["itemVariantId"], after["total"]) == (small, 10)
    edited(org, after, status="SENT")
    assert [(row["item_variant_id"], row["quantity_on_hand"]) for row in books.positions()] == [(small, -2)]


def test_what_was_deleted_is_named_anew_by_no_invoice(org: Client) -> None:
    gone, never = item(org), item(org)
    shirt = goods(org, variants=[{"size": "S"}, {"size": "M"}])
    small = next(row["id"] for row in shirt["variants"] if row["size"] == "S")
    buyer = customer(org)
    made, other = invoice(org, buyer, of(gone, 1), of(shirt, 1)), invoice(org, buyer, line())
    for each in (gone, never):
        org.delete(f"/items/{each['id']}")
    without_size(org, shirt, "S")
    lines = [of(gone, 1), of(never, 1), of(shirt, 1, itemVariantId=small)]
    assert refused(patch(org, made, *lines)) == {"lines.1.itemId", "lines.2.itemVariantId"}
    everything = {"lines.0.itemId", "lines.1.itemId", "lines.2.itemVariantId"}
    assert refused(patch(org, other, *lines)) == everything
    assert refused(org.post("/invoices", body(buyer, *lines))) == everything
    assert refused(org.post("/invoices/calculate", body(buyer, *lines))) == everything


def test_a_line_of_a_deleted_item_that_was_taken_out_cannot_be_put_back(org: Client) -> None:
    gone = item(org)
    made = invoice(org, customer(org), of(gone, 1))
    org.delete(f"/items/{gone['id']}")
    without = edited(org, made, line())
    assert refused(patch(org, without, of(gone, 1))) == {"lines.0.itemId"}
