"""Receivables by due date under concurrency: exact when many change them at once, and folded without waiting.

Any statement may fold, by chance: what is expected here holds whether or not one did.
"""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import date
from decimal import Decimal

import psycopg
import pytest
from webtest import TestResponse

from app.postgres.database import Database, Transaction
from app.postgres.queries import load
from tests.parallel import at_once
from tests.reliability.sales import shop_of
from tests.selling import customer, pay, payment_body, sent
from tests.service import FIXTURES, Client, Service
from tests.sql.receivables import LATER, NO_CHANCE, SOON, as_owner, kept, outstanding, rows, untied

pytestmark = pytest.mark.slow


class _Undone(Exception):
    pass


@pytest.fixture
def many_hands(service: Service) -> Iterator[Database]:
    """The owner with a connection for each of 32 threads."""
    with closing(Database(service.url, pool_size=32, pool_wait=30)) as database:
        database.queries |= load(FIXTURES)
        yield database


# Many at once


def test_an_import_is_a_row_for_each_due_date(service: Service) -> None:
    shop = shop_of(service)
    shop.bring(
        "invoices", *[shop.invoice_body(status="SENT", dueDate=(SOON, LATER)[n % 2]) for n in range(120)]
    )
    assert [(str(row["due_date"]), row["change"]) for row in rows(service, shop.org)] == [
        (SOON, 6_000),
        (LATER, 6_000),
    ]


def test_payments_of_many_invoices_at_once_are_a_row_for_each_due_date(service: Service) -> None:
    shop = shop_of(service)
    as_owner(service, shop.org, "add", customer_id=shop.customer_id, first=1, last=300, days=3)
    assert len(rows(service, shop.org)) == 3
    as_owner(service, shop.org, "pay", id=None)
    assert len(rows(service, shop.org)) <= 6
    assert kept(service, shop.org) == {"2030-01-01": 90, "2030-01-02": 90, "2030-01-03": 90}


def test_what_was_rolled_back_was_never_kept(service: Service) -> None:
    shop = shop_of(service)

    def work(tx: Transaction) -> None:
        tx.enter(shop.org.organization_id)
        tx.execute("receivables.add", customer_id=shop.customer_id, first=1, last=10, days=2)
        tx.execute("receivables.fold")
        raise _Undone

    with suppress(_Undone):
        service.owner.run_as_owner(work)
    assert rows(service, shop.org) == []
    assert outstanding(shop.org) == 0


def test_creations_payments_and_deletions_of_32_at_once_are_kept_to_the_paisa(service: Service) -> None:
    shop = shop_of(service)
    shared = shop.invoice(1_000, dueDate=SOON)

    def send(own: Client, n: int) -> TestResponse:
        for turn in range(3):
            day = f"2030-01-{1 + (n + turn) % 20:02}"
            mine = own.make("/invoices", shop.invoice_body(100.1, status="SENT", dueDate=day))["id"]
            paid = own.make("/payments-received", payment_body(shop.customer_id, 50, (mine, 40.05)))["id"]
            own.make("/payments-received", payment_body(shop.customer_id, 1, (shared, 0.25), (mine, 0.75)))
            if n % 2:
                own.delete(f"/payments-received/{paid}")
        return own.get("/dashboard/receivables")

    assert {answer.status_int for answer in at_once(32, shop.org, send)} == {200}
    # 100.10 less 0.75 of 96, of which half have 40.05 paid besides, and what is left of the shared one.
    assert outstanding(shop.org) == float(96 * Decimal("99.35") - 48 * Decimal("40.05") + 976)
    assert untied(service, shop.org) == []


def test_32_who_fold_at_once_lose_nothing(service: Service, many_hands: Database) -> None:
    shop = shop_of(service)
    gate = threading.Barrier(32)
    begun: list[int] = []

    def write(n: int) -> None:
        def work(tx: Transaction) -> None:
            # What a deadlock ends is begun again.
            begun.append(n)
            tx.enter(shop.org.organization_id)
            tx.execute("receivables.add", customer_id=shop.customer_id, first=n, last=n, days=5)
            tx.execute("receivables.pay", id=f"inv_{n}")
            tx.execute("receivables.fold")

        if n < 32:
            gate.wait()
        many_hands.run_as_owner(work)

    with ThreadPoolExecutor(32) as pool:
        list(pool.map(write, range(256)))
    assert len(begun) == 256
    assert outstanding(shop.org) == 256 * 0.9
    assert untied(service, shop.org) == []
    # Whom nobody holds up leaves a row for each of the five days.
    as_owner(service, shop.org, "add", customer_id=shop.customer_id, first=256, last=260, days=5)
    as_owner(service, shop.org, "fold")
    assert len(rows(service, shop.org)) == 5


def test_what_was_not_committed_yet_is_folded_later(service: Service) -> None:
    shop = shop_of(service)
    add, fold = (load(FIXTURES)[f"receivables.{name}"].encode() for name in ("add", "fold"))
    known = {"organization_id": shop.org.organization_id, "customer_id": shop.customer_id, "days": 1}
    with psycopg.connect(service.url) as slow, psycopg.connect(service.url) as quick:
        slow.execute(NO_CHANCE)
        slow.execute(add, known | {"first": 1, "last": 1})
        quick.execute(add, known | {"first": 2, "last": 2})
        quick.execute(fold, known)
        quick.commit()
        slow.commit()
        assert len(rows(service, shop.org)) == 2
        quick.execute(fold, known)
    assert [row["change"] for row in rows(service, shop.org)] == [2]


def test_nobody_waits_for_somebody_elses_transaction(service: Service, many_hands: Database) -> None:
    shop = shop_of(service)
    as_owner(service, shop.org, "add", customer_id=shop.customer_id, first=1, last=20, days=4)
    as_owner(service, shop.org, "fold")
    as_owner(service, shop.org, "add", customer_id=shop.customer_id, first=21, last=40, days=4)
    folded, counted = threading.Event(), threading.Event()

    def work(tx: Transaction) -> None:
        tx.enter(shop.org.organization_id)
        tx.execute("receivables.fold")
        folded.set()
        assert counted.wait(10)

    with ThreadPoolExecutor(1) as pool:
        holding = pool.submit(many_hands.run_as_owner, work)
        assert folded.wait(10)
        as_owner(service, shop.org, "add", customer_id=shop.customer_id, first=41, last=60, days=4)
        as_owner(service, shop.org, "fold")
        assert outstanding(shop.org) == 60
        counted.set()
        holding.result()
    assert outstanding(shop.org) == 60
    as_owner(service, shop.org, "add", customer_id=shop.customer_id, first=61, last=64, days=4)
    as_owner(service, shop.org, "fold")
    assert [row["change"] for row in rows(service, shop.org)] == [16, 16, 16, 16]


# Folding


def test_folding_leaves_a_row_for_each_day_that_has_something_open(service: Service) -> None:
    shop = shop_of(service)
    for first in (1, 21, 41):
        as_owner(service, shop.org, "add", customer_id=shop.customer_id, first=first, last=first + 19, days=4)
        as_owner(service, shop.org, "pay", id=None)
        as_owner(service, shop.org, "fold")
    # 15 invoices a day; of the first third 0.3 are paid, of the second 0.2, of the last 0.1
    assert [(row["due_date"], row["change"], row["folded"]) for row in rows(service, shop.org)] == [
        (date(2030, 1, day), 12, True) for day in (1, 2, 3, 4)
    ]


def test_a_long_transaction_folds_what_has_come_since_it_last_did(service: Service) -> None:
    shop = shop_of(service)

    def work(tx: Transaction) -> None:
        tx.enter(shop.org.organization_id)
        for first in range(1, 101, 10):
            tx.execute("receivables.add", customer_id=shop.customer_id, first=first, last=first + 9, days=2)
            tx.execute("receivables.fold")

    service.owner.run_as_owner(work)
    assert [(row["change"], row["folded"]) for row in rows(service, shop.org)] == [(50, True), (50, True)]


def test_a_day_on_which_all_is_settled_leaves_no_row(service: Service, org: Client) -> None:
    who = customer(org)
    sent(org, who, dueDate=SOON)
    settled = sent(org, who, dueDate=LATER)
    as_owner(service, org, "fold")
    pay(org, who, 100, (settled["id"], 100))
    as_owner(service, org, "fold")
    assert kept(service, org) == {SOON: 100}
    assert untied(service, org) == []


def test_days_of_which_nothing_changed_are_left_alone(service: Service, org: Client) -> None:
    who = customer(org)
    sent(org, who, dueDate=SOON)
    as_owner(service, org, "fold")
    before = rows(service, org)
    sent(org, who, dueDate=LATER)
    as_owner(service, org, "fold")
    assert rows(service, org)[:1] == before
    assert kept(service, org) == {SOON: 100, LATER: 100}


def test_now_and_then_a_statement_folds(service: Service) -> None:
    shop = shop_of(service)

    def work(tx: Transaction) -> None:
        tx.enter(shop.org.organization_id)
        # Which of them fold is left to chance: that none of so many does would be seen once in 10,000,000 runs.
        for n in range(800):
            tx.execute("receivables.add", customer_id=shop.customer_id, first=n, last=n, days=7)

    service.owner.run_as_owner(work)
    assert len(rows(service, shop.org)) < 800
    assert outstanding(shop.org) == 800

    def settle(tx: Transaction) -> None:
        tx.enter(shop.org.organization_id)
        for n in range(800):
            tx.execute("receivables.pay", id=f"inv_{n}")

    as_owner(service, shop.org, "fold")
    service.owner.run_as_owner(settle)
    assert len(rows(service, shop.org)) < 7 + 800
    assert outstanding(shop.org) == 720
