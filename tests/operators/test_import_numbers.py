"""Numbers of every kind that can be imported, when their series begins to reset."""

import pytest

from tests.operators.importing import Body, Books

pytestmark = pytest.mark.usefixtures("parties")

LINES = {"lines": [{"description": "Work", "quantity": 1, "rate": 100}]}
ACME, MILL = {"customer": "Acme"}, {"vendor": "Mill"}
# The word for the import, the kind of number, the field of the date, and the rest of a document.
KINDS: list[tuple[str, str, str, Body]] = [
    ("quotes", "QUOTE", "quoteDate", ACME | LINES),
    ("sales-orders", "SALES_ORDER", "orderDate", ACME | LINES),
    ("invoices", "INVOICE", "invoiceDate", ACME | LINES | {"status": "SENT"}),
    ("payments-received", "PAYMENT_RECEIVED", "paymentDate", ACME | {"amount": 1}),
    ("credit-notes", "CREDIT_NOTE", "creditNoteDate", ACME | LINES | {"status": "OPEN"}),
    ("purchase-orders", "PURCHASE_ORDER", "orderDate", MILL | LINES),
    ("bills", "BILL", "billDate", MILL | LINES),
    ("payments-made", "PAYMENT_MADE", "paymentDate", MILL | {"amount": 1, "mode": "UPI"}),
    ("debit-notes", "DEBIT_NOTE", "debitNoteDate", MILL | LINES | {"status": "OPEN"}),
]


@pytest.mark.parametrize(("kind", "doc_type", "field", "document"), KINDS)
def test_documents_of_old_years_go_on_after_the_numbers_of_all_years(
    kind: str, doc_type: str, field: str, document: Body, books: Books
) -> None:
    series = books.org.make("/number-series", {"docType": doc_type, "prefix": "N", "resetYearly": False})

    def numbers(*days: str) -> list[str]:
        return [told["number"] for told in books.load(kind, *(document | {field: day} for day in days))]

    assert numbers("2019-05-04", "2020-05-04", "2019-05-05") == ["N00001", "N00002", "N00003"]
    assert books.org.patch(f"/number-series/{series['id']}", {"resetYearly": True}).status_int == 200
    days = ("2019-05-04", "2020-05-04", "2018-05-04", "2020-05-05")
    assert numbers(*days) == ["N00004", "N00004", "N00001", "N00005"]
