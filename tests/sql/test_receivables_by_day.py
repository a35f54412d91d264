"""What the dashboard adds up is kept by due date: exact in every transaction, and nobody waits for it.

Any statement may fold, by chance: what is expected here holds whether or not one did.
"""

import shutil
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import date
from decimal import Decimal
from pathlib import Path
from threading import Timer
from typing import Any

import psycopg
import pytest
from webtest import TestResponse

from app.database import Database, Row, Transaction
from app.migrations import MIGRATIONS, migrate
from app.queries import load
from tests.conftest import fresh_database
from tests.elsewhere import Elsewhere
from tests.parallel import at_once
from tests.reliability.sales import Shop, shop_of
from tests.selling import body, customer, edited, invoice, line, move, pay, payment_body, sent
from tests.service import FIXTURES, Client, Service

SOON, LATER = "2030-01-10", "2030-02-20"
DOLLARS = {"currencyCode": "USD", "exchangeRate": 83.1234}
# After it a connection's first statements do not fold.
NO_CHANCE = "SELECT setseed(0)"


class _Undone(Exception):
    pass


@pytest.fixture
def org(service: Service) -> Client:
    return service.organization()


@pytest.fixture
def many_hands(service: Service) -> Iterator[Database]:
    """The owner with a connection for each of 32 threads."""
    with closing(Database(service.url, pool_size=32, pool_wait=30)) as database:
        database.queries |= load(FIXTURES)
        yield database


def as_owner(service: Service, org: Client, query: str, **params: Any) -> None:
    def work(tx: Transaction) -> None:
        tx.enter(org.organization_id)
        tx.execute(f"receivables.{query}", **params)

    service.owner.run_as_owner(work)


def rows(service: Service, org: Client) -> list[Row]:
    def work(tx: Transaction) -> list[Row]:
        tx.enter(org.organization_id)
        return tx.all("receivables.kept")

    return service.owner.run_as_owner(work)


def kept(service: Service, org: Client) -> dict[str, Decimal]:
    """What is open of each due date that has something open."""
    days: Counter[str] = Counter()
    for row in rows(service, org):
        days[str(row["due_date"])] += row["change"]
    return {day: amount for day, amount in days.items() if amount}


def untied(service: Service, org: Client) -> list[Row]:
    """Where what is kept is not what the invoices say."""

    def work(tx: Transaction) -> list[Row]:
        tx.enter(org.organization_id)
        return tx.all("check.receivables")

    return service.owner.run_as_owner(work)


def outstanding(org: Client) -> float:
    return float(org.read("/dashboard/receivables")["totalOutstanding"])


# What is kept


def test_a_draft_keeps_nothing_until_it_is_sent(service: Service, org: Client) -> None:
    draft = invoice(org, customer(org), dueDate=SOON)
    draft = edited(org, draft, line(rate=250), dueDate=LATER)
    assert rows(service, org) == []
    move(org, draft["id"], "send")
    assert kept(service, org) == {LATER: 250}


def test_an_invoice_that_is_created_as_sent_is_kept_at_once(service: Service, org: Client) -> None:
    sent(org, customer(org), dueDate=SOON)
    assert kept(service, org) == {SOON: 100}


def test_a_draft_that_is_deleted_leaves_no_row(service: Service, org: Client) -> None:
    draft = invoice(org, customer(org), dueDate=SOON)
    assert org.delete(f"/invoices/{draft['id']}").status_int == 200
    assert rows(service, org) == []


def test_a_payment_takes_off_and_its_deletion_puts_back(service: Service, org: Client) -> None:
    who = customer(org)
    part, whole = sent(org, who, dueDate=SOON), sent(org, who, dueDate=LATER)
    payment = pay(org, who, 140, (part["id"], 40), (whole["id"], 100))
    assert kept(service, org) == {SOON: 60}
    assert org.delete(f"/payments-received/{payment['id']}").status_int == 200
    assert kept(service, org) == {SOON: 100, LATER: 100}


def test_a_credit_note_takes_off(service: Service, org: Client) -> None:
    who, elsewhere = customer(org), Elsewhere(service, org)
    made = sent(org, who, dueDate=SOON)
    elsewhere.apply("credit_note", elsewhere.credit_note(who, 30), made["id"], 20)
    assert kept(service, org) == {SOON: 80}


def test_a_void_invoice_has_nothing_open(service: Service, org: Client) -> None:
    made = sent(org, customer(org), dueDate=SOON)
    assert kept(service, org) == {SOON: 100}
    move(org, made["id"], "void")
    assert kept(service, org) == {}


def test_an_invoice_of_another_due_date_goes_from_one_day_to_the_other(service: Service, org: Client) -> None:
    made = sent(org, customer(org), dueDate=SOON)
    edited(org, made, line(rate=130), dueDate=LATER)
    assert kept(service, org) == {LATER: 130}


def test_an_edit_that_changes_nothing_open_leaves_no_row(service: Service, org: Client) -> None:
    made = sent(org, customer(org), dueDate=SOON)
    edited(org, made, notes="Thank you")
    assert len(rows(service, org)) == 1


def test_an_edit_of_the_amount_keeps_the_difference(service: Service, org: Client) -> None:
    made = sent(org, customer(org), dueDate=SOON)
    edited(org, made, line(rate=130))
    assert kept(service, org) == {SOON: 130}


def test_each_invoice_in_another_currency_is_rounded_by_itself(service: Service, org: Client) -> None:
    who = customer(org)
    # 0.01 x 50.5 = 0.505: two of them make 1.02, where their sum would make 1.01.
    shop = Shop(service, org, who)
    shop.bring(
        "invoices",
        *[
            body(who, line(rate=0.01), status="SENT", dueDate=SOON, currencyCode="USD", exchangeRate=50.5)
            for _ in range(2)
        ],
    )
    assert kept(service, org) == {SOON: Decimal("1.02")}
    made = sent(org, who, dueDate=LATER, **DOLLARS)
    pay(org, who, 90, (made["id"], 90), **DOLLARS)
    assert kept(service, org)[LATER] == Decimal("831.23")


def test_an_edit_of_the_exchange_rate_moves_what_is_open(service: Service, org: Client) -> None:
    made = sent(org, customer(org), dueDate=SOON, **DOLLARS)
    edited(org, made, currencyCode="USD", exchangeRate=90)
    assert kept(service, org) == {SOON: 9000}


def test_an_open_invoice_that_is_deleted_is_taken_off(service: Service) -> None:
    shop = shop_of(service)
    as_owner(service, shop.org, "add", customer_id=shop.customer_id, first=1, last=2, days=1)
    as_owner(service, shop.org, "remove", id="inv_1")
    assert kept(service, shop.org) == {"2030-01-01": 1}


def test_sums_may_be_larger_than_an_amount(service: Service, org: Client) -> None:
    who = customer(org)
    for _ in range(2):
        sent(org, who, line(rate=9_000_000_000_000), dueDate=SOON)
    as_owner(service, org, "fold")
    assert [row["change"] for row in rows(service, org)] == [Decimal(18_000_000_000_000)]


def test_what_others_have_open_is_not_kept_here(service: Service, org: Client) -> None:
    other = service.organization()
    sent(other, customer(other))
    assert rows(service, org) == []


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


# Reading


def test_the_dashboard_reads_days_and_no_invoices(service: Service) -> None:
    shop = shop_of(service)
    as_owner(service, shop.org, "add", customer_id=shop.customer_id, first=1, last=5_000, days=3)
    with psycopg.connect(service.url) as connection:
        plan = connection.execute(
            f"EXPLAIN (ANALYZE, COSTS OFF) {load()['dashboard.receivables']}".encode(),
            {"organization_id": shop.org.organization_id},
        ).fetchall()
    told = "\n".join(step for (step,) in plan)
    assert " on receivables_by_day " in told
    assert " on invoices " not in told
    assert len(rows(service, shop.org)) == 3
    assert outstanding(shop.org) == 5_000


def test_the_service_can_only_read_what_is_kept(service: Service, org: Client) -> None:
    with psycopg.connect(service.url) as connection:
        connection.execute("SET LOCAL ROLE invoicing_app")
        connection.execute("SELECT set_config('app.organization_id', %s, true)", [org.organization_id])
        for statement, refused in (
            ("UPDATE receivables_by_day SET change = 0", "table"),
            ("DELETE FROM receivables_by_day", "table"),
            ("INSERT INTO receivables_by_day DEFAULT VALUES", "table"),
            ("SELECT fold_receivables('x')", "function"),
        ):
            with (
                pytest.raises(psycopg.errors.InsufficientPrivilege, match=f"denied for {refused}"),
                connection.transaction(),
            ):
                connection.execute(statement.encode())


# The way there


@pytest.fixture
def filled(server_url: str, worker_id: str, tmp_path: Path) -> Iterator[str]:
    """A database of two organizations with 200 invoices each, from before anything was kept."""
    before = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, before)
    for file in before.glob("00*.sql"):
        if file.name >= "0018":
            file.unlink()
    for url in fresh_database(server_url, f"filled_{worker_id}", migrated=False):
        migrate(url, before)
        with psycopg.connect(url, autocommit=True) as owner:
            for query, text in load(FIXTURES).items():
                if query.startswith("many.") and query <= "many.j_invoices":
                    owner.execute(text.encode(), {"organizations": 2, "each": 200})
            owner.execute("UPDATE invoices SET due_date = due_date + 1 WHERE id LIKE 'inv\\_2\\_%5'")
        yield url


KEPT = "SELECT organization_id, due_date, change, folded FROM receivables_by_day ORDER BY 1, 2, id"


def test_what_is_open_already_is_kept_from_the_beginning(filled: str) -> None:
    with psycopg.connect(filled, autocommit=True) as owner, psycopg.connect(filled) as rival:
        # Of those who write meanwhile the migration waits for each.
        rival.execute("UPDATE invoices SET status = 'VOID' WHERE id = 'inv_1_5'")
        Timer(1.0, rival.commit).start()
        migrate(filled)
        first, second = date(2027, 4, 1), date(2027, 4, 2)
        assert owner.execute(KEPT).fetchall() == [
            ("org_1", first, Decimal(13_900), True),
            ("org_2", first, Decimal(12_000), True),
            ("org_2", second, Decimal(2_000), True),
        ]
        owner.execute(NO_CHANCE)
        owner.execute("UPDATE invoices SET status = 'VOID' WHERE id = 'inv_2_5'")
        assert owner.execute(KEPT).fetchall()[-1] == ("org_2", second, Decimal(-100), False)


def test_no_index_is_left_that_nothing_reads(filled: str) -> None:
    migrate(filled)
    with psycopg.connect(filled) as owner:
        assert owner.execute("SELECT to_regclass('invoices_open')").fetchone() == (None,)
