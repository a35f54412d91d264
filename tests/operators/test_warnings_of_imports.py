"""Warnings of every kind of imported record, by line, and refusals where the organization or `--strict` asks."""

from typing import Any

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.selling import VENDOR
from tests.service import Service

HERE = "27AAPFU0939F1ZV"
WORK = {"description": "Work", "quantity": 1, "rate": 100, "taxRatePercent": 18}


@pytest.fixture(params=["warn", "refuse", "strict"])
def mode(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def books(service: Service, operator: Operator, mode: str) -> Books:
    made = Books(service, operator)
    made.load("customers", {"displayName": "Acme", "gstin": HERE})
    made.load("vendors", {"displayName": "Mill", "gstin": HERE} | VENDOR)
    service.describe(made.org, checks="refuse" if mode == "refuse" else "warn")
    return made


def holds(books: Books, mode: str, kind: str, wanted: list[tuple[int, str, str]], *documents: Any) -> None:
    """The (line, code, field) of each warning are told beside what is loaded, or nothing is loaded."""
    if mode == "warn":
        loaded = books.load(kind, *documents)
        told = [(row["line"], one["code"], one["field"]) for row in loaded for one in row.get("warnings", [])]
        assert told == wanted
        return
    words = ("--strict",) if mode == "strict" else ()
    result = books.run(kind, *documents, words=words)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    *faults, last = result.stderr.splitlines()
    assert [fault.split(": ")[:2] for fault in faults] == [[f"-:{line}", field] for line, _, field in wanted]
    assert last.startswith("Nothing was imported")


def bill(day: str, number: str | None, **fields: Any) -> Body:
    return {"vendor": "Mill", "billDate": day, "vendorBillNumber": number, "lines": [WORK]} | fields


def test_a_bill_that_comes_twice_in_a_fiscal_year(books: Books, mode: str) -> None:
    books.load("bills", bill("2026-04-01", "A-1"), bill("2026-04-01", None), bill("2026-04-02", None))
    holds(
        books,
        mode,
        "bills",
        [
            (1, "supplier_bill_duplicate", "vendorBillNumber"),
            (4, "supplier_bill_duplicate", "vendorBillNumber"),
        ],
        bill("2027-03-31", "A-1"),
        bill("2026-03-31", "A-1"),
        bill("2026-06-01", "B-1"),
        bill("2026-07-01", "B-1"),
    )


def test_a_void_bill_and_one_of_another_vendor_are_no_duplicates(books: Books) -> None:
    books.load("vendors", {"displayName": "Other"} | VENDOR)
    books.load("bills", bill("2026-04-01", "A-1", status="VOID"))
    told = books.load("bills", bill("2026-04-01", "A-1"), bill("2026-04-01", "A-1", vendor="Other"))
    assert not any("warnings" in row for row in told)


@pytest.mark.parametrize(
    ("invoiced", "noted", "late"),
    [
        ("2024-04-01", "2025-11-30", False),
        ("2024-04-01", "2025-12-01", True),
        ("2025-03-31", "2025-12-01", True),
        ("2025-04-01", "2025-12-01", False),
    ],
)
def test_a_credit_note_after_the_november_that_follows_the_year(
    books: Books, mode: str, invoiced: str, noted: str, late: bool
) -> None:
    books.load("invoices", {"customer": "Acme", "invoiceDate": invoiced, "status": "SENT", "lines": [WORK]})
    note = {
        "customer": "Acme",
        "invoice": "INV-00001",
        "creditNoteDate": noted,
        "status": "OPEN",
        "lines": [WORK],
    }
    if late:
        holds(books, mode, "credit-notes", [(1, "credit_note_late", "creditNoteDate")], note)
    else:
        assert "warnings" not in books.load("credit-notes", note)[0]


def test_names_stand_for_the_fields_that_warnings_are_about(books: Books, mode: str) -> None:
    books.load("customers", {"displayName": "Somebody"})
    large = {"customer": "Somebody", "invoiceDate": "2026-05-04", "lines": [WORK | {"rate": 60_000}]}
    holds(books, mode, "invoices", [(1, "recipient_address_missing", "customer")], large)


def test_numbers_and_dates_of_a_file(books: Books, mode: str) -> None:
    def dated(day: str, **fields: Any) -> Body:
        return {"customer": "Acme", "invoiceDate": day, "status": "SENT", "lines": [WORK]} | fields

    holds(
        books,
        mode,
        "invoices",
        [(2, "date_before_last_number", "invoiceDate"), (3, "number_not_rule_46", "invoiceNumber")],
        dated("2026-05-04"),
        dated("2026-05-03"),
        dated("2026-05-04", invoiceNumber="AN-INVOICE-NUMBER-1"),
        dated("2026-05-04"),
    )


AHEAD = "2999-01-01"
ODD_LINE = {"lines": [WORK | {"unit": "heap"}]}
OF_EACH_KIND: list[tuple[str, Body, str, str]] = [
    ("quotes", {"customer": "Acme", "quoteDate": "2026-05-04"} | ODD_LINE, "unit_unknown", "lines.0.unit"),
    (
        "sales-orders",
        {"customer": "Acme", "orderDate": "2026-05-04"} | ODD_LINE,
        "unit_unknown",
        "lines.0.unit",
    ),
    (
        "purchase-orders",
        {"vendor": "Mill", "orderDate": "2026-05-04"} | ODD_LINE,
        "unit_unknown",
        "lines.0.unit",
    ),
    ("bills", {"vendor": "Mill", "billDate": "2026-05-04"} | ODD_LINE, "unit_unknown", "lines.0.unit"),
    (
        "invoices",
        {"customer": "Acme", "invoiceDate": "2026-05-04"} | ODD_LINE,
        "unit_unknown",
        "lines.0.unit",
    ),
    (
        "credit-notes",
        {"customer": "Acme", "creditNoteDate": "2026-05-04"} | ODD_LINE,
        "unit_unknown",
        "lines.0.unit",
    ),
    (
        "debit-notes",
        {"vendor": "Mill", "debitNoteDate": "2026-05-04"} | ODD_LINE,
        "unit_unknown",
        "lines.0.unit",
    ),
    (
        "payments-received",
        {"customer": "Acme", "paymentDate": AHEAD, "amount": 5},
        "date_in_future",
        "paymentDate",
    ),
    ("payments-made", {"vendor": "Mill", "paymentDate": AHEAD, "amount": 5}, "date_in_future", "paymentDate"),
    ("customers", {"displayName": "A", "pan": "AAPFU"}, "pan_malformed", "pan"),
    ("vendors", {"displayName": "A", "pan": "AAPFU"} | VENDOR, "pan_malformed", "pan"),
    ("items", {"name": "Bolt", "hsnOrSac": "1"}, "hsn_malformed", "hsnOrSac"),
]


@pytest.mark.parametrize(
    ("kind", "document", "code", "field"), OF_EACH_KIND, ids=[row[0] for row in OF_EACH_KIND]
)
def test_a_line_of_every_kind_of_file(
    books: Books, mode: str, kind: str, document: Body, code: str, field: str
) -> None:
    holds(books, mode, kind, [(1, code, field)], document)


def test_master_data(books: Books, mode: str) -> None:
    holds(
        books,
        mode,
        "customers",
        [(2, "gstin_malformed", "gstin")],
        {"displayName": "A"},
        {"displayName": "B", "gstin": "x"},
    )
    holds(books, mode, "items", [(1, "unit_unknown", "unit")], {"name": "Bolt", "unit": "heap"})
