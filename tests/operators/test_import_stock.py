"""`import stock`: opening and adjusted positions."""

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.service import Service


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    books = Books(service, operator)
    books.load("warehouses", {"code": "MAIN", "name": "Main"}, {"code": "SHOP", "name": "Shop"})
    books.load(
        "items",
        {"name": "Rod", "sku": "R", "trackInventory": True, "purchasePrice": 7},
        {
            "name": "Shirt",
            "trackInventory": True,
            "variants": [{"size": "S", "purchasePrice": 3}, {"size": "M"}],
        },
        {"name": "Advice", "type": "SERVICE"},
    )
    return books


def held(books: Books) -> dict[tuple[str, str, str], tuple[float, float]]:
    return {
        (row["itemName"], row["variantSize"], row["warehouseCode"]): (
            row["quantityOnHand"],
            row["averageCost"],
        )
        for row in books.org.read("/inventory")
    }


def test_an_opening_position_has_its_quantity_and_cost(books: Books) -> None:
    told = books.load(
        "stock",
        {"item": "R", "warehouse": "SHOP", "quantity": 10, "unitCost": 4.5, "lowStockThreshold": 3},
        {"item": "Shirt", "variant": "S", "quantity": 2, "kind": "OPENING"},
    )
    assert held(books) == {("Rod", "", "SHOP"): (10, 4.5), ("Shirt", "S", "MAIN"): (2, 3)}
    record = books.org.read(f"/inventory/{told[0]['id']}")
    assert (record["lowStockThreshold"], record["quantityAvailable"]) == (3, 10)
    (movement,) = record["movements"]
    assert (movement["movementType"], movement["totalCost"], movement["sourceDocType"]) == (
        "OPENING_IN",
        45,
        "STOCK",
    )


def test_adjustments_go_both_ways_in_the_order_of_the_file(books: Books) -> None:
    def adjusted(quantity: float, **fields: object) -> Body:
        return {"item": "R", "kind": "ADJUSTMENT", "quantity": quantity} | fields

    books.load("stock", {"item": "R", "quantity": 10, "unitCost": 4})
    books.load("stock", adjusted(-4), adjusted(2), adjusted(8, unitCost=9))
    assert held(books) == {("Rod", "", "MAIN"): (16, 6.5)}
    moves = [
        (row["movement_type"], row["quantity"], row["unit_cost"]) for row in books.rows("imported.movements")
    ]
    assert moves == [
        ("OPENING_IN", 10, 4),
        ("ADJUSTMENT_OUT", 4, 4),
        ("ADJUSTMENT_IN", 2, 4),
        ("ADJUSTMENT_IN", 8, 9),
    ]


def test_a_threshold_alone_makes_a_position_and_moves_nothing(books: Books) -> None:
    (told,) = books.load("stock", {"item": "R", "quantity": 0, "lowStockThreshold": 5})
    record = books.org.read(f"/inventory/{told['id']}")
    assert (record["quantityOnHand"], record["lowStockThreshold"], record["movements"]) == (0, 5, [])
    books.load("stock", {"item": "R", "quantity": 1, "unitCost": 1})
    assert books.org.read(f"/inventory/{told['id']}")["lowStockThreshold"] == 5


def test_what_a_position_may_not_say_is_refused_by_name(books: Books) -> None:
    item = books.org.read("/items?q=Shirt")[0]["id"]
    small = books.org.read(f"/items/{item}")["variants"][0]["id"]
    assert books.refused(
        "stock",
        {"item": "R", "quantity": -1},
        {"item": "Advice", "quantity": 1},
        {"item": "Shirt", "quantity": 1},
        {"item": "Shirt", "variant": "XL", "quantity": 1},
        {"item": "R", "itemVariantId": small, "quantity": 1},
        {"item": "Shirt", "itemVariantId": small, "variant": "S", "quantity": 1},
        {"item": "R", "warehouse": "NONE", "quantity": 1},
        {"item": "R", "warehouseId": "whs_x", "quantity": 1},
        {"itemId": "itm_x", "quantity": 1},
        {"item": "R", "quantity": 1, "kind": "LOST"},
        {"item": "R", "quantity": 1, "unitCost": -1},
        {"item": "R", "quantity": 9e8, "unitCost": 9e12},
        {"item": "R", "quantity": -1, "unitCost": 2, "kind": "ADJUSTMENT"},
    ) == [
        "1: quantity: Must be at least 0 for an opening position.",
        "2: item: The item is not kept in stock (trackInventory).",
        "3: variant: The item has several variants: name one of them.",
        "4: variant: Names no variant of the item, or several of them.",
        "5: itemVariantId: Names no variant of the line's item.",
        "6: variant: Must not be given together with itemVariantId.",
        "7: warehouse: There is no warehouse NONE.",
        "8: warehouseId: Names no record of this organization.",
        "9: itemId: Names no item of this organization.",
        "10: kind: Must be one of: OPENING, ADJUSTMENT.",
        "11: unitCost: Must be at least 0.",
        "12: unitCost: Makes the goods worth more than 13 digits before the point.",
        "13: unitCost: Must not be given where goods leave: they leave at the average.",
    ]


def test_an_organization_without_a_warehouse_gets_its_first(service: Service, operator: Operator) -> None:
    books = Books(service, operator)
    books.load("items", {"name": "Rod", "trackInventory": True})
    books.load("stock", {"item": "Rod", "quantity": 1, "unitCost": 2})
    assert held(books) == {("Rod", "", "MAIN"): (1, 2)}
