"""Notes and the documents that they are about, as files bring them."""

from typing import Any

from tests.operators.importing import Body, Books
from tests.selling import DAY, LATER

GSTIN = "27AAPFU0939F1ZV"
BENGALURU = "29AAPFU0939F1ZR"
WORK = {"description": "Work", "quantity": 2, "rate": 100, "taxRatePercent": 18}
DOLLARS = {"currencyCode": "USD", "exchangeRate": 83.5}


def sold(books: Books, *lines: Body, **fields: object) -> Body:
    facts = {"customer": "Acme", "invoiceDate": DAY, "dueDate": LATER, "status": "SENT"}
    return books.one("invoices", facts | {"lines": list(lines) or [WORK]} | fields)


def bought(books: Books, *lines: Body, **fields: object) -> Body:
    facts = {"vendor": "Mill", "billDate": DAY, "dueDate": LATER, "status": "OPEN"}
    return books.one("bills", facts | {"lines": list(lines) or [WORK]} | fields)


def credit(*lines: Body, **fields: object) -> Body:
    note = {"customer": "Acme", "creditNoteDate": DAY, "status": "OPEN"}
    return note | {"lines": list(lines) or [WORK]} | fields


def debit(*lines: Body, **fields: object) -> Body:
    note = {"vendor": "Mill", "debitNoteDate": DAY, "status": "OPEN"}
    return note | {"lines": list(lines) or [WORK]} | fields


def of_sale(invoice: Body, place: int = 0, **fields: object) -> Body:
    return {"quantity": 1, "originalInvoiceItemId": invoice["lines"][place]["id"]} | fields


def of_bill(bill: Body, place: int = 0, **fields: object) -> Body:
    return {"quantity": 1, "originalBillItemId": bill["items"][place]["id"]} | fields


def seller(record: Body) -> tuple[Any, ...]:
    return record["sellerGstin"], record["sellerLegalName"], record["sellerStateCode"]


def register(books: Books, gstin: str, state_code: str, name: str, *words: str) -> str:
    facts = ("--gstin", gstin, "--state-code", state_code, "--legal-name", name)
    made = books.operator.make("registration", "add", "--org", books.slug, *facts, *words)
    return str(made["id"])
