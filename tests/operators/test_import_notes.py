"""`import credit-notes` and `import debit-notes`: what they settle, and the goods that go back."""

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.selling import VENDOR
from tests.service import Service

DAY, LATER = "2026-05-04", "2999-12-31"
ROD = {"item": "R", "quantity": 2, "rate": 100, "taxRatePercent": 18}


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    """Ten rods at 40, of which an invoice took four; then ten more at 60 came in."""
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme"}, {"displayName": "Other"})
    books.load(
        "vendors",
        {"displayName": "Mill", "gstin": "27AAPFU0939F1ZV"} | VENDOR,
        {"displayName": "Other"} | VENDOR,
    )
    books.load("items", {"name": "Rod", "sku": "R", "trackInventory": True})
    bill = {"vendor": "Mill", "billDate": DAY, "dueDate": LATER, "status": "OPEN"}
    books.load("bills", bill | {"lines": [ROD | {"quantity": 10, "rate": 40}]})
    invoice = {
        "customer": "Acme",
        "invoiceDate": DAY,
        "dueDate": LATER,
        "status": "SENT",
        "lines": [ROD, ROD],
    }
    books.load("invoices", invoice)
    books.load("bills", bill | {"lines": [ROD | {"quantity": 10, "rate": 60}]})
    return books


def credit(*allocations: tuple[str, float], **fields: object) -> Body:
    rows = [{"invoice": number, "amount": amount} for number, amount in allocations]
    note = {"customer": "Acme", "creditNoteDate": DAY, "status": "OPEN", "allocations": rows, "lines": [ROD]}
    return note | fields


def debit(*allocations: tuple[str, float], **fields: object) -> Body:
    rows = [{"bill": number, "amount": amount} for number, amount in allocations]
    note = {"vendor": "Mill", "debitNoteDate": DAY, "status": "OPEN", "allocations": rows, "lines": [ROD]}
    return note | fields


def position(books: Books) -> tuple[float, float]:
    (row,) = books.org.read("/inventory")
    return row["quantityOnHand"], row["averageCost"]


def invoice_of(books: Books) -> Body:
    (row,) = books.org.read("/invoices")
    record: Body = books.org.read(f"/invoices/{row['id']}")
    return record


def test_a_credit_note_settles_its_invoice_and_keeps_the_rest(books: Books) -> None:
    record = books.one("credit-notes", credit(("INV-00001", 200), invoice="INV-00001", reason="Bent"))
    assert (record["creditNoteNumber"], record["status"], record["reason"]) == ("CN-00001", "OPEN", "Bent")
    assert (record["total"], record["allocatedAmount"], record["balanceUnallocated"]) == (236, 200, 36)
    assert [(row["invoiceId"], row["amount"]) for row in record["allocations"]] == [
        (record["invoiceId"], 200)
    ]
    assert record["allocations"][0]["createdBy"] == books.org.user_id
    assert (invoice_of(books)["amountPaid"], invoice_of(books)["status"]) == (200, "PARTIALLY_PAID")
    assert record["movements"] == []
    assert books.one("credit-notes", credit(("INV-00001", 236)))["status"] == "CLOSED"


def test_goods_come_back_at_the_cost_they_left_with(books: Books) -> None:
    line = invoice_of(books)["lines"][0]
    assert position(books) == (16, 52.5)
    back = ROD | {"restock": True, "quantity": 1}
    books.load("credit-notes", credit(lines=[back | {"originalInvoiceItemId": line["id"]}, ROD]))
    assert position(books) == (17, 51.764706)  # (16 x 52.5 + 40) / 17
    books.load("credit-notes", credit(lines=[back], invoice="INV-00001"))
    assert position(books) == (18, 51.111111)
    told = books.one("credit-notes", credit(lines=[back]))
    # Nobody says when this one left: the average of the day, 51.11 in whole paise.
    assert position(books) == (19, 51.111053)
    (movement,) = told["movements"]
    assert (movement["movementType"], movement["sourceDocType"]) == ("SALES_RETURN_IN", "CREDIT_NOTE")
    assert (movement["sourceDocId"], movement["sourceDocLineId"]) == (told["id"], told["items"][0]["id"])


@pytest.mark.parametrize("status", ["DRAFT", "VOID"])
def test_a_note_that_is_not_open_moves_nothing(books: Books, status: str) -> None:
    back = [ROD | {"restock": True}]
    assert books.one("credit-notes", credit(status=status, lines=back))["status"] == status
    assert books.one("debit-notes", debit(status=status))["status"] == status
    assert position(books) == (16, 52.5)
    assert books.refused("credit-notes", credit(("INV-00001", 1), status=status)) == [
        "1: allocations: Only an OPEN note can be allocated."
    ]


def test_what_is_left_of_a_credit_note_is_credit_for_the_next_invoice_after_payments(books: Books) -> None:
    notes = books.load(
        "credit-notes", credit(creditNoteDate="2026-05-02"), credit(creditNoteDate="2026-05-01")
    )
    customer = invoice_of(books)["customerId"]
    books.org.make("/payments-received", {"customerId": customer, "paymentDate": DAY, "amount": 100})
    body = {
        "customerId": customer,
        "invoiceDate": DAY,
        "status": "SENT",
        "applyCustomerCredit": True,
        "dueDate": LATER,
    }
    made = books.org.make(
        "/invoices", body | {"lines": [{"description": "Work", "quantity": 1, "rate": 400}]}
    )
    assert made["status"] == "PAID"
    left = [books.org.read(f"/credit-notes/{row['id']}")["balanceUnallocated"] for row in notes]
    assert left == [172, 0]
    assert books.differences() == []
    told = books.load("invoices", {"customer": "Acme"} | body | {"lines": [ROD], "customerId": None})
    assert books.org.read(f"/invoices/{told[0]['id']}")["amountPaid"] == 172


def test_a_credit_note_bears_the_taxes_of_its_invoice(books: Books) -> None:
    elsewhere = {
        "customer": "Acme",
        "invoiceDate": DAY,
        "status": "SENT",
        "placeOfSupplyStateCode": "29",
        "lines": [ROD],
    }
    (told,) = books.load("invoices", elsewhere)
    assert books.one("credit-notes", credit(invoiceId=told["id"]))["igstTotal"] == 36
    assert books.one("credit-notes", credit())["igstTotal"] == 0


def test_what_a_credit_note_may_not_say_is_refused_by_name(books: Books) -> None:
    line = invoice_of(books)["lines"][0]["id"]
    of_it = ROD | {"originalInvoiceItemId": line}
    sent = {"customer": "Acme", "invoiceDate": DAY, "status": "SENT", "lines": [ROD]}
    other = books.load("invoices", sent)[0]["id"]
    assert books.refused(
        "credit-notes",
        credit(("INV-00001", 236.01)),
        credit(customer="Other", invoice="INV-00001"),
        credit(invoiceId="inv_x"),
        credit(customer="Other", lines=[ROD, of_it]),
        credit(invoiceId=other, lines=[of_it]),
        credit(lines=[ROD | {"originalInvoiceItemId": "inl_x"}]),
        credit(("INV-00001", 200)),
        credit(("INV-00001", 230)),
        credit(("INV-00001", 43)),
    ) == [
        "1: allocations: Must not exceed the total, 236.00.",
        "2: invoice: Belongs to another customer.",
        "3: invoiceId: Names no record of this organization.",
        "4: lines.1.originalInvoiceItemId: Names no line of an invoice of this customer.",
        "5: lines.0.originalInvoiceItemId: Names no line of the note's invoice.",
        "6: lines.0.originalInvoiceItemId: Names no line of an invoice of this customer.",
        # 472 less 200 and 230
        "9: allocations.0.amount: Must be at most the invoice's balance, 42.00.",
    ]


def test_a_debit_note_settles_bills_and_its_goods_go_out_at_the_average(books: Books) -> None:
    record = books.one("debit-notes", debit(("BILL-00001", 200), bill="BILL-00001", reason="Rust"))
    assert (record["debitNoteNumber"], record["status"], record["sellerLegalName"]) == (
        "DN-00001",
        "OPEN",
        "Mill",
    )
    assert (record["total"], record["allocatedAmount"], record["balanceUnallocated"]) == (236, 200, 36)
    assert [(row["billId"], row["amount"]) for row in record["allocations"]] == [(record["billId"], 200)]
    assert position(books) == (14, 52.5)
    (movement,) = record["movements"]
    assert (movement["movementType"], movement["sourceDocType"]) == ("PURCHASE_RETURN_OUT", "DEBIT_NOTE")
    assert (movement["unitCost"], movement["quantity"]) == (52.5, 2)
    assert record["items"][0]["restock"] is False
    paid = {row["billNumber"]: row["status"] for row in books.org.read("/bills")}
    assert paid == {"BILL-00001": "PARTIALLY_PAID", "BILL-00002": "OPEN"}


def test_what_a_debit_note_may_not_say_is_refused_by_name(books: Books) -> None:
    assert books.refused(
        "debit-notes",
        debit(("BILL-00001", 1), vendor="Other"),
        debit(bill="BILL-00009"),
        debit(vendor="Other", bill="BILL-00001"),
        debit(lines=[ROD | {"originalBillItemId": "bll_x"}]),
    ) == [
        "1: allocations.0.bill: Names a bill of another vendor.",
        "2: bill: There is no bill BILL-00009.",
        "3: bill: Belongs to another vendor.",
        "4: lines.0.originalBillItemId: Names no line of a bill of this vendor.",
    ]


@pytest.mark.parametrize("status", ["DRAFT", "VOID"])
def test_an_open_note_must_be_about_a_document_that_is_in_force(books: Books, status: str) -> None:
    bill = {"vendor": "Mill", "billDate": DAY, "status": status, "billNumber": "B-9", "lines": [ROD]}
    (told,) = books.load("bills", bill)
    line = books.org.read(f"/bills/{told['id']}")["items"][0]["id"]
    of_it = [ROD | {"originalBillItemId": line}]
    fault = f"The bill is {status}; an OPEN note must be about one that is in force."
    assert books.refused("debit-notes", debit(bill="B-9"), debit(lines=of_it)) == [
        f"1: bill: {fault}",
        f"2: lines.0.originalBillItemId: {fault}",
    ]
    assert books.one("debit-notes", debit(bill="B-9", status="DRAFT"))["billId"] == told["id"]
    invoice = books.org.read("/invoices")[0]["id"]
    if status == "VOID":
        assert books.org.post(f"/invoices/{invoice}/void").status_code == 200
    else:
        draft = {"customer": "Acme", "invoiceDate": DAY, "lines": [ROD]}
        invoice = books.load("invoices", draft)[0]["id"]
    line = books.org.read(f"/invoices/{invoice}")["lines"][0]["id"]
    of_it = [ROD | {"originalInvoiceItemId": line}]
    fault = f"The invoice is {status}; an OPEN note must be about one that is in force."
    assert books.refused("credit-notes", credit(invoiceId=invoice), credit(lines=of_it)) == [
        f"1: invoiceId: {fault}",
        f"2: lines.0.originalInvoiceItemId: {fault}",
    ]


def test_an_original_line_must_be_of_the_same_item_and_variant(books: Books) -> None:
    sizes = [{"size": "S"}, {"size": "M"}]
    item = books.org.make("/items", {"name": "Cap", "sellingPrice": 1, "variants": sizes})
    small, medium = (
        {"itemId": item["id"], "itemVariantId": row["id"], "quantity": 1} for row in item["variants"]
    )
    party = {"invoiceDate": DAY, "status": "SENT", "customer": "Acme"}
    (sold,) = books.load("invoices", party | {"lines": [small]})
    (bought,) = books.load(
        "bills", {"billDate": DAY, "status": "OPEN", "vendor": "Mill", "lines": [small | {"rate": 1}]}
    )
    of_sale = {"originalInvoiceItemId": books.org.read(f"/invoices/{sold['id']}")["lines"][0]["id"]}
    of_bill = {"originalBillItemId": books.org.read(f"/bills/{bought['id']}")["items"][0]["id"]}
    assert books.refused(
        "credit-notes", credit(lines=[ROD | of_sale]), credit(lines=[small, medium | of_sale])
    ) == [
        "1: lines.0.originalInvoiceItemId: Names a line of another item.",
        "2: lines.1.originalInvoiceItemId: Names a line of another item.",
    ]
    assert books.refused("debit-notes", debit(lines=[ROD | of_bill]), debit(lines=[medium | of_bill])) == [
        "1: lines.0.originalBillItemId: Names a line of another item.",
        "2: lines.0.originalBillItemId: Names a line of another item.",
    ]
    books.load("credit-notes", credit(lines=[small | of_sale]))
    books.load("debit-notes", debit(lines=[small | of_bill | {"rate": 1}]))
