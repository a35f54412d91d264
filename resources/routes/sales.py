"""The routes of invoices and payments received."""

from app.schemas.answers import invoices as answers
from app.schemas.answers.outcomes import Done
from app.schemas.answers.payments import PaymentReceived, PaymentReceivedRow, PaymentRecorded
from app.schemas.record_kind import RecordKind
from resources.invoices import Invoices
from resources.payments_received import PaymentsReceived
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
PAYMENT_RECORD = RecordKind(
    one="payment received",
    many="payments received",
    module="paymentsReceived",
    row=PaymentReceivedRow,
    record=PaymentReceived,
    says={
        "list": "Without allocations.",
        "get": "With what it settled.",
        "delete": "Takes back everything that it settled, and credit that it gave to other invoices. Its number stays "
        "used.",
    },
)
# Ids of examples are made up.
_BUYER = "cus_01M7Y0HZB0QBJX557JXPEM5GCS"
_BILLED = {
    "customerId": _BUYER,
    "invoiceDate": "2026-11-21",
    "lines": [{"description": "Shirt, made to measure", "quantity": 2, "rate": 500, "taxRatePercent": 18}],
}
_PAID = {
    "customerId": _BUYER,
    "paymentDate": "2026-11-21",
    "amount": 1180,
    "mode": "UPI",
    "allocations": [{"invoiceId": "inv_01M7Y0HZB0QBJX557JXPEM5GCS", "amount": 1180}],
}
_ONCE = "Send an `Idempotency-Key` to make a retry safe."


def sales(requests: Requests) -> list[Route]:
    """Invoices with the moves of their state, and payments received."""
    return [*_invoices(Invoices(requests)), *_payments(PaymentsReceived(requests))]


def _invoices(invoices: Invoices) -> list[Route]:
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
        f"are worked out from the lines. {_ONCE}",
        body=invoices.body,
        example=_BILLED,
        once=True,
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


def _payments(payments: PaymentsReceived) -> list[Route]:
    every = {"GET": list_operation(PAYMENT_RECORD, "payments_received"), "POST": _record(payments)}
    one = {"GET": get_operation(PAYMENT_RECORD), "DELETE": delete_operation(PAYMENT_RECORD, Done)}
    return [
        Route("/payments-received", payments, "list", every),
        Route("/payments-received/{id}", payments, "record", one),
    ]


def _record(payments: PaymentsReceived) -> Operation:
    return Operation(
        id="recordPaymentReceived",
        tag=PAYMENT_RECORD.heading,
        summary="Record a payment received",
        permission="paymentsReceived.create",
        answer=Answer(PaymentRecorded, status=201),
        says="Allocations and `openingBalanceApplied` together are at most `amount` plus `tdsAmount`; what is left "
        f"over is the customer's credit. {_ONCE}",
        body=payments.body,
        example=_PAID,
        once=True,
    )
