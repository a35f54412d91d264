"""externalReference in files: kept, and once among the live records of a kind."""

from typing import Any

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.selling import VENDOR
from tests.service import Service

DAY = "2026-05-04"
LINES = [{"description": "Steel", "quantity": 2, "rate": 100}]
SOLD = {"customer": "Acme", "lines": LINES}
BOUGHT = {"vendor": "Mill", "lines": LINES}
KINDS: dict[str, Body] = {
    "customers": {"displayName": "Acme"},
    "vendors": {"displayName": "Mill", **VENDOR},
    "items": {"name": "Bolt"},
    "quotes": SOLD | {"quoteDate": DAY},
    "sales-orders": SOLD | {"orderDate": DAY},
    "invoices": SOLD | {"invoiceDate": DAY},
    "payments-received": {"customer": "Acme", "paymentDate": DAY, "amount": 1},
    "credit-notes": SOLD | {"creditNoteDate": DAY},
    "purchase-orders": BOUGHT | {"orderDate": DAY},
    "bills": BOUGHT | {"billDate": DAY},
    "payments-made": {"vendor": "Mill", "paymentDate": DAY, "amount": 1},
    "debit-notes": BOUGHT | {"debitNoteDate": DAY},
}
UNREAD = {"purchase-orders", "payments-made"}
VOID = ("sales-orders", "purchase-orders", "bills", "credit-notes", "debit-notes")
TAKEN = "externalReference: Another record of this kind has this externalReference."


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    books = Books(service, operator)
    books.org.make("/customers", {"displayName": "Acme"})
    books.org.make("/vendors", {"displayName": "Mill", **VENDOR})
    return books


def called(kind: str, reference: str | None, **fields: Any) -> Body:
    return KINDS[kind] | {"externalReference": reference} | fields


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in UNREAD])
def test_a_reference_of_a_file_is_kept(kind: str, books: Books) -> None:
    # Who is named by name is there once.
    name = {"displayName": "Others"} if "displayName" in KINDS[kind] else {}
    assert books.one(kind, called(kind, "A-1", **name))["externalReference"] == "A-1"


@pytest.mark.parametrize("kind", KINDS)
def test_a_reference_that_stands_twice_in_a_file_is_a_fault_of_its_line(kind: str, books: Books) -> None:
    lines = [called(kind, reference) for reference in ("A-1", None, "A-2", "A-1", None)]
    assert books.refused(kind, *lines) == [f"4: {TAKEN}"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_reference_that_a_record_has_is_a_fault_of_its_line(kind: str, books: Books) -> None:
    name = {"displayName": "Others"} if "displayName" in KINDS[kind] else {}
    books.load(kind, called(kind, "A-1", **name))
    assert books.refused(kind, called(kind, "A-0"), called(kind, "A-1")) == [f"2: {TAKEN}"]


@pytest.mark.parametrize("kind", VOID)
def test_a_void_document_of_a_file_takes_no_reference(kind: str, books: Books) -> None:
    void = called(kind, "A-1", status="VOID")
    assert len(books.load(kind, void, called(kind, "A-1"), void)) == 3
    assert books.refused(kind, called(kind, "A-1")) == [f"1: {TAKEN}"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_blank_reference_of_a_file_is_refused(kind: str, books: Books) -> None:
    assert books.refused(kind, called(kind, " ")) == ["1: externalReference: Must not be blank."]
