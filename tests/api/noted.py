"""Bodies of documents with every field that they take, made of those of invoices."""

from typing import Any

Body = dict[str, Any]

OF_INVOICES = {"invoiceDate", "dueDate", "salespersonId", "sellerRegistrationId", "applyCustomerCredit"}
OF_INVOICES |= {"schemeIds"}
_OF_SALES = {"customerId", "creditNoteNumber", "creditNoteDate", "invoiceId", "exportWithPayment"}
_OF_SALES |= {"shippingBillNumber", "shippingBillDate", "portCode"}

#: What drafts refuse, and a sample makes drafts: tests/api/test_notes.py.
REFUSED_TO_DRAFTS = {"POST /credit-notes/{id}/allocations", "POST /debit-notes/{id}/allocations"}


def without(body: Body, *names: str) -> Body:
    return {name: value for name, value in body.items() if name not in names}


def credit_note_of(invoice: Body) -> Body:
    """A draft that gives back what an invoice bills, and is about none."""
    own = {"originalInvoiceItemId": None, "restock": False}
    return without(invoice, "adjustments", *OF_INVOICES) | {
        "creditNoteNumber": None,
        "creditNoteDate": "2026-05-04",
        "invoiceId": None,
        "reason": "Torn",
        "lines": [line | own for line in invoice["lines"]],
        "allocations": [],
    }


def debit_note_of(credit_note: Body, vendor_id: str) -> Body:
    """A draft of the same lines to a vendor."""
    lines = [without(line, "originalInvoiceItemId", "restock") for line in credit_note["lines"]]
    return without(credit_note, *_OF_SALES) | {
        "vendorId": vendor_id,
        "debitNoteNumber": None,
        "debitNoteDate": "2026-05-04",
        "billId": None,
        "lines": [line | {"originalBillItemId": None} for line in lines],
    }


def settling(claim: str) -> Body:
    """An allocation to a document that is not there; `claim` is the field of its id."""
    return {"allocations": [{claim: "inv_01M7Y0HZB0QBJX557JXPEM5GCS", "amount": 1}]}
