"""Payments to vendors: they settle bills, and are taken back."""

from collections.abc import Sequence

from app.documents.allocations import OPEN_BILLS
from app.documents.creation import Batch, DocumentKind, NewDocument, columns_of
from app.documents.document_warnings import date_warnings
from app.documents.document_writes import DocumentWrites, lock
from app.documents.parties import PURCHASES, find_parties
from app.documents.settlements import Settlement, allocated, check_allocations, settle
from app.documents.storing import check_numbers, store
from app.errors import REFUSE, names_no
from app.postgres.database import Transaction

PAYMENTS_MADE = DocumentKind(
    doc_type="PAYMENT_MADE",
    table="payments_made",
    prefix="vpm",
    number="payment_number",
    day="payment_date",
)
_SETTLEMENT = Settlement(OPEN_BILLS, "payments_made.allocate", "payment_id", "bal")


def _make_payments_made(tx: Transaction, payments: Sequence[NewDocument], batch: Batch | None) -> None:
    _check_vendors(tx, payments)
    for payment in payments:
        payment.row = columns_of(PAYMENTS_MADE, payment) | {"allocated": allocated(payment)}
    check_allocations(tx, _SETTLEMENT, payments)
    check_numbers(tx, PAYMENTS_MADE, payments, batch)
    store(tx, PAYMENTS_MADE, payments, settle(_SETTLEMENT, payments))


class _PaymentsMade(DocumentWrites):
    """Payments, which are in force from the beginning."""

    def delete(self, tx: Transaction, id: str) -> None:
        """Take a payment back with all that it settled; its number stays used. Raise NotFound."""
        settled = tx.all("payments_made.settled_by", id=id)
        bills = {"bill_ids": [row["bill_id"] for row in settled]}
        tx.all("bills.lock_to_settle", **bills)
        lock(tx, PAYMENTS_MADE, id)
        if settled:
            tx.defer(("bills.settle", bills | {"amounts": [-row["amount"] for row in settled]}))
        tx.execute("payments_made.delete", id=id)


WRITES = _PaymentsMade(PAYMENTS_MADE, _make_payments_made, answers=("id", "payment_number"))


def _check_vendors(tx: Transaction, payments: Sequence[NewDocument]) -> None:
    bodies = [{"vendor_id": payment.body["vendor_id"]} for payment in payments]
    for payment, found in zip(payments, find_parties(tx, PURCHASES, bodies), strict=True):
        if found["vendor_id"] is None:
            payment.refuse("vendorId", names_no("vendor"))
        payment.refuses, payment.today = found["checks"] == REFUSE, found["today"]
        payment.warn(date_warnings("payment_date", payment.body["payment_date"], payment.today))
