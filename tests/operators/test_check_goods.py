"""`check`: goods moved as their documents say, and came back at what they left with."""

import json

import pytest

from app.postgres.database import Row
from tests.operators.checking import changes_allowed
from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.selling import DAY, LATER, VENDOR, move, patch
from tests.service import Service

pytestmark = pytest.mark.slow

SMALL = {"item": "Shirt", "variant": "S"}


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    """An organization whose goods moved in every way there is; nobody has tampered with it."""
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme"})
    books.load("vendors", {"displayName": "Mill"} | VENDOR)
    books.load("items", {"name": "Shirt", "trackInventory": True, "variants": [{"size": "S"}, {"size": "M"}]})
    books.load("stock", SMALL | {"quantity": 10, "unitCost": 7.5})
    kept, gone = sold(books, line(books, 4)), sold(books, line(books, 3))
    move(books.org, gone["id"], "void")
    note = {"customer": "Acme", "creditNoteDate": DAY, "status": "OPEN", "invoiceId": kept["id"]}
    books.load("credit-notes", note | {"lines": [line(books, 1) | {"restock": True}]})
    bought = {"vendor": "Mill", "status": "OPEN", "lines": [line(books, 5, 1)]}
    books.load("bills", bought | {"billDate": DAY, "dueDate": LATER})
    books.load("debit-notes", bought | {"debitNoteDate": DAY, "lines": [line(books, 2, 1)]})
    return books


def line(books: Books, quantity: float, variant: int = 0) -> Body:
    item = books.org.read("/items?q=Shirt")[0]["id"]
    variants = books.org.read(f"/items/{item}")["variants"]
    return {
        "itemId": item,
        "itemVariantId": variants[variant]["id"],
        "description": "Shirt",
        "quantity": quantity,
        "rate": 100,
    }


def sold(books: Books, *lines: Body) -> Body:
    sent = {"customer": "Acme", "invoiceDate": DAY, "dueDate": LATER, "status": "SENT"}
    return books.one("invoices", sent | {"lines": list(lines)})


def tamper(books: Books, query: str) -> None:
    with changes_allowed(books.operator.url):
        assert books.as_owner(lambda tx: tx.execute(f"tampering.{query}")) > 0


def found(books: Books) -> list[Row]:
    """Return what `check --json` prints of books that do not tie."""
    result = books.operator.run("check", "--org", books.slug, "--json")
    assert result.exit_code == 1, result.output
    return [json.loads(row) for row in result.stdout.splitlines()]


def figures(rows: list[Row]) -> set[tuple[str, str]]:
    """Records and figures, without the ids that some figures end with."""
    return {(row["record"], row["figure"].partition(" of ")[0]) for row in rows}


def test_goods_that_moved_as_documents_say_tie(books: Books) -> None:
    assert books.operator.run("check", "--org", books.slug).output == "The books tie.\n"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("reversal_cost", ("movement", "totalCost")),
        ("reversal_unit_cost", ("movement", "unitCost")),
        ("reversal_quantity", ("movement", "quantity")),
        ("return_cost", ("invoice", "cost returned")),
        ("return_quantity", ("invoice", "quantity returned")),
        ("return_quantity", ("credit note", "goods moved")),
        ("movement_quantity", ("invoice", "goods moved")),
    ],
)
def test_a_movement_that_was_tampered_with_is_found(
    books: Books, query: str, expected: tuple[str, str]
) -> None:
    tamper(books, query)
    assert expected in figures(found(books))


@pytest.mark.parametrize(
    ("query", "record", "stored", "recomputed"),
    [
        ("invoice_line_quantity", "invoice", 4, 5),
        ("invoice_line_variant", "invoice", 0, 4),
        ("invoice_void", "invoice", 4, 0),
        ("bill_line_quantity", "bill", 5, 6),
        ("bill_void", "bill", 5, 0),
        ("credit_note_line_quantity", "credit note", 1, 2),
        ("credit_note_line_restock", "credit note", 1, 0),
        ("debit_note_line_quantity", "debit note", 2, 3),
    ],
)
def test_a_document_that_says_other_goods_than_moved_is_found(
    books: Books, query: str, record: str, stored: int, recomputed: int
) -> None:
    tamper(books, query)
    (row,) = found(books)
    assert row["record"] == record
    assert row["figure"] == f"goods moved of {line(books, 1)['itemId']}"
    assert (row["stored"], row["recomputed"]) == (stored, recomputed)


def test_the_last_that_comes_back_brings_the_rest_of_the_cost(books: Books) -> None:
    invoice = books.org.read("/credit-notes")[0]["invoiceId"]
    note = {"customer": "Acme", "creditNoteDate": DAY, "status": "OPEN", "invoiceId": invoice}
    books.load("credit-notes", note | {"lines": [line(books, 3) | {"restock": True}]})
    tamper(books, "return_cost_less")
    assert ("invoice", "cost returned") in figures(found(books))


def test_an_item_that_is_kept_in_stock_at_times_is_no_difference(books: Books) -> None:
    """Invoices written before it was kept, and after; edited, credited and voided on the other side of the switch."""
    item = line(books, 1)["itemId"]
    before, edited, voided = (sold(books, line(books, 2)) for _ in range(3))
    track(books, item, kept=False)
    unmoved = [sold(books, line(books, 2)) for _ in range(3)]
    for one, other in ((edited, voided), (unmoved[0], unmoved[1])):
        assert patch(books.org, one, line(books, 7), dueDate=LATER).status_int == 200
        move(books.org, other["id"], "void")
        assert books.differences() == []
        track(books, item, kept=True)
    back = {"customer": "Acme", "creditNoteDate": DAY, "status": "OPEN"}
    lines = [line(books, 2) | {"restock": True}]
    for invoice in (before, unmoved[2]):
        books.load("credit-notes", back | {"invoiceId": invoice["id"], "lines": lines})


def track(books: Books, item: str, *, kept: bool) -> None:
    answer = books.org.patch(f"/items/{item}", {"name": "Shirt", "trackInventory": kept})
    assert answer.status_int == 200, answer.text


def test_more_that_is_given_back_of_a_line_than_it_has_is_found(books: Books) -> None:
    (invoice, *_) = (row for row in books.org.read("/invoices") if row["status"] == "SENT")
    lines = books.org.read(f"/invoices/{invoice['id']}")["lines"]
    whole = {"originalInvoiceItemId": lines[0]["id"]}
    books.load(
        "credit-notes", {"customer": "Acme", "creditNoteDate": DAY, "status": "OPEN", "lines": [whole]}
    )
    tamper(books, "credit_note_line")
    (row,) = (row for row in found(books) if "given back" in row["figure"])
    assert (row["record"], row["id"]) == ("invoice", invoice["id"])
    assert row["figure"] == f"taxableAmount given back of {lines[0]['id']}"
    assert row["stored"] == row["recomputed"] + 1
