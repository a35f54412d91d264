"""Two or many requests that arrive at the same moment and want the same thing."""

from decimal import Decimal

import pytest

from tests.parallel import at_once
from tests.reliability.racing import MANY, deleting, patching, paying, race, sending, statuses, voiding
from tests.reliability.sales import Shop, send, shop_of, void
from tests.reliability.sizes import ROUNDS
from tests.service import Service


def test_many_payments_at_once_never_settle_more_than_the_invoice(shop: Shop) -> None:
    invoice = shop.invoice(100)
    body = shop.payment_body(15, (invoice, 15))
    answers = at_once(MANY, shop.org, lambda client, _: client.post("/payments-received", body))
    assert statuses(answers) == {201: 6, 422: MANY - 6}
    fields = {e["field"] for a in answers if a.status_int == 422 for e in a.json["error"]["details"]}
    assert fields == {"allocations.0.amount"}
    assert shop.state(invoice) == ("PARTIALLY_PAID", 10)
    shop.assert_books_agree()


def test_many_payments_at_once_settle_an_invoice_to_the_last_paisa(shop: Shop) -> None:
    invoice = shop.invoice(MANY * 0.01)
    body = shop.payment_body(0.01, (invoice, 0.01))
    answers = at_once(MANY, shop.org, lambda client, _: client.post("/payments-received", body))
    assert statuses(answers) == {201: MANY}
    assert shop.state(invoice) == ("PAID", 0)
    shop.assert_books_agree()


def test_many_payments_at_once_never_overdraw_the_opening_balance(crowd: Service) -> None:
    shop = shop_of(crowd, openingBalance=100)
    body = shop.payment_body(15, openingBalanceApplied=15)
    answers = at_once(MANY, shop.org, lambda client, _: client.post("/payments-received", body))
    assert statuses(answers) == {201: 6, 422: MANY - 6}
    shop.assert_books_agree()


def test_payments_that_name_the_same_invoices_in_opposite_orders_do_not_deadlock(shop: Shop) -> None:
    first, second = shop.invoice(1000), shop.invoice(1000)
    there = shop.payment_body(20, (first, 10), (second, 10))
    back = shop.payment_body(20, (second, 10), (first, 10))
    answers = at_once(
        MANY, shop.org, lambda client, n: client.post("/payments-received", (there, back)[n % 2])
    )
    assert statuses(answers) == {201: MANY}
    assert shop.state(first) == shop.state(second) == ("PARTIALLY_PAID", 1000 - MANY * 10)
    shop.assert_books_agree()


def test_invoices_with_the_same_goods_in_opposite_orders_do_not_deadlock(shop: Shop) -> None:
    items = [shop.item() for _ in range(4)]
    there = [{"itemId": item, "quantity": 1} for item in items]
    answers = at_once(
        MANY,
        shop.org,
        lambda client, n: client.post(
            "/invoices", shop.invoice_body(status="SENT", lines=there[:: (-1, 1)[n % 2]])
        ),
    )
    assert statuses(answers) == {201: MANY}
    assert [row["quantity_on_hand"] for row in shop.rows("positions")] == [-MANY] * 4
    shop.assert_books_agree()


def test_of_many_sends_of_one_draft_one_wins(shop: Shop) -> None:
    item = shop.item()
    draft = shop.draft(lines=[{"itemId": item, "quantity": 3}])
    answers = at_once(MANY, shop.org, lambda client, _: send(client, draft))
    assert statuses(answers) == {200: 1, 409: MANY - 1}
    assert [row["quantity_on_hand"] for row in shop.rows("positions")] == [-3]
    assert [row["number"] for row in shop.rows("numbers")] == ["INV-00001"]
    shop.assert_books_agree()


def test_of_many_voids_of_one_invoice_one_wins(shop: Shop) -> None:
    invoice = shop.invoice(lines=[{"itemId": shop.item(), "quantity": 3}])
    answers = at_once(MANY, shop.org, lambda client, _: void(client, invoice))
    assert statuses(answers) == {200: 1, 409: MANY - 1}
    assert [row["quantity_on_hand"] for row in shop.rows("positions")] == [0]
    shop.assert_books_agree()


def test_of_many_deletes_of_one_draft_one_wins(shop: Shop) -> None:
    draft = shop.draft()
    answers = at_once(MANY, shop.org, lambda client, _: client.delete(f"/invoices/{draft}"))
    assert statuses(answers) == {200: 1, 404: MANY - 1}


def test_of_many_deletes_of_one_payment_one_wins(crowd: Service) -> None:
    shop = shop_of(crowd, openingBalance=50)
    invoice = shop.invoice(100)
    payment = shop.payment(90, (invoice, 40), openingBalanceApplied=50)
    answers = at_once(MANY, shop.org, lambda client, _: client.delete(f"/payments-received/{payment}"))
    assert statuses(answers) == {200: 1, 404: MANY - 1}
    assert shop.state(invoice) == ("SENT", 100)
    shop.assert_books_agree()


def test_a_send_and_a_delete_leave_a_sent_invoice_or_none(shop: Shop) -> None:
    for _ in range(ROUNDS):
        draft = shop.draft()
        outcome = race(shop, sending(draft), deleting(f"/invoices/{draft}"))
        assert outcome in {(200, 409), (404, 200)}
        found = shop.org.get(f"/invoices/{draft}").status_int
        assert found == (200 if outcome == (200, 409) else 404)


def test_a_void_and_a_payment_exclude_each_other(shop: Shop) -> None:
    for _ in range(ROUNDS):
        invoice = shop.invoice(100)
        outcome = race(shop, voiding(invoice), paying(shop.payment_body(40, (invoice, 40))))
        assert outcome in {(200, 422), (409, 201)}
        assert shop.state(invoice) == (("VOID", 0) if outcome[0] == 200 else ("PARTIALLY_PAID", 60))
    shop.assert_books_agree()


def test_a_void_and_an_edit_are_done_one_after_the_other(shop: Shop) -> None:
    item = shop.item()
    for _ in range(ROUNDS):
        invoice = shop.invoice(lines=[{"itemId": item, "quantity": 5}])
        body = shop.invoice_body(lines=[{"itemId": item, "quantity": 2}])
        assert race(shop, voiding(invoice), patching(invoice, body)) in {(200, 200), (200, 409)}
        assert shop.state(invoice)[0] == "VOID"
    assert [row["quantity_on_hand"] for row in shop.rows("positions")] == [0]
    shop.assert_books_agree()


def test_an_edit_and_a_send_are_done_one_after_the_other(shop: Shop) -> None:
    item, expected = shop.item(), Decimal(0)
    for _ in range(ROUNDS):
        draft = shop.draft(lines=[{"itemId": item, "quantity": 5}])
        body = shop.invoice_body(lines=[{"itemId": item, "quantity": 2}])
        assert race(shop, patching(draft, body), sending(draft)) == (200, 200)
        invoice = shop.org.read(f"/invoices/{draft}")
        # Edited first, or sent first and then edited: the edit is never lost.
        assert (invoice["status"], invoice["total"]) == ("SENT", 200)
        expected -= 2
        assert [row["quantity_on_hand"] for row in shop.rows("positions")] == [expected]
    shop.assert_books_agree()


def test_an_edit_that_issues_and_a_send_take_one_number(shop: Shop) -> None:
    for done in range(1, ROUNDS + 1):
        draft = shop.draft()
        outcome = race(shop, patching(draft, shop.invoice_body(status="SENT")), sending(draft))
        assert outcome in {(200, 409), (200, 200)}
        assert len(shop.rows("numbers")) == done
    assert shop.org.read(f"/invoices/{draft}")["invoiceNumber"] == f"INV-{ROUNDS:05d}"


def test_two_edits_leave_the_lines_of_one(shop: Shop) -> None:
    item = shop.item()
    invoice = shop.invoice(lines=[{"itemId": item, "quantity": 1}])
    bodies = [shop.invoice_body(lines=[{"itemId": item, "quantity": 1}] * n) for n in range(1, 9)]
    answers = at_once(8, shop.org, lambda client, n: client.patch(f"/invoices/{invoice}", bodies[n]))
    assert statuses(answers) == {200: 8}
    lines = shop.org.read(f"/invoices/{invoice}")["lines"]
    assert [row["quantity_on_hand"] for row in shop.rows("positions")] == [-len(lines)]
    assert [line["sortOrder"] for line in lines] == list(range(len(lines)))
    shop.assert_books_agree()


def test_an_edit_and_a_payment_exclude_each_other_or_agree(shop: Shop) -> None:
    for _ in range(ROUNDS):
        invoice = shop.invoice(100)
        edit = patching(invoice, shop.invoice_body(30))
        outcome = race(shop, edit, paying(shop.payment_body(40, (invoice, 40))))
        assert outcome in {(200, 422), (409, 201)}
        assert shop.state(invoice) == (("SENT", 30) if outcome[0] == 200 else ("PARTIALLY_PAID", 60))
    shop.assert_books_agree()


def test_a_payment_that_comes_and_one_that_goes_leave_what_the_second_settled(shop: Shop) -> None:
    for _ in range(ROUNDS):
        invoice = shop.invoice(100)
        old = shop.payment(100, (invoice, 100))
        outcome = race(
            shop, deleting(f"/payments-received/{old}"), paying(shop.payment_body(60, (invoice, 60)))
        )
        assert outcome in {(200, 201), (200, 422)}
        assert shop.state(invoice) == (("PARTIALLY_PAID", 40) if outcome[1] == 201 else ("SENT", 100))
    shop.assert_books_agree()


def test_first_movements_at_once_make_one_variant_one_warehouse_and_one_position(shop: Shop) -> None:
    item = shop.item()
    body = shop.invoice_body(status="SENT", lines=[{"itemId": item, "quantity": 2}])
    answers = at_once(MANY, shop.org, lambda client, _: client.post("/invoices", body))
    assert statuses(answers) == {201: MANY}
    assert len(shop.rows("variants")) == len(shop.rows("warehouses")) == 1
    assert [row["quantity_on_hand"] for row in shop.rows("positions")] == [-2 * MANY]
    shop.assert_books_agree()


@pytest.mark.parametrize("sizes", [[], ["S"]], ids=["none", "a size"])
@pytest.mark.parametrize("in_stock", ["nothing", "ten"])
def test_edits_of_a_simple_item_and_sales_of_it_at_once_keep_its_goods_in_one_place(
    shop: Shop, in_stock: str, sizes: list[str]
) -> None:
    """Half of the clients sell the variant that the item has by itself, half leave it out of the item."""
    item = shop.item()
    if in_stock == "ten":
        shop.bring("stock", {"itemId": item, "quantity": 10, "unitCost": 50})
    else:
        void(shop.org, shop.invoice(lines=[{"itemId": item, "quantity": 1}]))
    (own,) = shop.org.read(f"/items/{item}")["variants"]
    body = {"name": "Shirt", "trackInventory": True, "variants": [{"size": size} for size in sizes]}
    line = {"itemId": item, "itemVariantId": own["id"], "quantity": 1}
    drafts = [shop.draft(lines=[line]) for _ in range(MANY // 2)]
    answers = at_once(
        MANY,
        shop.org,
        lambda client, n: client.patch(f"/items/{item}", body) if n % 2 else send(client, drafts[n // 2]),
    )
    assert statuses(answers) == {200: MANY}
    (position,) = shop.rows("positions")
    assert position["quantity_on_hand"] == (10 if in_stock == "ten" else 0) - MANY // 2
    assert own["id"] in {row["id"] for row in shop.org.read(f"/items/{item}")["variants"]}
    shop.assert_books_agree()


def test_edits_and_first_movements_of_an_item_at_once_make_one_variant(shop: Shop) -> None:
    item = shop.item()
    edit = {"name": "Shirt", "trackInventory": True, "variants": []}
    sale = shop.invoice_body(status="SENT", lines=[{"itemId": item, "quantity": 2}])
    answers = at_once(
        MANY,
        shop.org,
        lambda client, n: client.patch(f"/items/{item}", edit) if n % 2 else client.post("/invoices", sale),
    )
    assert statuses(answers) == {200: MANY // 2, 201: MANY // 2}
    assert len(shop.rows("variants")) == 1
    assert [row["quantity_on_hand"] for row in shop.rows("positions")] == [-MANY]
    shop.assert_books_agree()


def test_goods_that_many_invoices_take_from_one_position_are_counted_exactly(shop: Shop) -> None:
    item = shop.item()
    drafts = [shop.draft(lines=[{"itemId": item, "quantity": n + 0.125}]) for n in range(MANY)]
    answers = at_once(MANY, shop.org, lambda client, n: send(client, drafts[n]))
    assert statuses(answers) == {200: MANY}
    taken = sum(Decimal(n) + Decimal("0.125") for n in range(MANY))
    assert [row["quantity_on_hand"] for row in shop.rows("positions")] == [-taken]
    voided = at_once(MANY, shop.org, lambda client, n: void(client, drafts[n]))
    assert statuses(voided) == {200: MANY}
    assert [(row["quantity_on_hand"], row["value"]) for row in shop.rows("positions")] == [(0, 0)]
    shop.assert_books_agree()
