"""Notes about lines whose items or variants were deleted since: what was billed can still be given back."""

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.service import Service

DAY = "2026-05-04"
MILL = {"leadTimeDays": 1, "msmeType": None, "udyamNumber": None, "msmeAgreedCreditDays": None}


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme"})
    books.load("vendors", {"displayName": "Mill"} | MILL)
    return books


def goods(books: Books, **fields: object) -> Body:
    return books.org.make("/items", {"name": "Rod", "sellingPrice": 10, "trackInventory": True} | fields)


def sold(books: Books, line: Body) -> Body:
    """The line of a new invoice, as a note's line names it."""
    facts = {"customer": "Acme", "invoiceDate": DAY, "status": "SENT", "lines": [line]}
    (stored,) = books.one("invoices", facts)["lines"]
    return line | {"quantity": 1, "originalInvoiceItemId": stored["id"], "restock": True}


def credit(line: Body) -> Body:
    return {"customer": "Acme", "creditNoteDate": DAY, "status": "OPEN", "lines": [line]}


def on_hand(books: Books) -> list[float]:
    return [position["quantityOnHand"] for position in books.org.read("/inventory")]


def test_goods_of_a_deleted_item_come_back_with_a_note_about_their_invoice(books: Books) -> None:
    rod = goods(books)
    back = sold(books, {"itemId": rod["id"], "quantity": 5})
    books.org.delete(f"/items/{rod['id']}")
    note = books.one("credit-notes", credit(back))
    assert (note["total"], note["items"][0]["itemId"]) == (10, rod["id"])
    assert on_hand(books) == [-4]


def test_goods_of_a_deleted_variant_come_back_to_where_they_lay(books: Books) -> None:
    shirt = goods(books, variants=[{"size": "S"}, {"size": "M"}])
    small, medium = shirt["variants"]
    back = sold(books, {"itemId": shirt["id"], "itemVariantId": small["id"], "quantity": 5})
    changed = books.org.patch(f"/items/{shirt['id']}", {"name": "Rod", "variants": [medium]})
    assert changed.status_int == 200, changed.text
    books.load("credit-notes", credit(back))
    assert on_hand(books) == [-4]


def test_goods_of_a_deleted_item_go_back_to_their_vendor(books: Books) -> None:
    rod = goods(books)
    line = {"itemId": rod["id"], "quantity": 5, "rate": 4}
    bill = {"vendor": "Mill", "billDate": DAY, "status": "OPEN", "lines": [line]}
    (bought,) = books.one("bills", bill)["items"]
    books.org.delete(f"/items/{rod['id']}")
    of_bill = {"itemId": rod["id"], "quantity": 2, "originalBillItemId": bought["id"]}
    note = {"vendor": "Mill", "debitNoteDate": DAY, "status": "OPEN", "lines": [of_bill]}
    assert books.one("debit-notes", note)["total"] == 8
    assert on_hand(books) == [3]


def test_a_line_that_is_about_no_other_names_nothing_deleted(books: Books) -> None:
    """It is refused even beside a line that may name a deleted item."""
    rod = goods(books)
    back = sold(books, {"itemId": rod["id"], "quantity": 5})
    books.org.delete(f"/items/{rod['id']}")
    anew = {"itemId": rod["id"], "quantity": 1}
    assert books.refused("credit-notes", credit(back), credit(anew)) == [
        "2: lines.0.itemId: Names no item of this organization."
    ]
