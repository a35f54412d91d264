"""Many requests at once that settle invoices with what is left of one payment."""

from tests.parallel import at_once
from tests.reliability.racing import MANY, asking, deleting, race, statuses
from tests.reliability.sales import Shop
from tests.reliability.sizes import ROUNDS


def to(*parts: tuple[str, int]) -> dict[str, object]:
    return {"allocations": [{"invoiceId": id, "amount": amount} for id, amount in parts]}


def test_many_allocations_at_once_never_give_more_than_the_payment_has_left(shop: Shop) -> None:
    payment, invoice = shop.payment(100), shop.invoice(1000)
    path = f"/payments-received/{payment}/allocations"
    answers = at_once(MANY, shop.org, lambda client, _: client.post(path, to((invoice, 15))))
    assert statuses(answers) == {200: 6, 422: MANY - 6}
    assert shop.state(invoice) == ("PARTIALLY_PAID", 910)
    shop.assert_books_agree()


def test_allocations_of_two_payments_to_invoices_in_opposite_orders_do_not_deadlock(shop: Shop) -> None:
    first, second = shop.invoice(1000), shop.invoice(1000)
    payments = [shop.payment(1000) for _ in range(2)]
    bodies = [to((first, 10), (second, 10)), to((second, 10), (first, 10))]
    answers = at_once(
        MANY,
        shop.org,
        lambda client, n: client.post(
            f"/payments-received/{payments[n // 2 % 2]}/allocations", bodies[n % 2]
        ),
    )
    assert statuses(answers) == {200: MANY}
    assert shop.state(first) == shop.state(second) == ("PARTIALLY_PAID", 1000 - MANY * 10)
    shop.assert_books_agree()


def test_an_allocation_and_a_delete_leave_nothing_of_a_deleted_payment(shop: Shop) -> None:
    for _ in range(ROUNDS):
        payment, invoice = shop.payment(100), shop.invoice(100)
        outcome = race(
            shop,
            asking(f"/payments-received/{payment}/allocations", to((invoice, 40))),
            deleting(f"/payments-received/{payment}"),
        )
        assert outcome in {(200, 200), (404, 200)}
        assert shop.state(invoice) == ("SENT", 100)
    shop.assert_books_agree()


def test_an_allocation_and_credit_that_is_applied_never_spend_the_same(shop: Shop) -> None:
    for _ in range(ROUNDS):
        customer = shop.customer()
        own = {"customerId": customer}
        payment = shop.org.make("/payments-received", shop.payment_body(100) | own)["id"]
        owed = shop.invoice(100, **own)
        crediting = shop.invoice_body(100, status="SENT", applyCustomerCredit=True, **own)
        outcome = race(
            shop,
            asking(f"/payments-received/{payment}/allocations", to((owed, 100))),
            asking("/invoices", crediting),
        )
        assert outcome in {(200, 201), (422, 201)}
        assert shop.credit(customer) == 0
    shop.assert_books_agree()
