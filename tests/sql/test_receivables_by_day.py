"""Receivables by due date, which the dashboard adds up: the changes that they follow, their readers, their beginning.

Any statement may fold, by chance: what is expected here holds whether or not one did.
"""

import shutil
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from threading import Timer

import psycopg
import pytest

from app.postgres.migrations import MIGRATIONS, migrate
from app.postgres.queries import load
from tests.conftest import fresh_database
from tests.elsewhere import Elsewhere
from tests.reliability.sales import Shop, shop_of
from tests.selling import body, customer, edited, invoice, line, move, pay, sent
from tests.service import FIXTURES, Client, Service
from tests.sql.receivables import LATER, NO_CHANCE, SOON, as_owner, kept, outstanding, rows

pytestmark = pytest.mark.slow

DOLLARS = {"currencyCode": "USD", "exchangeRate": 83.1234}


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
    for file in before.glob("*.sql"):
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
