"""Many who convert one quote or order at the same moment, and who delete what it became."""

from collections.abc import Callable
from typing import Any

import pytest
from webtest import TestResponse

from tests.api.converting import taken
from tests.parallel import at_once
from tests.reliability.racing import MANY, deleting, race, statuses
from tests.reliability.sales import Shop
from tests.reliability.sizes import ROUNDS
from tests.selling import vendor
from tests.service import Client

LINES = [
    {"description": "Teak plank", "quantity": MANY / 2, "rate": 100, "taxRatePercent": 18},
    {"description": "Teak oil", "quantity": 2, "rate": 50},
]


def order(shop: Shop, path: str = "/sales-orders") -> str:
    customer = shop.invoice_body()["customerId"]
    party = {"customerId": customer} if path == "/sales-orders" else {"vendorId": vendor(shop.org)}
    status = "CONFIRMED" if path == "/sales-orders" else "ISSUED"
    body = party | {"orderDate": "2026-05-04", "status": status, "lines": LINES}
    return str(shop.org.make(path, body)["id"])


def converting(path: str, id: str, body: dict[str, Any]) -> Callable[[Client], TestResponse]:
    return lambda client: client.post(f"{path}/{id}/convert", body)


def voiding_order(id: str) -> Callable[[Client], TestResponse]:
    return lambda client: client.post(f"/sales-orders/{id}/void")


@pytest.mark.parametrize(("path", "made"), [("/sales-orders", "/invoices"), ("/purchase-orders", "/bills")])
def test_of_many_conversions_of_a_whole_order_one_wins(shop: Shop, path: str, made: str) -> None:
    id = order(shop, path)
    answers = at_once(MANY, shop.org, lambda client, _: converting(path, id, {})(client))
    assert statuses(answers) == {201: 1, 409: MANY - 1}
    assert shop.org.get(made).json["meta"]["total"] == 1
    assert taken(shop.org, path, id) == [MANY / 2, 2]
    shop.assert_books_agree()


def test_many_conversions_of_parts_never_take_more_than_there_is(shop: Shop) -> None:
    id = order(shop)
    line = shop.org.read(f"/sales-orders/{id}")["lineItems"][0]["id"]
    part = {"lines": [{"id": line, "quantity": 1}]}
    answers = at_once(MANY, shop.org, lambda client, _: converting("/sales-orders", id, part)(client))
    assert statuses(answers) == {201: MANY / 2, 409: MANY / 2}
    assert taken(shop.org, "/sales-orders", id) == [MANY / 2, 0]
    assert shop.org.get("/invoices").json["meta"]["total"] == MANY / 2
    shop.assert_books_agree()


def test_of_many_conversions_of_a_quote_one_wins(shop: Shop) -> None:
    body = {"customerId": shop.invoice_body()["customerId"], "quoteDate": "2026-05-04", "status": "SENT"}
    id = shop.org.make("/quotes", body | {"lines": LINES})["id"]
    kinds = ("INVOICE", "SALES_ORDER")
    answers = at_once(
        MANY, shop.org, lambda client, n: client.post(f"/quotes/{id}/convert", {"type": kinds[n % 2]})
    )
    assert statuses(answers) == {201: 1, 409: MANY - 1}
    made = [shop.org.get(path).json["meta"]["total"] for path in ("/invoices", "/sales-orders")]
    assert sorted(made) == [0, 1]
    shop.assert_books_agree()


def test_deleted_drafts_and_conversions_at_once_leave_an_order_that_is_open_where_something_is_left(
    shop: Shop,
) -> None:
    for _ in range(ROUNDS):
        id = order(shop)
        first, second = (line["id"] for line in shop.org.read(f"/sales-orders/{id}")["lineItems"])
        part = {"lines": [{"id": first, "quantity": MANY / 2}]}
        draft = shop.org.post(f"/sales-orders/{id}/convert", part).json["data"]["id"]
        rest = {"lines": [{"id": second, "quantity": 2}]}
        outcome = race(shop, deleting(f"/invoices/{draft}"), converting("/sales-orders", id, rest))
        assert outcome == (200, 201)
        assert shop.org.read(f"/sales-orders/{id}")["status"] == "CONFIRMED"
        assert taken(shop.org, "/sales-orders", id) == [0, 2]
    shop.assert_books_agree()


def test_a_void_and_a_conversion_of_an_order_exclude_each_other(shop: Shop) -> None:
    for _ in range(ROUNDS):
        id = order(shop)
        outcome = race(
            shop,
            voiding_order(id),
            converting("/sales-orders", id, {}),
        )
        assert outcome in {(200, 409), (409, 201)}
        status = shop.org.read(f"/sales-orders/{id}")["status"]
        assert status == ("VOID" if outcome == (200, 409) else "CLOSED")
