"""Events of operators' commands, which are told as those of callers."""

from typing import Any

import pytest

from tests.api.recurring import Recurring, days_ago
from tests.operators.commands import Operator
from tests.operators.importing import Books
from tests.selling import customer, sent
from tests.service import Client, Service


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    made = Books(service, operator)
    # The first makes the series of invoices.
    sent(made.org, customer(made.org))
    return made


def told(org: Client, since: str) -> list[tuple[str, str]]:
    """The types and records of all events after one, in order."""
    rows: list[dict[str, Any]] = org.read("/events?sort=createdAt&limit=200")
    ids = [row["id"] for row in rows]
    return [(row["type"], row["recordId"]) for row in rows[ids.index(since) + 1 :]]


def newest(org: Client) -> str:
    return str(org.read("/events?limit=1")[0]["id"])


def invoice(status: str, **fields: Any) -> dict[str, Any]:
    lines = [{"description": "Work", "quantity": 1, "rate": 100}]
    return {
        "customer": "Acme",
        "invoiceDate": "2026-05-04",
        "dueDate": "2999-12-31",
        "status": status,
        "lines": lines,
    } | fields


def test_an_import_tells_of_each_document_once(books: Books) -> None:
    before = newest(books.org)
    first, second = (row["id"] for row in books.load("invoices", invoice("DRAFT"), invoice("SENT")))
    assert sorted(told(books.org, before)) == sorted([
        ("invoice.created", first),
        ("invoice.created", second),
        ("invoice.sent", second),
    ])  # fmt: skip


def test_an_import_that_is_refused_or_tried_tells_of_nothing(books: Books) -> None:
    before = newest(books.org)
    books.refused("invoices", invoice("SENT"), invoice("SENT", lines=[]))
    assert books.run("invoices", invoice("SENT"), words=("--dry-run",)).exit_code == 0
    assert told(books.org, before) == []


def test_an_invoice_that_comes_again_is_told_as_any_other(service: Service, operator: Operator) -> None:
    org = service.organization()
    recurring = Recurring(service, org, customer(org))
    sent(org, recurring.customer_id)
    id = recurring.schedule(startDate=days_ago(0), occurrences=1)
    before = newest(org)
    operator.run("recur")
    made = recurring.read(id)["lastInvoiceId"]
    assert sorted(told(org, before)) == sorted([
        ("invoice.created", made),
        ("invoice.sent", made),
        ("recurring_invoice.updated", id),
    ])  # fmt: skip


def test_what_a_command_adds_is_told(books: Books) -> None:
    before = newest(books.org)
    books.operator.make("warehouse", "create", "--org", str(books.slug), "--name", "Godown", "--code", "G1")
    ((type, _),) = told(books.org, before)
    assert type == "warehouse.created"
