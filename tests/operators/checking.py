"""Books with something of everything that `check` reads, changes behind its back, and its findings."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from tests.api.recurring import Recurring
from tests.elsewhere import Elsewhere
from tests.operators.commands import Operator
from tests.selling import (
    Body,
    Books,
    customer,
    goods,
    invoice,
    line,
    move,
    pay,
    sent,
    vendor,
)
from tests.service import Client, Service


def sell(service: Service, org: Client) -> None:
    """A part-paid invoice of goods that had come in before, an opening balance in part settled, a credit note."""
    who, bolt, books = (
        customer(org, openingBalance=50),
        goods(org, variants=[{"size": "M"}]),
        Books(service, org),
    )
    books.receive(bolt["variants"][0]["id"], books.warehouse("MAIN", is_default=True), "10", "7.5")
    variant = {"itemId": bolt["id"], "itemVariantId": bolt["variants"][0]["id"]}
    made = sent(org, who, line(rate=100), line(**variant, quantity=4))
    move(org, sent(org, who, line(**variant))["id"], "void")
    invoice(org, who)
    pay(org, who, 80, (made["id"], 60), openingBalanceApplied=10)
    gone = pay(org, who, 5, (made["id"], 5))
    org.delete(f"/payments-received/{gone['id']}")
    elsewhere = Elsewhere(service, org)
    elsewhere.apply("credit_note", elsewhere.credit_note(who, 30), made["id"], 20)


def buy(service: Service, org: Client) -> None:
    """A bill that a payment and a debit note have settled in part."""
    elsewhere = Elsewhere(service, org)
    who = vendor(org, openingBalance=9)
    bill = elsewhere.bill(who, 200)
    elsewhere.apply("payment_made", elsewhere.payment_made(who, 90), bill, 70)
    elsewhere.apply("debit_note", elsewhere.debit_note(who, 40), bill, 25)


def bill_again(service: Service, org: Client) -> None:
    """A recurring invoice that has made its only draft."""
    recurring = Recurring(service, org, org.read("/customers")[0]["id"])
    recurring.schedule(then="DRAFT", occurrences=1, lines=[line()])
    assert recurring.make_due("2100-02-01T09:00").made == 1


def tamper(service: Service, org: Client, query: str, **params: Any) -> None:
    with changes_allowed(service.url):
        assert service.as_owner(org, lambda tx: tx.execute(f"tampering.{query}", **params)) > 0


@contextmanager
def changes_allowed(url: str) -> Iterator[None]:
    """Let rows be changed that PostgreSQL keeps from it."""
    with psycopg.connect(url, autocommit=True) as owner:
        tables = [table for (table,) in owner.execute("SELECT table_name FROM trail_tables WHERE added_to")]
        for table in tables:
            owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER trail_unchanged".encode())
        yield
        for table in tables:
            owner.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER trail_unchanged".encode())


def found(operator: Operator, org: Client) -> list[Body]:
    """Return what `check --json` prints of an organization whose books do not tie."""
    result = operator.run("check", "--org", org.slug, "--json")
    assert result.exit_code == 1, result.output
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert all(row.keys() == {"record", "id", "figure", "stored", "recomputed"} for row in rows)
    return rows


def figures(rows: list[Body]) -> set[tuple[str, str]]:
    return {(row["record"], row["figure"]) for row in rows}
