"""Stock after an invoice is sent: the goods that leave, their cost, and their warehouse."""

from decimal import Decimal

import pytest

from tests.api.stocking import money, of, stocked, variant_of
from tests.refusals import refused
from tests.selling import Books, body, customer, edited, goods, invoice, item, line, move, patch, sent
from tests.service import Client, Service

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


@pytest.mark.slow
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
