"""The routes of payments of customers and to vendors."""

from app.ids import counted_id
from app.purchases import payments_made
from app.sales import payments_received
from app.schemas.answers import payments as answers
from app.schemas.payments_made import PaymentMadeBody
from app.schemas.payments_received import PaymentReceivedBody
from app.schemas.record_kind import RecordKind
from resources.payments_received import ALLOCATIONS, PaymentsReceived
from resources.routes.bulk import ONCE
from resources.routes.operations import Route
from resources.routes.written import Move, recorded_routes
from resources.serving.requests import Requests
from resources.written_documents import RecordedDocuments

_RECEIVED = RecordKind(
    one="payment received",
    many="payments received",
    module="paymentsReceived",
    row=answers.PaymentReceivedRow,
    record=answers.PaymentReceived,
    says={
        "list": "Without allocations.",
        "get": "With what it settled.",
        "create": "Allocations and `openingBalanceApplied` together are at most `amount` plus `tdsAmount`; what is "
        "left over is the customer's credit. With `advanceTaxRatePercent` that is an advance in GSTR-1, in "
        "`advancePlaceOfSupplyStateCode`, or else where the customer is as it is recorded; a text of the customer's "
        "record that is no place is refused then.",
        "delete": "Takes back everything that it settled, and credit that it gave to other invoices. Its number stays "
        "used.",
    },
)
_MADE = RecordKind(
    one="payment made",
    many="payments made",
    module="paymentsMade",
    row=answers.PaymentMadeRow,
    record=answers.PaymentMade,
    says={
        "list": "Without allocations.",
        "get": "With what it settled.",
        "create": "Allocations together are at most `amount`.",
        "delete": "Takes back everything that it settled. Its number stays used.",
    },
)
# Ids of examples are those of the demonstration's records.
_PAID_BY_CUSTOMER = {
    "customerId": counted_id("cus", 2),
    "paymentDate": "2026-11-21",
    "amount": 3850.2,
    "mode": "UPI",
    "allocations": [{"invoiceId": counted_id("inv", 159), "amount": 3850.2}],
}
_PAID_TO_VENDOR = {
    "vendorId": counted_id("ven", 1),
    "paymentDate": "2026-11-21",
    "amount": 1864.8,
    "allocations": [{"billId": counted_id("bil", 51), "amount": 1864.8}],
}
_MOVES = (
    Move(
        word="allocations",
        id="allocatePaymentReceived",
        summary="Allocate what is left of a payment received",
        answer=answers.PaymentAllocated,
        says="To open invoices of its customer in its currency; an invoice stands once in the list. It is of the day "
        f"on which it is done, so closed books do not hinder it. {ONCE}",
        body=ALLOCATIONS,
        example={"allocations": [{"invoiceId": counted_id("inv", 155), "amount": 500}]},
    ),
)
_PARTS = {"allocations": "allocations"}


def payments(requests: Requests) -> list[Route]:
    """Return the routes of payments received and payments made."""
    body = PaymentReceivedBody().answered_as(answers.PaymentReceived)
    received = PaymentsReceived(requests, payments_received.WRITES, body, _PARTS)
    body_made = PaymentMadeBody().answered_as(answers.PaymentMade)
    made = RecordedDocuments(requests, payments_made.WRITES, body_made, _PARTS)
    return [
        *recorded_routes(_RECEIVED, received, answers.PaymentRecorded, _PAID_BY_CUSTOMER, _MOVES),
        *recorded_routes(_MADE, made, answers.PaymentMadeRecorded, _PAID_TO_VENDOR),
    ]
