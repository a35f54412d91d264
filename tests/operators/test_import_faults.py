"""Faults of imported lines, and how many of them are told at once."""

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.selling import VENDOR
from tests.service import Service

DAY, BEFORE = "2026-05-04", "2026-05-03"
WORK = {"description": "Work", "quantity": 1, "rate": 100}
TOO_MUCH = "Makes the stock of the item more than can be kept account of."
MOST = 999_999_999

# The documents of each kind that may bring a number of their own, and its field.
NUMBERED = {
    "quotes": ({"customer": "Acme", "quoteDate": DAY, "lines": [WORK]}, "quoteNumber"),
    "sales-orders": ({"customer": "Acme", "orderDate": DAY, "lines": [WORK]}, "salesOrderNumber"),
    "purchase-orders": ({"vendor": "Mill", "orderDate": DAY, "lines": [WORK]}, "purchaseOrderNumber"),
    "bills": ({"vendor": "Mill", "billDate": DAY, "lines": [WORK]}, "billNumber"),
    "credit-notes": ({"customer": "Acme", "creditNoteDate": DAY, "lines": [WORK]}, "creditNoteNumber"),
    "debit-notes": ({"vendor": "Mill", "debitNoteDate": DAY, "lines": [WORK]}, "debitNoteNumber"),
    "invoices": ({"customer": "Acme", "invoiceDate": DAY, "lines": [WORK]}, "invoiceNumber"),
    "payments-made": ({"vendor": "Mill", "paymentDate": DAY, "amount": 1}, "paymentNumber"),
    "payments-received": ({"customer": "Acme", "paymentDate": DAY, "amount": 1}, "paymentNumber"),
}


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme"}, {"displayName": "Other"})
    books.load("vendors", {"displayName": "Mill"} | VENDOR)
    books.load("items", {"name": "Rod", "trackInventory": True, "purchasePrice": 0})
    return books


def bill(*lines: Body, **fields: object) -> Body:
    return {"vendor": "Mill", "billDate": DAY, "status": "OPEN", "lines": list(lines)} | fields


@pytest.mark.slow
def test_more_stock_than_can_be_kept_account_of_is_a_fault_of_each_line(books: Books) -> None:
    full = bill(*[{"item": "Rod", "quantity": MOST, "rate": 0}] * 999)
    rods = {"item": "Rod", "quantity": MOST, "rate": 0}
    books.load("bills", full)
    assert books.refused("bills", bill(rods), bill(WORK, rods, rods), bill(WORK)) == [
        f"2: lines.1.quantity: {TOO_MUCH}",
        f"2: lines.2.quantity: {TOO_MUCH}",
    ]
    more = {"item": "Rod", "quantity": MOST, "unitCost": 0}
    assert books.refused("stock", more, more | {"quantity": 0}, more) == [f"3: quantity: {TOO_MUCH}"]


@pytest.mark.parametrize(
    "goods",
    [
        # A unit costs 9 x 10^15 though they are all worth little.
        bill({"item": "Rod", "quantity": 0.00001, "rate": 9e12}, exchangeRate=1_000),
        bill({"item": "Rod", "quantity": 9, "rate": 1e12}),
    ],
)
def test_goods_too_dear_for_their_position_are_a_fault_of_their_line(books: Books, goods: Body) -> None:
    books.load("stock", {"item": "Rod", "quantity": 1, "unitCost": 9e12})
    assert books.refused("bills", goods) == [f"1: lines.0.quantity: {TOO_MUCH}"]


def test_names_that_are_not_there_are_told_with_what_else_is_wrong_with_their_line(books: Books) -> None:
    assert books.refused(
        "quotes",
        {"customer": "Nobody", "quoteDate": "soon", "lines": [{"item": "Nothing", "quantity": -1}]},
        {"customer": "Acme", "quoteDate": DAY, "lines": [{"item": "Nothing", "quantity": 1}]},
    ) == [
        "1: lines.0.quantity: Must be more than 0.",
        "1: quoteDate: Must be a calendar date from 1900 to 2999, as YYYY-MM-DD.",
        "1: customer: There is no customer Nobody.",
        "1: lines.0.item: There is no item Nothing.",
        "2: lines.0.item: There is no item Nothing.",
    ]


def test_what_is_wrong_with_a_document_s_parts_is_told_at_once(books: Books) -> None:
    (told,) = books.load("quotes", {"customer": "Other", "quoteDate": DAY, "lines": [WORK]})
    books.load("sales-orders", NUMBERED["sales-orders"][0] | {"salesOrderNumber": "S"})
    order = {"quoteId": told["id"], "expectedShipmentDate": BEFORE, "salesOrderNumber": "S"}
    lines = [{"itemId": "itm_x", "quantity": 1}]
    assert books.refused(
        "sales-orders",
        NUMBERED["sales-orders"][0] | order,
        NUMBERED["sales-orders"][0] | order | {"lines": lines},
    ) == [
        "1: quoteId: Belongs to another customer.",
        "1: expectedShipmentDate: Must not be before orderDate.",
        "1: salesOrderNumber: The number S is taken in its fiscal year.",
        "2: quoteId: Belongs to another customer.",
        "2: expectedShipmentDate: Must not be before orderDate.",
        "2: lines.0.itemId: Names no item of this organization.",
    ]


def test_a_note_about_nothing_is_told_of_its_lines_as_well(books: Books) -> None:
    (told,) = books.load("invoices", NUMBERED["invoices"][0])
    line = books.org.read(f"/invoices/{told['id']}")["lines"][0]["id"]
    lines = [WORK | {"originalInvoiceItemId": line, "restock": True}, {"itemId": "itm_x", "quantity": 1}]
    note = NUMBERED["credit-notes"][0] | {"status": "OPEN", "lines": lines}
    assert books.refused("credit-notes", note | {"invoiceId": "inv_x"}) == [
        "1: invoiceId: Names no record of this organization.",
        "1: lines.1.itemId: Names no item of this organization.",
    ]


@pytest.mark.parametrize(
    ("kind", "field", "day"),
    [
        ("quotes", "expiryDate", "quoteDate"),
        ("sales-orders", "expectedShipmentDate", "orderDate"),
        ("purchase-orders", "expectedDate", "orderDate"),
    ],
)
def test_what_is_expected_lies_not_before_the_document(books: Books, kind: str, field: str, day: str) -> None:
    document, _ = NUMBERED[kind]
    assert books.refused(kind, document | {field: BEFORE}) == [f"1: {field}: Must not be before {day}."]
    books.load(kind, document | {field: DAY}, document | {field: None})


@pytest.mark.parametrize("status", ["DRAFT", "SENT"])
def test_a_draft_s_number_is_nobody_s_own(books: Books, status: str) -> None:
    invoice = NUMBERED["invoices"][0] | {"status": status}
    assert books.refused("invoices", invoice | {"invoiceNumber": "DRAFT-7"}) == [
        "1: invoiceNumber: Is what a draft is called until it has a number: leave it out."
    ]
    (told,) = books.load("invoices", invoice | {"invoiceNumber": "DRAFT"})
    assert told["number"] == "DRAFT"


@pytest.mark.parametrize("kind", NUMBERED)
def test_a_given_number_has_at_most_a_hundred_characters(books: Books, kind: str) -> None:
    document, field = NUMBERED[kind]
    assert books.refused(kind, document | {field: "9" * 101}) == [
        f"1: {field}: Must be 1 to 100 characters long."
    ]
    told = books.load(kind, document | {field: "₹" * 100}, document | {field: "9" * 100})
    assert [row["number"] for row in told] == ["₹" * 100, "9" * 100]


def test_a_number_beyond_every_counter_is_kept_and_leaves_the_counter(books: Books) -> None:
    quote, field = NUMBERED["quotes"]
    given = ["QT-" + "9" * digits for digits in (16, 17, 40)] + ["QT-9007199254740991", "QT-9007199254740992"]
    told = books.load("quotes", *(quote | {field: number} for number in given), quote)
    assert [row["number"] for row in told] == [*given, "QT-00001"]
    told = books.load("quotes", quote | {field: "QT-" + "9" * 15}, quote, quote)
    assert [row["number"] for row in told][1:] == ["QT-1000000000000000", "QT-1000000000000001"]
