"""Payments received and made: what they bring settles what they are allocated to."""

from collections.abc import Sequence
from decimal import Decimal

from app.documents.allocations import BILLS, INVOICES
from app.documents.parties import PURCHASES, find_parties
from app.errors import names_no
from app.ids import new_ids
from app.importing.entries import Entry, good
from app.importing.numbers import number_entries
from app.importing.settlements import Giver, Settlement, settle
from app.money import ZERO
from app.numbering.series import Number
from app.postgres.database import Row, Statement, Transaction
from app.sales.payments_received import opening_balance_faults, payment_row
from app.schemas.documents import GivenNumber
from app.schemas.payments_made import PaymentMade
from app.schemas.payments_received import PaymentReceived
from app.stock.movements import LockedPositions
from app.wire import to_json_exactly


class _Received(PaymentReceived):
    """The body of POST /payments-received, and a number."""

    payment_number = GivenNumber()


class PaymentsReceived:
    """Payments of customers: they settle invoices and opening balances."""

    schema = _Received()

    def load(self, tx: Transaction, entries: Sequence[Entry], held: LockedPositions) -> None:
        """Load a batch of entries."""
        applied = _check_customers(tx, good(entries))
        payments = dict(zip(new_ids("pmt", len(entries)), entries, strict=True))
        how = Settlement(INVOICES, "payments_received.allocate", "payment_id", "pal")
        writes = settle(tx, how, [Giver(entry, id) for id, entry in payments.items() if entry.is_good])
        _insert(tx, "PAYMENT_RECEIVED", "payments_received", payments, [*writes, *_opening(applied)])


class PaymentsMade:
    """Payments to vendors: they settle bills."""

    schema = PaymentMade()

    def load(self, tx: Transaction, entries: Sequence[Entry], held: LockedPositions) -> None:
        """Load a batch of entries."""
        _check_vendors(tx, good(entries))
        payments = dict(zip(new_ids("vpm", len(entries)), entries, strict=True))
        how = Settlement(BILLS, "payments_made.allocate", "payment_id", "bal")
        writes = settle(tx, how, [Giver(entry, id) for id, entry in payments.items() if entry.is_good])
        _insert(tx, "PAYMENT_MADE", "payments_made", payments, writes)


def _check_customers(tx: Transaction, entries: Sequence[Entry]) -> dict[str, Decimal]:
    """Hold the customers and see what is left of their opening balances, payment by payment; what is applied."""
    named = sorted({entry.body["customer_id"] for entry in entries})
    rows = tx.all("payments_received.lock_customers", customer_ids=named) if named else []
    customers = {row["id"]: row for row in rows if row["deleted_at"] is None}
    applied: dict[str, Decimal] = {}
    for entry in entries:
        customer = customers.get(entry.body["customer_id"])
        if customer is None:
            entry.refuse("customerId", names_no("customer"))
            continue
        entry.faults += opening_balance_faults(customer, entry.body)
        amount = entry.body["opening_balance_applied"]
        if entry.is_good and amount:
            customer["opening_balance_applied"] += amount
            applied[customer["id"]] = applied.get(customer["id"], ZERO) + amount
    return applied


def _check_vendors(tx: Transaction, entries: Sequence[Entry]) -> None:
    bodies = [{"vendor_id": entry.body["vendor_id"]} for entry in entries]
    for entry, found in zip(entries, find_parties(tx, PURCHASES, bodies) if bodies else [], strict=True):
        if found["vendor_id"] is None:
            entry.refuse("vendorId", names_no("vendor"))


def _opening(applied: dict[str, Decimal]) -> list[Statement]:
    if not applied:
        return []
    columns = {"customer_ids": list(applied), "amounts": list(applied.values())}
    return [("payments_received.apply_opening_balance", columns)]


def _insert(
    tx: Transaction, doc_type: str, family: str, payments: dict[str, Entry], writes: Sequence[Statement]
) -> None:
    wanted = [
        (entry, entry.body["payment_date"], entry.body["payment_number"])
        for entry in payments.values()
        if entry.is_good
    ]
    ids = [id for id, entry in payments.items() if entry.is_good]
    numbers = number_entries(tx, doc_type, family, "paymentNumber", wanted)
    rows = [_row(payments[id], id, number) for id, number in zip(ids, numbers, strict=True)]
    # The allocations of a payment that is at fault by its number are among the writes: all or nothing.
    if all(entry.is_good for entry in payments.values()):
        tx.run_all((f"{family}.insert", {"rows": to_json_exactly(rows)}), *writes)


def _row(entry: Entry, id: str, number: Number) -> Row:
    entry.result = {"id": id, "number": number.text}
    return payment_row(entry.body, id, number)
