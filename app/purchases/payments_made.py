"""Payments to vendors: they settle bills."""

from collections.abc import Sequence

from app.documents.allocations import OPEN_BILLS
from app.documents.creation import Batch, DocumentKind, NewDocument, columns_of, new_documents
from app.documents.parties import PURCHASES, find_parties
from app.documents.settlements import Settlement, allocated, check_allocations, settle
from app.documents.storing import check_numbers, store
from app.errors import names_no
from app.postgres.database import Row, Transaction

PAYMENTS_MADE = DocumentKind(
    doc_type="PAYMENT_MADE",
    table="payments_made",
    prefix="vpm",
    number="payment_number",
    day="payment_date",
)
_SETTLEMENT = Settlement(OPEN_BILLS, "payments_made.allocate", "payment_id", "bal")


def create(tx: Transaction, bodies: Sequence[Row], batch: Batch | None = None) -> list[NewDocument]:
    """Create payments from bodies as `app.schemas.payments_made` loads them; those at fault are not stored."""
    payments = new_documents(PAYMENTS_MADE, bodies)
    _check_vendors(tx, payments)
    for payment in payments:
        payment.row = columns_of(PAYMENTS_MADE, payment) | {"allocated": allocated(payment)}
    check_allocations(tx, _SETTLEMENT, payments)
    check_numbers(tx, PAYMENTS_MADE, payments, batch)
    store(tx, PAYMENTS_MADE, payments, settle(_SETTLEMENT, payments))
    return payments


def _check_vendors(tx: Transaction, payments: Sequence[NewDocument]) -> None:
    bodies = [{"vendor_id": payment.body["vendor_id"]} for payment in payments]
    for payment, found in zip(payments, find_parties(tx, PURCHASES, bodies), strict=True):
        if found["vendor_id"] is None:
            payment.refuse("vendorId", names_no("vendor"))
