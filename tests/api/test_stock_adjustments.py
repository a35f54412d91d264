"""Stock that is opened and adjusted over HTTP."""

from decimal import Decimal
from typing import Any

import pytest

from tests.parallel import at_once
from tests.refusals import refused
from tests.selling import Body, Books, goods, item
from tests.service import Client

COUNTED = {"kind": "ADJUSTMENT", "quantity": 1}


def adjust(org: Client, item: Body, **fields: Any) -> Body:
    return org.make("/stock-adjustments", {"itemId": item["id"]} | fields)


def test_an_opening_brings_goods_in_and_is_answered_with_what_the_position_is(
    org: Client, books: Books
) -> None:
    bolt = goods(org)
    told = adjust(org, bolt, kind="OPENING", quantity=10, unitCost=4.5, notes="Counted")
    (position,) = org.read("/inventory")
    assert told == {
        "movementId": told["movementId"],
        "positionId": position["id"],
        "quantityOnHand": 10,
        "averageCost": 4.5,
    }
    (movement,) = org.read(f"/inventory/{position['id']}")["movements"]
    assert (movement["id"], movement["movementType"]) == (told["movementId"], "OPENING_IN")
    assert movement["notes"] == "Counted"
    assert books.on_hand() == (10, 45, Decimal("4.5"))


def test_adjustments_bring_goods_in_at_their_cost_and_take_them_out_at_the_average(
    org: Client, books: Books
) -> None:
    bolt = goods(org, purchasePrice=4)
    adjust(org, bolt, quantity=10)
    assert adjust(org, bolt, kind="ADJUSTMENT", quantity=10, unitCost=6)["averageCost"] == 5
    assert adjust(org, bolt, kind="ADJUSTMENT", quantity=10)["averageCost"] == 5
    assert adjust(org, bolt, kind="ADJUSTMENT", quantity=-25)["quantityOnHand"] == 5
    assert books.on_hand() == (5, 25, 5)
    assert [type for type, _ in books.moves()] == [
        "OPENING_IN",
        "ADJUSTMENT_IN",
        "ADJUSTMENT_IN",
        "ADJUSTMENT_OUT",
    ]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"quantity": -1}, "quantity"),
        ({"quantity": 0}, "quantity"),
        ({"quantity": 0, "kind": "ADJUSTMENT"}, "quantity"),
        ({"quantity": -1, "kind": "ADJUSTMENT", "unitCost": 2}, "unitCost"),
        ({"quantity": 1, "kind": "LOST"}, "kind"),
        ({"quantity": 1, "warehouseId": "whs_x"}, "warehouseId"),
        ({"quantity": 1, "itemId": "itm_x"}, "itemId"),
        ({"quantity": 1, "itemVariantId": "var_x"}, "itemVariantId"),
        ({"quantity": 9e8, "unitCost": 9e12}, "unitCost"),
        ({"quantity": 1, "lowStockThreshold": 5}, "lowStockThreshold"),
        ({"quantity": 1, "variant": "S"}, "variant"),
    ],
)
def test_what_cannot_be_counted_is_refused_by_name(org: Client, fields: Body, field: str) -> None:
    body = {"itemId": goods(org)["id"]} | fields
    assert list(refused(org.post("/stock-adjustments", body))) == [field]
    assert org.read("/inventory") == []


def test_an_item_of_several_variants_needs_one_named_and_one_that_is_not_kept_in_stock_has_none(
    org: Client,
) -> None:
    shirt = goods(org, variants=[{"size": "S"}, {"size": "L"}])
    assert list(refused(org.post("/stock-adjustments", {"itemId": shirt["id"]} | COUNTED))) == [
        "itemVariantId"
    ]
    advice = item(org)
    assert list(refused(org.post("/stock-adjustments", {"itemId": advice["id"]} | COUNTED))) == ["itemId"]


def test_stock_is_not_adjusted_where_the_books_are_closed_through_today(org: Client) -> None:
    bolt = goods(org)
    today = org.read("/books-lock") and "2999-12-31"
    org.put("/books-lock", {"lockedThrough": today})
    answer = org.post("/stock-adjustments", {"itemId": bolt["id"]} | COUNTED)
    assert (answer.status_int, answer.json["error"]["message"]) == (
        409,
        f"The books are closed through {today}.",
    )


def test_adjustments_in_bulk_are_worked_out_one_after_another(org: Client, books: Books) -> None:
    bolt = goods(org)
    opened = {"itemId": bolt["id"], "quantity": 10, "unitCost": 4}
    taken = {"itemId": bolt["id"], "quantity": -3, "kind": "ADJUSTMENT"}
    answer = org.post("/stock-adjustments/bulk", {"records": [opened, taken | {"itemId": "itm_x"}, taken]})
    first, wrong, second = answer.json["data"]["results"]
    assert (first["data"]["quantityOnHand"], second["data"]["quantityOnHand"]) == (10, 7)
    assert wrong["error"]["details"][0]["field"] == "itemId"
    assert books.on_hand() == (7, 28, 4)


def test_32_adjustments_of_one_position_at_once_add_up(org: Client, books: Books) -> None:
    bolt = goods(org)
    adjust(org, bolt, quantity=100, unitCost=10)
    body = {"itemId": bolt["id"], "kind": "ADJUSTMENT"}
    answers = at_once(
        32,
        org,
        lambda client, n: client.post(
            "/stock-adjustments", body | ({"quantity": -1} if n % 2 else {"quantity": 2, "unitCost": 10})
        ),
    )
    assert {answer.status_int for answer in answers} == {201}
    assert books.on_hand() == (116, 1160, 10)
    told = {answer.json["data"]["quantityOnHand"] for answer in answers}
    assert 116 in told
