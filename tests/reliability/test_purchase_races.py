"""Many requests at once that write, open, settle and void bills."""

import pytest
from webtest import TestResponse

from tests.parallel import at_once
from tests.reliability.buying import bill, bill_body, paid, paid_body, state
from tests.reliability.racing import MANY, asking, deleting, race, statuses
from tests.reliability.sales import Shop
from tests.reliability.sizes import ROUNDS
from tests.service import Client


@pytest.fixture
def vendor(shop: Shop) -> str:
    return shop.vendor()


def goods(item: str, quantity: int = 3, rate: int = 10) -> list[dict[str, object]]:
    return [{"itemId": item, "quantity": quantity, "rate": rate}]


def test_of_many_openings_of_one_bill_one_wins(shop: Shop, vendor: str) -> None:
    draft = bill(shop, vendor, status="DRAFT", lines=goods(shop.item()))
    answers = at_once(MANY, shop.org, lambda client, _: client.post(f"/bills/{draft}/open"))
    assert statuses(answers) == {200: 1, 409: MANY - 1}
    assert [row["quantity_on_hand"] for row in shop.rows("positions")] == [3]
    shop.assert_books_agree()


def test_of_many_voids_of_one_bill_one_wins(shop: Shop, vendor: str) -> None:
    made = bill(shop, vendor, lines=goods(shop.item()))
    answers = at_once(MANY, shop.org, lambda client, _: client.post(f"/bills/{made}/void"))
    assert statuses(answers) == {200: 1, 409: MANY - 1}
    assert [row["quantity_on_hand"] for row in shop.rows("positions")] == [0]
    shop.assert_books_agree()


def test_bills_with_the_same_goods_in_opposite_orders_do_not_deadlock(shop: Shop, vendor: str) -> None:
    there = [line for _ in range(4) for line in goods(shop.item(), 1)]
    bodies = [bill_body(vendor, lines=there[::step]) for step in (1, -1)]
    answers = at_once(MANY, shop.org, lambda client, n: client.post("/bills", bodies[n % 2]))
    assert statuses(answers) == {201: MANY}
    assert [row["quantity_on_hand"] for row in shop.rows("positions")] == [MANY] * 4
    assert {row["value"] for row in shop.rows("positions")} == {MANY * 10}
    shop.assert_books_agree()


def test_many_bills_are_opened_and_voided_while_others_are_made(shop: Shop, vendor: str) -> None:
    item = shop.item()
    drafts = [bill(shop, vendor, status="DRAFT", lines=goods(item)) for _ in range(MANY // 2)]
    opened = [bill(shop, vendor, lines=goods(item)) for _ in range(MANY // 2)]
    moves = [f"/bills/{id}/open" for id in drafts] + [f"/bills/{id}/void" for id in opened]
    answers = at_once(MANY, shop.org, lambda client, n: client.post(moves[n]))
    assert statuses(answers) == {200: MANY}
    assert [row["quantity_on_hand"] for row in shop.rows("positions")] == [3 * (MANY // 2)]
    shop.assert_books_agree()


def test_an_opening_and_a_delete_leave_an_open_bill_or_none(shop: Shop, vendor: str) -> None:
    for _ in range(ROUNDS):
        draft = bill(shop, vendor, status="DRAFT")
        outcome = race(shop, asking(f"/bills/{draft}/open"), deleting(f"/bills/{draft}"))
        assert outcome in {(200, 409), (404, 200)}


def test_many_payments_at_once_never_settle_more_than_the_bill(shop: Shop, vendor: str) -> None:
    owed = bill(shop, vendor, 100)
    body = paid_body(vendor, 15, (owed, 15))
    answers = at_once(MANY, shop.org, lambda client, _: client.post("/payments-made", body))
    assert statuses(answers) == {201: 6, 422: MANY - 6}
    assert state(shop, owed) == ("PARTIALLY_PAID", 10)
    shop.assert_books_agree()


def test_payments_are_made_and_deleted_at_once_of_bills_in_opposite_orders(shop: Shop, vendor: str) -> None:
    first, second = bill(shop, vendor, 1000), bill(shop, vendor, 1000)
    parts = [(first, 10), (second, 10)]
    there, back = (paid_body(vendor, 20, *parts[::step]) for step in (1, -1))
    gone = [paid(shop, vendor, 20, *parts) for _ in range(MANY // 2)]

    def ask(client: Client, n: int) -> TestResponse:
        if n < len(gone):
            return client.delete(f"/payments-made/{gone[n]}")
        return client.post("/payments-made", (there, back)[n % 2])

    answers = at_once(MANY, shop.org, ask)
    assert statuses(answers) == {200: MANY // 2, 201: MANY // 2}
    assert state(shop, first) == state(shop, second) == ("PARTIALLY_PAID", 1000 - MANY // 2 * 10)
    shop.assert_books_agree()


def test_of_many_deletes_of_one_payment_to_a_vendor_one_wins(shop: Shop, vendor: str) -> None:
    owed = bill(shop, vendor, 100)
    payment = paid(shop, vendor, 40, (owed, 40))
    answers = at_once(MANY, shop.org, lambda client, _: client.delete(f"/payments-made/{payment}"))
    assert statuses(answers) == {200: 1, 404: MANY - 1}
    assert state(shop, owed) == ("OPEN", 100)
    shop.assert_books_agree()


def test_a_void_and_a_payment_of_one_bill_exclude_each_other(shop: Shop, vendor: str) -> None:
    for _ in range(ROUNDS):
        owed = bill(shop, vendor)
        outcome = race(
            shop,
            asking(f"/bills/{owed}/void"),
            asking("/payments-made", paid_body(vendor, 40, (owed, 40))),
        )
        assert outcome in {(200, 422), (409, 201)}
    shop.assert_books_agree()
