"""`books-lock`, `books-unlock`, imports into closed books, and what `check` says of them."""

import json
from typing import Any

import psycopg
import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.selling import customer, sent
from tests.service import Service

pytestmark = pytest.mark.usefixtures("parties")

LAST = "2026-09-30"
NEXT = "2026-10-01"
CLOSED = "The books are closed through 2026-09-30."
WORK = {"description": "Work", "quantity": 1, "rate": 100}


def test_operators_close_and_open_the_books_and_the_trail_says_who(books: Books, operator: Operator) -> None:
    told = operator.make("books-lock", "--org", books.slug, "--through", LAST)
    assert told == {"slug": books.slug, "lockedThrough": LAST}
    assert books.org.read("/books-lock") == {"lockedThrough": LAST}
    assert (
        operator.run("books-unlock", "--org", books.slug).output == f"The books of {books.slug} are open.\n"
    )
    assert books.org.read("/books-lock") == {"lockedThrough": None}
    closed, opened = operator.trail(books.slug, "--table", "books_locks")
    assert (closed["after"]["locked_through"], opened["after"]["locked_through"]) == (LAST, None)
    assert closed["requestId"].startswith("operator:")


def test_what_is_no_day_is_refused(books: Books, operator: Operator) -> None:
    assert "--through" in operator.refused("books-lock", "--org", books.slug, "--through", "soon")
    assert "--org" in operator.refused("books-unlock", "--org", "nobody-s")


DATED: dict[str, tuple[str, Body]] = {
    "invoices": ("invoiceDate", {"customer": "Acme", "lines": [WORK]}),
    "credit-notes": ("creditNoteDate", {"customer": "Acme", "status": "OPEN", "lines": [WORK]}),
    "debit-notes": ("debitNoteDate", {"vendor": "Mill", "status": "OPEN", "lines": [WORK]}),
    "bills": ("billDate", {"vendor": "Mill", "status": "OPEN", "lines": [WORK]}),
    "payments-received": ("paymentDate", {"customer": "Acme", "amount": 5}),
    "payments-made": ("paymentDate", {"vendor": "Mill", "amount": 5}),
}


@pytest.mark.parametrize("kind", DATED)
def test_a_line_of_a_file_that_is_dated_in_closed_books_is_at_fault(
    books: Books, operator: Operator, kind: str
) -> None:
    day, document = DATED[kind]
    operator.make("books-lock", "--org", books.slug, "--through", LAST)
    faults = books.refused(
        kind, document | {day: NEXT}, document | {day: LAST}, document | {day: "2026-04-01"}
    )
    assert faults == [f"2: {day}: {CLOSED}", f"3: {day}: {CLOSED}"]
    books.load(kind, document | {day: NEXT})


def test_quotes_and_orders_are_not_in_the_books(books: Books, operator: Operator) -> None:
    operator.make("books-lock", "--org", books.slug, "--through", LAST)
    books.load("quotes", {"customer": "Acme", "quoteDate": LAST, "lines": [WORK]})
    books.load("sales-orders", {"customer": "Acme", "orderDate": LAST, "lines": [WORK]})
    books.load("purchase-orders", {"vendor": "Mill", "orderDate": LAST, "lines": [WORK]})


def test_counted_goods_are_of_today_by_the_organization_s_clock(books: Books, operator: Operator) -> None:
    books.load("warehouses", {"code": "MAIN", "name": "Main"})
    books.load("items", {"name": "Rod", "trackInventory": True})
    count = {"item": "Rod", "quantity": 5, "unitCost": 2, "kind": "OPENING"}
    operator.make("books-lock", "--org", books.slug, "--through", "2999-12-31")
    assert books.refused("stock", count) == ["1: body: The books are closed through 2999-12-31."]
    operator.make("books-lock", "--org", books.slug, "--through", "2020-12-31")
    books.load("stock", count)


def found(operator: Operator, slug: str) -> list[Any]:
    result = operator.run("check", "--org", slug, "--json")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == (1 if rows else 0), result.output
    return [(row["record"], row["id"]) for row in rows]


def past_the_lock(service: Service, statement: str, *parameters: str) -> None:
    """Run a statement with the triggers off that keep the books closed."""
    with psycopg.connect(service.url) as owner:
        for trigger in ("in_open_books", "moved_in_open_books"):
            owner.execute(f"ALTER TABLE invoices DISABLE TRIGGER {trigger}".encode())
        assert owner.execute(statement.encode(), parameters).rowcount == 1
        for trigger in ("in_open_books", "moved_in_open_books"):
            owner.execute(f"ALTER TABLE invoices ENABLE TRIGGER {trigger}".encode())


def test_check_finds_what_was_changed_in_closed_books_and_no_settling(
    service: Service, books: Books, operator: Operator
) -> None:
    org = books.org
    who = customer(org)
    noted, voided, paid = (sent(org, who, invoiceDate=LAST)["id"] for _ in range(3))
    operator.make("books-lock", "--org", books.slug, "--through", LAST)
    org.make(
        "/payments-received",
        {
            "customerId": who,
            "paymentDate": NEXT,
            "amount": 100,
            "allocations": [{"invoiceId": paid, "amount": 100}],
        },
    )
    assert found(operator, books.slug) == []
    past_the_lock(service, "UPDATE invoices SET notes = 'x', updated_at = now() WHERE id = %s", noted)
    past_the_lock(service, "UPDATE invoices SET status = 'VOID', updated_at = now() WHERE id = %s", voided)
    assert ("invoice", noted) in found(operator, books.slug)
    assert ("invoice", voided) in found(operator, books.slug)
    assert ("invoice", paid) not in found(operator, books.slug)
