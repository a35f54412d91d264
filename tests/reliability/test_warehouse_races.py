"""Warehouses that are made, made the default and deleted at once, while goods come to them."""

from tests.parallel import at_once
from tests.reliability.buying import bill_body
from tests.reliability.racing import MANY, asking, deleting, race, statuses
from tests.reliability.sales import Shop
from tests.reliability.sizes import ROUNDS


def warehouse(shop: Shop, code: str) -> str:
    return str(shop.org.make("/warehouses", {"code": code, "name": code})["id"])


def goods(shop: Shop) -> list[dict[str, object]]:
    return [{"itemId": shop.item(), "quantity": 3, "rate": 10}]


def test_of_many_first_warehouses_at_once_one_is_the_default(shop: Shop) -> None:
    answers = at_once(
        MANY, shop.org, lambda client, n: client.post("/warehouses", {"code": f"W{n}", "name": "Godown"})
    )
    assert statuses(answers) == {201: MANY}
    assert sum(row["isDefault"] for row in shop.org.read("/warehouses?limit=200")) == 1


def test_of_many_warehouses_with_one_code_one_is_made(shop: Shop) -> None:
    body = {"code": "MAIN", "name": "Godown"}
    answers = at_once(MANY, shop.org, lambda client, _: client.post("/warehouses", body))
    assert statuses(answers) == {201: 1, 409: MANY - 1}


def test_a_first_warehouse_and_first_movements_at_once_leave_one_default(shop: Shop) -> None:
    body = bill_body(shop.vendor(), lines=goods(shop))
    made = {"code": "PUNE", "name": "Godown"}
    answers = at_once(
        MANY, shop.org, lambda client, n: client.post(*(("/bills", body) if n % 2 else ("/warehouses", made)))
    )
    assert statuses(answers) == {201: MANY // 2 + 1, 409: MANY // 2 - 1}
    assert sum(row["isDefault"] for row in shop.org.read("/warehouses")) == 1
    shop.assert_books_agree()


def test_goods_come_to_no_warehouse_that_is_deleted(shop: Shop) -> None:
    warehouse(shop, "FIRST")
    vendor, lines = shop.vendor(), goods(shop)
    for n in range(ROUNDS):
        other = warehouse(shop, f"W{n}")
        body = bill_body(vendor, lines=lines, warehouseId=other)
        draft = shop.org.make("/bills", body | {"status": "DRAFT"})["id"]
        outcome = race(
            shop,
            deleting(f"/warehouses/{other}"),
            asking("/bills", body),
            asking(f"/bills/{draft}/open"),
        )
        assert outcome in {(200, 422, 409), (409, 201, 200)}
    shop.assert_books_agree()


def test_goods_come_to_no_default_warehouse_that_is_replaced_and_deleted(shop: Shop) -> None:
    first, vendor, lines = warehouse(shop, "FIRST"), shop.vendor(), goods(shop)
    for n in range(ROUNDS):
        next_one = warehouse(shop, f"W{n}")
        named = {"code": f"W{n}", "name": "Godown", "isDefault": True}
        assert shop.org.patch(f"/warehouses/{next_one}", named).status_int == 200
        outcome = race(
            shop, deleting(f"/warehouses/{first}"), asking("/bills", bill_body(vendor, lines=lines))
        )
        assert outcome[1] == 201
        kept = {row["warehouseId"] for row in shop.org.read("/inventory") if row["quantityOnHand"]}
        assert kept <= {row["id"] for row in shop.org.read("/warehouses")}
        first = next_one
    shop.assert_books_agree()
