"""The routes of invoices."""

from app.documents.bulk import BulkKind
from app.ids import counted_id
from app.sales.invoices import WRITES
from app.schemas.answers import invoices as answers
from app.schemas.answers.outcomes import Done
from app.schemas.record_kind import RecordKind
from resources.invoices import Invoices
from resources.routes.bulk import ONCE, bulk_route
from resources.routes.operations import (
    Answer,
    Operation,
    Route,
    delete_operation,
    get_operation,
    list_operation,
)
from resources.serving.requests import Requests

INVOICE_RECORD = RecordKind(
    one="invoice",
    module="invoices",
    row=answers.InvoiceRow,
    record=answers.Invoice,
    says={
        "list": "Without lines.",
        "get": "With its lines. `OVERDUE` is worked out at every read.",
        "delete": "Only a draft that never had a number of the series can be deleted: void others.",
    },
)
# Ids of examples are those of the demonstration's records.
_BUYER = counted_id("cus", 2)
_BILLED = {
    "customerId": _BUYER,
    "invoiceDate": "2026-11-21",
    "lines": [{"description": "Shirt, made to measure", "quantity": 2, "rate": 500, "taxRatePercent": 18}],
}


def invoices_routes(requests: Requests) -> list[Route]:
    """Return the routes of invoices."""
    invoices = Invoices(requests)
    one = {
        "GET": get_operation(INVOICE_RECORD),
        "PATCH": _edit(invoices),
        "DELETE": delete_operation(INVOICE_RECORD, Done, "conflict"),
    }
    return [
        Route(
            "/invoices",
            invoices,
            "list",
            {"GET": list_operation(INVOICE_RECORD, "invoices"), "POST": _write(invoices)},
        ),
        bulk_route(
            INVOICE_RECORD,
            "/invoices",
            invoices.requests,
            BulkKind(invoices.body, WRITES.create, WRITES.answer),
            answers.InvoiceWritten,
            _BILLED,
        ),
        Route("/invoices/calculate", invoices, "calculate", {"POST": _calculate(invoices)}),
        Route("/invoices/{id}", invoices, "record", one),
        Route("/invoices/{id}/send", invoices, "send", {"POST": _send()}),
        Route("/invoices/{id}/void", invoices, "void", {"POST": _void()}),
        Route("/invoices/{id}/payments", invoices, "payments", {"GET": _payments_of_invoice()}),
    ]


def _write(invoices: Invoices) -> Operation:
    return Operation(
        id="createInvoice",
        tag=INVOICE_RECORD.heading,
        summary="Create an invoice",
        permission="invoices.create",
        answer=Answer(answers.InvoiceWritten, status=201),
        says="As `DRAFT`, or as `SENT`, which takes the next number and moves stock at once. Prices, tax and totals "
        f"are worked out from the lines. {ONCE}",
        body=invoices.body,
        example=_BILLED,
    )


def _calculate(invoices: Invoices) -> Operation:
    return Operation(
        id="calculateInvoice",
        tag=INVOICE_RECORD.heading,
        summary="Work out an invoice without writing it",
        permission="invoices.read",
        answer=Answer(answers.InvoiceCalculation),
        says="Lines and totals as they would be stored. No number is taken, nothing is kept. It refuses a body that "
        "creating the invoice would refuse; only a `conflict` shows when the invoice is written.",
        body=invoices.body,
        example=_BILLED,
        excluded_errors=("conflict",),
        writes=False,
        without_key=True,
    )


def _edit(invoices: Invoices) -> Operation:
    return Operation(
        id="updateInvoice",
        tag=INVOICE_RECORD.heading,
        summary="Change an invoice",
        permission="invoices.update",
        answer=Answer(answers.InvoiceWritten),
        says="Only a `DRAFT` or `SENT` invoice on which nothing is settled. `lines` replace all lines, and "
        "`adjustments`, where sent, all adjustments; everything else that is left out keeps its value. `dueDate` null "
        "is worked out anew. `status` `DRAFT` turns a sent invoice back.",
        body=invoices.body,
        example=_BILLED,
    )


def _send() -> Operation:
    return Operation(
        id="sendInvoice",
        tag=INVOICE_RECORD.heading,
        summary="Send an invoice",
        permission="invoices.update",
        answer=Answer(answers.InvoiceSent),
        says="A draft takes the next number of its series and its goods leave the stock. Nothing is worked out anew.",
        errors=("conflict",),
    )


def _void() -> Operation:
    return Operation(
        id="voidInvoice",
        tag=INVOICE_RECORD.heading,
        summary="Void an invoice",
        permission="invoices.update",
        answer=Answer(answers.InvoiceVoided),
        says="Only a sent invoice on which nothing is settled. Its goods come back, its number stays used.",
        errors=("conflict",),
    )


def _payments_of_invoice() -> Operation:
    return Operation(
        id="listInvoicePayments",
        tag=INVOICE_RECORD.heading,
        summary="List the payments of an invoice",
        permission="paymentsReceived.read",
        answer=Answer(answers.InvoicePayment, "list"),
        says="Newest first, and not paged. An id that names no invoice answers an empty list.",
        excluded_errors=("not_found",),
    )
