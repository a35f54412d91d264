"""Stock after edits and voids of sent invoices: goods come back at the cost they left with."""

from typing import Any

import pytest

from tests.api.stocking import money, of, stocked, variant_of
from tests.selling import Books, customer, edited, goods, invoice, line, move, patch, sent
from tests.service import Client

# Editing a sent invoice


def test_an_edit_moves_the_difference_and_keeps_the_history(org: Client, books: Books) -> None:
    bolt, _, _ = stocked(org, books)
    made = sent(org, customer(org), of(bolt, 3))
    edited(org, made, of(bolt, 5))
    assert books.on_hand() == money("5", "60", "12")
    edited(org, made, of(bolt, 1))
    assert books.on_hand() == money("9", "108", "12")
    kinds = [kind for kind, _ in books.moves()]
    assert kinds == ["PURCHASE_IN", "SALES_OUT", *["SALES_VOID_IN", "SALES_OUT"] * 2]
    move(org, made["id"], "void")
    assert books.on_hand() == money("10", "120", "12")


@pytest.mark.parametrize("fields", [{"notes": "x"}, {"adjustments": {"documentDiscount": 1}}])
def test_an_edit_that_moves_no_goods_moves_no_stock(org: Client, books: Books, fields: Any) -> None:
    bolt, _, _ = stocked(org, books)
    made = sent(org, customer(org), of(bolt, 3))
    before = books.movements()
    edited(org, made, **fields)
    edited(org, made, of(bolt, 3, rate=1))
    edited(org, made, of(bolt, 1), line(), of(bolt, 2))
    assert books.movements() == before
    move(org, made["id"], "void")
    assert books.on_hand() == money("10", "120", "12")


@pytest.mark.parametrize("tracked", [True, False])
def test_an_edit_moves_no_goods_because_their_item_began_or_ceased_to_be_kept_in_stock(
    org: Client, books: Books, tracked: bool
) -> None:
    bolt = goods(org, trackInventory=tracked)
    made = sent(org, customer(org), of(bolt, 3))
    before = books.movements()
    org.patch(f"/items/{bolt['id']}", {"name": "Bolt", "trackInventory": not tracked})
    edited(org, made, notes="x")
    assert books.movements() == before
    edited(org, made, of(bolt, 5))
    assert sum(position["quantity_on_hand"] for position in books.positions()) == (-5 if tracked else 0)


def test_an_edit_touches_only_the_goods_whose_quantity_changed(org: Client, books: Books) -> None:
    bolt, nut = goods(org), goods(org, name="Nut")
    made = sent(org, customer(org), of(bolt, 3), of(nut, 4))
    edited(org, made, of(bolt, 3), of(nut, 6))
    assert books.moves() == [
        ("SALES_OUT", 3),
        ("SALES_OUT", 4),
        ("SALES_VOID_IN", 4),
        ("SALES_OUT", 6),
    ]


def test_an_edit_that_drops_or_adds_goods_moves_them(org: Client, books: Books) -> None:
    bolt, nut = goods(org), goods(org, name="Nut")
    made = sent(org, customer(org), of(bolt, 3))
    edited(org, made, of(nut, 2))
    quantities = {variant_of(org, bolt): 0, variant_of(org, nut): -2}
    assert {p["item_variant_id"]: p["quantity_on_hand"] for p in books.positions()} == quantities
    edited(org, made, line())
    assert [p["quantity_on_hand"] for p in books.positions()] == [0, 0]


def test_an_edit_to_another_warehouse_moves_the_goods_there(org: Client, books: Books) -> None:
    bolt, _, first = stocked(org, books)
    other = books.warehouse("B")
    made = sent(org, customer(org), of(bolt, 3))
    edited(org, made, warehouseId=other)
    assert {p["warehouse_id"]: p["quantity_on_hand"] for p in books.positions()} == {first: 10, other: -3}
    move(org, made["id"], "void")
    assert {p["warehouse_id"]: p["quantity_on_hand"] for p in books.positions()} == {first: 10, other: 0}


def test_goods_of_an_edit_come_back_at_their_old_cost_and_leave_at_the_average_of_now(
    org: Client, books: Books
) -> None:
    bolt, variant, warehouse = stocked(org, books, "10", "10")
    made = sent(org, customer(org), of(bolt, 4))
    books.receive(variant, warehouse, "6", "20")
    assert books.on_hand() == money("12", "180", "15")
    edited(org, made, of(bolt, 5))
    # The 4 come back with 40: 16 worth 220, at 13.75. 5 leave with 68.75.
    assert books.on_hand() == money("11", "151.25", "13.75")


def test_back_to_draft_gives_the_goods_back_and_sending_again_takes_them(org: Client, books: Books) -> None:
    bolt, _, _ = stocked(org, books)
    made = sent(org, customer(org), of(bolt, 3))
    edited(org, made, status="DRAFT")
    assert books.on_hand() == money("10", "120", "12")
    edited(org, made, of(bolt, 4))
    assert books.on_hand() == money("10", "120", "12")
    move(org, made["id"], "send")
    assert books.on_hand() == money("6", "72", "12")
    assert books.moves()[1:] == [("SALES_OUT", 3), ("SALES_VOID_IN", 3), ("SALES_OUT", 4)]


def test_another_default_warehouse_moves_no_goods_that_were_sent(org: Client, books: Books) -> None:
    bolt, _, first = stocked(org, books)
    made = sent(org, customer(org), of(bolt, 3))
    books.execute("no_default_warehouse")
    other = books.warehouse("B", is_default=True)
    before = books.movements()
    edited(org, made, notes="x")
    assert books.movements() == before
    edited(org, made, of(bolt, 5))
    assert books.on_hand() == money("5", "60", "12")
    assert books.positions()[0]["warehouse_id"] == first
    edited(org, made, of(bolt, 5), warehouseId=other)
    assert {p["warehouse_id"]: p["quantity_on_hand"] for p in books.positions()} == {first: 10, other: -5}
    edited(org, made, of(bolt, 5), warehouseId=first)
    edited(org, made, of(bolt, 5), warehouseId=None)
    assert {p["warehouse_id"]: p["quantity_on_hand"] for p in books.positions()} == {first: 10, other: -5}


# Voiding


def test_a_void_brings_the_goods_back_at_the_cost_they_left_with(org: Client, books: Books) -> None:
    bolt, variant, warehouse = stocked(org, books, "10", "10")
    made = sent(org, customer(org), of(bolt, 4))
    books.receive(variant, warehouse, "6", "20")
    move(org, made["id"], "void")
    # 12 worth 180, and 4 worth 40.
    assert books.on_hand() == money("16", "220", "13.75")
    out, back = books.movements()[1], books.movements()[-1]
    assert (back["movement_type"], back["reverses_id"]) == ("SALES_VOID_IN", out["id"])
    same = ("quantity", "unit_cost", "total_cost", "source_doc_type", "source_doc_id", "source_doc_line_id")
    assert [back[name] for name in same] == [out[name] for name in same]
    assert (back["balance_after"], back["avg_cost_after"]) == money("16", "13.75")


def test_the_paise_that_emptying_took_along_come_back_with_the_goods(org: Client, books: Books) -> None:
    # 3 worth 10.00; two single ones leave with 3.33, the last with 3.34.
    bolt, _, _ = stocked(org, books, "3", "3.333333")
    customer_id = customer(org)
    invoices = [sent(org, customer_id, of(bolt, 1)) for _ in range(3)]
    assert books.on_hand() == money("0", "0", "3.333333")
    for made in reversed(invoices):
        move(org, made["id"], "void")
    assert books.on_hand()[:2] == money("3", "10.00")


def test_a_void_brings_back_only_what_is_still_out(org: Client, books: Books) -> None:
    bolt, _, _ = stocked(org, books)
    made = sent(org, customer(org), of(bolt, 3))
    edited(org, made, of(bolt, 2))
    edited(org, made, status="DRAFT")
    move(org, made["id"], "send")
    move(org, made["id"], "void")
    assert books.on_hand() == money("10", "120", "12")
    rows = books.movements()
    outs = {row["id"] for row in rows if row["movement_type"] == "SALES_OUT"}
    reversed_ids = [row["reverses_id"] for row in rows if row["movement_type"] == "SALES_VOID_IN"]
    assert sorted(reversed_ids) == sorted(outs)


def test_goods_no_longer_tracked_still_come_back(org: Client, books: Books) -> None:
    bolt, _, _ = stocked(org, books)
    made = sent(org, customer(org), of(bolt, 3))
    org.patch(f"/items/{bolt['id']}", {"name": "Bolt", "trackInventory": False})
    move(org, made["id"], "void")
    assert books.on_hand() == money("10", "120", "12")


def test_goods_of_an_item_deleted_since_are_sent_and_come_back(org: Client, books: Books) -> None:
    bolt, _, _ = stocked(org, books)
    draft, emptied = invoice(org, customer(org), of(bolt, 3)), sent(org, customer(org), of(bolt, 10))
    assert org.delete(f"/items/{bolt['id']}").status_int == 200
    move(org, draft["id"], "send")
    assert books.on_hand() == money("-3", "-36", "12")
    for made in (draft, emptied):
        move(org, made["id"], "void")
    assert books.on_hand() == money("10", "120", "12")


def test_moves_that_are_refused_move_no_stock(org: Client, books: Books) -> None:
    bolt, _, _ = stocked(org, books)
    made = sent(org, customer(org), of(bolt, 3))
    before = books.movements()
    assert org.post(f"/invoices/{made['id']}/send").status_int == 409
    assert patch(org, made, of(bolt, 5, discount=9999)).status_int == 422
    assert org.delete(f"/invoices/{made['id']}").status_int == 409
    assert books.movements() == before
    move(org, made["id"], "void")
    after = books.movements()
    assert org.post(f"/invoices/{made['id']}/void").status_int == 409
    assert books.movements() == after


def test_history_adds_up_to_the_position(org: Client, books: Books) -> None:
    bolt, variant, warehouse = stocked(org, books, "7", "1.234567")
    customer_id = customer(org)
    one, two = sent(org, customer_id, of(bolt, 9)), sent(org, customer_id, of(bolt, 0.5))
    books.receive(variant, warehouse, "20", "2.5")
    edited(org, one, of(bolt, 3.25))
    move(org, two["id"], "void")
    edited(org, one, status="DRAFT")
    rows = books.movements()
    signed = [row["quantity"] * (1 if row["movement_type"].endswith("_IN") else -1) for row in rows]
    balances = [sum(signed[: place + 1]) for place in range(len(rows))]
    assert [row["balance_after"] for row in rows] == balances
    (position,) = books.positions()
    assert (position["quantity_on_hand"], position["average_cost"]) == (27, rows[-1]["avg_cost_after"])
