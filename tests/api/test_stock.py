"""What invoices do to stock: goods leave when they are sent and come back at the cost they left with."""

from decimal import Decimal
from typing import Any

import pytest

from tests.refusals import refused
from tests.selling import Books, body, customer, edited, goods, invoice, item, line, move, patch, sent
from tests.service import Client, Service


@pytest.fixture
def org(service: Service) -> Client:
    return service.organization()


@pytest.fixture
def books(service: Service, org: Client) -> Books:
    return Books(service, org)


def money(*figures: str) -> tuple[Decimal, ...]:
    return tuple(map(Decimal, figures))


def of(thing: Any, quantity: float, **fields: Any) -> dict[str, Any]:
    return {"itemId": thing["id"], "quantity": quantity} | fields


def variant_of(org: Client, thing: Any) -> str:
    (variant,) = org.read(f"/items/{thing['id']}")["variants"]
    return str(variant["id"])


def stocked(org: Client, books: Books, quantity: str = "10", cost: str = "12") -> tuple[Any, str, str]:
    """Goods of one variant of which there are some; the item, its variant, the warehouse."""
    bolt = goods(org, variants=[{"size": "M"}])
    warehouse, variant = books.warehouse("A", is_default=True), bolt["variants"][0]["id"]
    books.receive(variant, warehouse, quantity, cost)
    return bolt, variant, warehouse


# Sending


@pytest.mark.parametrize("way", ["created as SENT", "sent", "edited into SENT"])
def test_goods_leave_when_the_invoice_is_sent_and_not_before(org: Client, books: Books, way: str) -> None:
    bolt, _, _ = stocked(org, books)
    customer_id = customer(org)
    if way == "created as SENT":
        sent(org, customer_id, of(bolt, 3))
    else:
        draft = invoice(org, customer_id, of(bolt, 3))
        assert books.on_hand() == money("10", "120", "12")
        if way == "sent":
            move(org, draft["id"], "send")
        else:
            edited(org, draft, status="SENT")
    assert books.on_hand() == money("7", "84", "12")
    assert books.moves() == [("PURCHASE_IN", 10), ("SALES_OUT", 3)]


def test_a_movement_tells_what_left_at_which_cost_for_which_line(org: Client, books: Books) -> None:
    bolt, variant, warehouse = stocked(org, books)
    made = sent(org, customer(org), line(), of(bolt, 3, rate=99))
    row = books.movements()[-1]
    expected = {
        "organization_id": org.organization_id,
        "item_variant_id": variant,
        "warehouse_id": warehouse,
        "movement_type": "SALES_OUT",
        "quantity": 3,
        "unit_cost": 12,
        "total_cost": 36,
        "balance_after": 7,
        "avg_cost_after": 12,
        "source_doc_type": "INVOICE",
        "source_doc_id": made["id"],
        "source_doc_line_id": made["lines"][1]["id"],
        "reverses_id": None,
        "lot_id": None,
        "created_by": org.user_id,
    }
    assert expected.items() <= row.items()
    (position,) = books.positions()
    assert position["last_movement_at"] == position["updated_at"] == row["created_at"]


def test_each_line_moves_its_own_goods_in_order(org: Client, books: Books) -> None:
    bolt, nut = goods(org), goods(org, name="Nut")
    sent(org, customer(org), of(bolt, 1), of(nut, 2), of(bolt, 4))
    assert books.moves() == [("SALES_OUT", 1), ("SALES_OUT", 2), ("SALES_OUT", 4)]
    balances = [row["balance_after"] for row in books.movements()]
    assert balances == [-1, -2, -5]


def test_services_and_goods_that_are_not_tracked_move_nothing(org: Client, books: Books) -> None:
    made = sent(org, customer(org), line(), of(item(org), 2), of(item(org, type="SERVICE"), 1))
    move(org, made["id"], "void")
    assert (books.positions(), books.movements(), books.rows("warehouses")) == ([], [], [])


def test_selling_more_than_there_is_never_fails(org: Client, books: Books) -> None:
    bolt, _, _ = stocked(org, books, "2", "10")
    sent(org, customer(org), of(bolt, 5))
    assert books.on_hand() == money("-3", "-30", "10")
    sent(org, customer(org), of(bolt, 1))
    assert books.on_hand() == money("-4", "-40", "10")


def test_an_emptied_position_is_worth_nothing_and_keeps_its_average(org: Client, books: Books) -> None:
    bolt, _, _ = stocked(org, books, "3", "3.333333")
    sent(org, customer(org), of(bolt, 1), of(bolt, 2))
    assert books.on_hand() == money("0", "0", "3.333333")
    assert [row["total_cost"] for row in books.movements()[1:]] == [Decimal("3.33"), Decimal("6.67")]


def test_areas_move_the_quantity_that_is_billed(org: Client, books: Books) -> None:
    glass = goods(org, unit="SQFT", defaultLengthUnit="IN")
    sent(org, customer(org), {"itemId": glass["id"], "width": 36, "height": 48, "qtyCount": 2})
    assert books.moves() == [("SALES_OUT", 24)]


def test_fractions_are_moved_exactly(org: Client, books: Books) -> None:
    bolt, _, _ = stocked(org, books, "1", "3")
    sent(org, customer(org), of(bolt, 0.333333))
    assert books.on_hand() == money("0.666667", "2.00", "3")


# Variants and warehouses


def test_an_item_without_variants_gets_one_on_its_first_movement(org: Client, books: Books) -> None:
    bolt = goods(org)
    draft = invoice(org, customer(org), of(bolt, 1))
    assert org.read(f"/items/{bolt['id']}")["variants"] == []
    move(org, draft["id"], "send")
    variant = variant_of(org, bolt)
    sent(org, customer(org), of(bolt, 1))
    assert variant_of(org, bolt) == variant
    (position,) = books.positions()
    assert (position["item_variant_id"], position["quantity_on_hand"]) == (variant, -2)


def test_the_line_names_the_variant_that_moves(org: Client, books: Books) -> None:
    shirt = goods(org, variants=[{"size": "M"}, {"size": "L"}])
    large = next(row["id"] for row in shirt["variants"] if row["size"] == "L")
    sent(org, customer(org), of(shirt, 2, itemVariantId=large))
    assert [(p["item_variant_id"], p["quantity_on_hand"]) for p in books.positions()] == [(large, -2)]


def test_an_item_of_one_variant_needs_none_named(org: Client, books: Books) -> None:
    shirt = goods(org, variants=[{"size": "M"}])
    sent(org, customer(org), of(shirt, 2))
    assert books.positions()[0]["item_variant_id"] == shirt["variants"][0]["id"]


def test_goods_of_several_variants_are_not_sent_until_the_line_names_one(org: Client, books: Books) -> None:
    shirt = goods(org, variants=[{"size": "M"}, {"size": "L"}])
    customer_id = customer(org)
    draft = invoice(org, customer_id, of(shirt, 2))
    answer = org.post(f"/invoices/{draft['id']}/send")
    assert answer.status_int == 409
    assert "itemVariantId" in answer.json["error"]["message"]
    named = {"lines.0.itemVariantId"}
    assert refused(org.post("/invoices", body(customer_id, of(shirt, 2), status="SENT"))) == named
    assert refused(patch(org, draft, status="SENT")) == named
    assert books.movements() == []
    edited(org, draft, of(shirt, 2, itemVariantId=shirt["variants"][0]["id"]), status="SENT")
    assert books.moves() == [("SALES_OUT", 2)]


def test_more_than_can_be_kept_account_of_is_a_conflict(service: Service, org: Client) -> None:
    bolt, customer_id = goods(org), customer(org)
    most = [of(bolt, 999_999_999, rate=0)] * 1_000
    sent(org, customer_id, *most)
    for _ in range(2):
        answer = org.post("/invoices", body(customer_id, *most, status="SENT"))
    assert answer.status_int == 409
    assert "more than can be kept account of" in answer.json["error"]["message"]


def test_goods_leave_the_invoices_warehouse_else_the_default_one(org: Client, books: Books) -> None:
    first, default = books.warehouse("A"), books.warehouse("B", is_default=True)
    bolt = goods(org)
    sent(org, customer(org), of(bolt, 1))
    sent(org, customer(org), of(bolt, 2), warehouseId=first)
    assert {p["warehouse_id"]: p["quantity_on_hand"] for p in books.positions()} == {default: -1, first: -2}


def test_without_a_default_warehouse_goods_leave_the_oldest_one(org: Client, books: Books) -> None:
    oldest, _ = books.warehouse("B"), books.warehouse("A")
    sent(org, customer(org), of(goods(org), 1))
    assert books.positions()[0]["warehouse_id"] == oldest


def test_the_first_movement_of_an_organization_without_a_warehouse_makes_one(
    org: Client, books: Books
) -> None:
    bolt = goods(org)
    draft = invoice(org, customer(org), of(bolt, 1))
    assert books.rows("warehouses") == []
    move(org, draft["id"], "send")
    sent(org, customer(org), of(bolt, 1))
    (warehouse,) = books.rows("warehouses")
    assert (warehouse["code"], warehouse["is_default"]) == ("MAIN", True)
    assert books.positions()[0]["warehouse_id"] == warehouse["id"]


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
    draft = invoice(org, customer(org), of(bolt, 3))
    assert org.delete(f"/items/{bolt['id']}").status_int == 200
    move(org, draft["id"], "send")
    assert books.on_hand() == money("7", "84", "12")
    move(org, draft["id"], "void")
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
