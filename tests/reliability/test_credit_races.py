"""A customer's credit that several requests want at the same moment."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from app.postgres.database import Transaction
from app.sales import invoices, payments_received
from app.schemas.invoices import InvoiceBody
from tests.parallel import at_once
from tests.reliability.racing import MANY, deleting, patching, race, sending, statuses
from tests.reliability.sales import Shop, send
from tests.reliability.sizes import ROUNDS
from tests.waiting import eventually, waiting_for_locks


def test_credit_is_spent_once_however_many_invoices_ask_for_it(shop: Shop) -> None:
    for _ in range(3):
        shop.payment(100)
    drafts = [shop.draft(50, applyCustomerCredit=True) for _ in range(MANY)]
    answers = at_once(MANY, shop.org, lambda client, n: send(client, drafts[n]))
    assert statuses(answers) == {200: MANY}
    states = Counter(answer.json["data"]["status"] for answer in answers)
    assert states == {"PAID": 6, "SENT": MANY - 6}
    assert shop.credit() == 0
    shop.assert_books_agree()


def test_credit_that_is_taken_away_while_an_invoice_asks_for_it_is_spent_or_gone(shop: Shop) -> None:
    for _ in range(ROUNDS):
        payment, draft = shop.payment(100), shop.draft(70, applyCustomerCredit=True)
        outcome = race(shop, sending(draft), deleting(f"/payments-received/{payment}"))
        assert outcome == (200, 200)
        # Whoever came first: the payment is gone, and with it what it settled.
        assert shop.state(draft) == ("SENT", 70)
        assert shop.credit() == 0
    shop.assert_books_agree()


def test_an_invoice_that_changes_hands_while_it_is_sent_takes_its_own_customer_s_credit(shop: Shop) -> None:
    for _ in range(ROUNDS):
        other = shop.customer()
        shop.payment(100, customerId=other)
        draft = shop.draft(80, applyCustomerCredit=True)
        others_draft = shop.draft(80, applyCustomerCredit=True, customerId=other)
        moved = shop.invoice_body(80, customerId=other, applyCustomerCredit=True)
        outcome = race(shop, patching(draft, moved), sending(draft), sending(others_draft))
        assert outcome == (200, 200, 200)
        assert shop.credit(other) == 0
        assert sorted((shop.state(draft)[1], shop.state(others_draft)[1])) == [0, 60]
    shop.assert_books_agree()


class Unfinished:
    """Work in a transaction that is all done but for its commit, which waits to be told."""

    def __init__(self, shop: Shop, pool: ThreadPoolExecutor, work: Callable[[Transaction], object]) -> None:
        self.done, self._release = threading.Event(), threading.Event()

        def hold(tx: Transaction) -> None:
            tx.enter(shop.org.organization_id, user_id=shop.org.user_id)
            work(tx)
            self.done.set()
            assert self._release.wait(20)

        self._future = pool.submit(shop.service.owner.run_as_owner, hold)

    def finish(self) -> None:
        """Let it commit, and wait until it has."""
        self._release.set()
        self._future.result(20)


def test_an_invoice_that_is_waiting_for_one_customer_s_credit_does_not_take_another_s(shop: Shop) -> None:
    other = shop.customer()
    payment = shop.payment(100, customerId=other)
    draft = shop.draft(80, applyCustomerCredit=True)
    moved = InvoiceBody().change(shop.invoice_body(80, customerId=other))

    def edit(tx: Transaction) -> None:
        invoices.change(tx, invoices.lock_for_edit(tx, draft, other), moved)

    with ThreadPoolExecutor(3) as pool:
        editing = Unfinished(shop, pool, edit)
        assert editing.done.wait(20)
        # Both wait: one for the customer that the invoice is moved to, one for the customer that it is moved from.
        deleting_the_credit = Unfinished(shop, pool, lambda tx: payments_received.WRITES.delete(tx, payment))
        sending_it = pool.submit(send, shop.org, draft)
        assert eventually(lambda: waiting_for_locks(shop.service) == 2, 20)
        editing.finish()
        assert deleting_the_credit.done.wait(20)
        assert eventually(lambda: waiting_for_locks(shop.service) == 1, 20)
        deleting_the_credit.finish()
        assert sending_it.result(20).json["data"]["status"] == "SENT"
    assert shop.state(draft) == ("SENT", 80)
    shop.assert_books_agree()
