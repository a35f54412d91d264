"""Goods of an item outlast edits of its variants: they lie in one place, and documents reach them there."""

from typing import Any

from tests.api.items import change
from tests.api.stocking import money, of, variant_of
from tests.selling import Books, customer, edited, goods, invoice, move, sent
from tests.service import Client


def simple(org: Client, books: Books) -> Any:
    """Ten goods at 50 of an item that has no variants but the one it got at its first movement; as read before."""
    made = goods(org, name="Washer")
    books.warehouse("A", is_default=True)
    first = sent(org, customer(org), of(made, 1))
    move(org, first["id"], "void")
    position = books.positions()[0]
    books.receive(position["item_variant_id"], position["warehouse_id"], "10", "50")
    return made


def put(org: Client, item: Any, *variants: Any, **fields: Any) -> list[Any]:
    """The variants after an edit that must work."""
    answer = change(org, item, trackInventory=True, variants=list(variants), **fields)
    assert answer.status_int == 200, answer.text
    assert org.read(f"/items/{item['id']}")["variants"] == answer.json["data"]["variants"]
    return list(answer.json["data"]["variants"])


def blank(variants: list[Any]) -> list[Any]:
    return [variant["id"] for variant in variants if not variant["size"]]


def test_an_item_sent_back_as_it_was_read_before_its_first_movement_keeps_its_goods(
    org: Client, books: Books
) -> None:
    item = simple(org, books)
    own = variant_of(org, item)
    sent(org, customer(org), of(item, 1))
    (kept,) = put(org, item, **{name: item[name] for name in ("sku", "unit")}, sellingPrice=90)
    assert (kept["id"], kept["size"]) == (own, "")
    sent(org, customer(org), of(item, 4))
    assert books.on_hand() == money("5", "250", "50")


def test_an_emptied_item_sent_back_without_variants_keeps_its_average(org: Client, books: Books) -> None:
    item = simple(org, books)
    sent(org, customer(org), of(item, 10))
    put(org, item)
    sent(org, customer(org), of(item, 1))
    assert books.on_hand() == money("-1", "-50", "50")


def test_a_blank_variant_with_an_sku_or_without_any_movement_is_deleted(org: Client, books: Books) -> None:
    item = goods(org, variants=[{}, {"sku": "W-1"}])
    warehouse = books.warehouse("A", is_default=True)
    named = next(row["id"] for row in item["variants"] if row["sku"])
    books.receive(named, warehouse, "1", "1")
    sent(org, customer(org), of(item, 1, itemVariantId=named))
    assert put(org, item) == []


def test_sizes_stand_beside_the_goods_of_a_simple_item_until_those_are_gone(
    org: Client, books: Books
) -> None:
    item, buyer = simple(org, books), customer(org)
    own = variant_of(org, item)
    with_sizes = put(org, item, {"size": "S"}, {"size": "M"})
    assert blank(with_sizes) == [own]
    sent(org, buyer, of(item, 10, itemVariantId=own))
    small, medium = put(org, item, {"size": "S"}, {"size": "M"})
    assert {small["size"], medium["size"]} == {"S", "M"}


def test_goods_that_come_back_to_a_variant_that_gave_way_to_sizes_can_be_sold(
    org: Client, books: Books
) -> None:
    item, buyer = simple(org, books), customer(org)
    own = variant_of(org, item)
    made = sent(org, buyer, of(item, 10))
    assert blank(put(org, item, {"size": "S"})) == []
    move(org, made["id"], "void")
    assert blank(org.read(f"/items/{item['id']}")["variants"]) == [own]
    sent(org, buyer, of(item, 10, itemVariantId=own))
    assert books.on_hand() == money("0", "0", "50")


def test_goods_of_a_deleted_item_come_back_and_do_not_bring_its_variant_to_life(
    org: Client, books: Books
) -> None:
    item = simple(org, books)
    made = sent(org, customer(org), of(item, 10))
    org.delete(f"/items/{item['id']}")
    move(org, made["id"], "void")
    assert books.on_hand() == money("10", "500", "50")
    assert org.get(f"/items/{item['id']}").status_int == 404
    assert books.rows("live_variants") == []


def test_an_item_without_sizes_again_moves_the_goods_it_moved_before_it_had_any(
    org: Client, books: Books
) -> None:
    item, buyer = simple(org, books), customer(org)
    own = variant_of(org, item)
    sent(org, buyer, of(item, 10))
    put(org, item, {"size": "S"})
    assert put(org, item) == []
    draft = invoice(org, buyer, of(item, 1))
    move(org, draft["id"], "send")
    assert variant_of(org, item) == own
    assert books.on_hand() == money("-1", "-50", "50")


def test_goods_of_a_size_that_is_deleted_stay_listed_and_come_back_to_it(org: Client, books: Books) -> None:
    item = goods(org, variants=[{"size": "S"}, {"size": "M"}])
    warehouse = books.warehouse("A", is_default=True)
    small = next(row for row in item["variants"] if row["size"] == "S")
    books.receive(small["id"], warehouse, "10", "50")
    made = sent(org, customer(org), of(item, 10, itemVariantId=small["id"]))
    assert [row["size"] for row in put(org, item, {"size": "M"})] == ["M"]
    (listed,) = org.read("/inventory")
    assert (listed["variantSize"], listed["quantityOnHand"]) == ("S", 0)
    move(org, made["id"], "void")
    assert org.read("/inventory")[0]["quantityOnHand"] == 10


def test_a_draft_is_edited_into_sent_from_the_goods_that_an_edit_of_the_item_left(
    org: Client, books: Books
) -> None:
    item = simple(org, books)
    draft = invoice(org, customer(org), of(item, 2))
    put(org, item)
    edited(org, draft, status="SENT")
    assert books.on_hand() == money("8", "400", "50")
