"""Payments received: recorded against invoices and the opening balance, read, deleted."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from app.documents.allocations import OPEN_INVOICES
from app.documents.creation import Batch, DocumentKind, NewDocument, columns_of, good, new_documents
from app.documents.settlements import Settlement, allocated, check_allocations, settle
from app.documents.storing import check_numbers, store
from app.errors import NotFound, names_no
from app.lists.record_reading import read_record
from app.money import ZERO
from app.postgres.database import Row, Statement, Transaction

PAYMENTS_RECEIVED = DocumentKind(
    doc_type="PAYMENT_RECEIVED",
    table="payments_received",
    prefix="pmt",
    number="payment_number",
    day="payment_date",
)
_SETTLEMENT = Settlement(OPEN_INVOICES, "payments_received.allocate", "payment_id", "pal")


def read(tx: Transaction, id: str) -> Row:
    """Return the payment with its `allocations`; the transaction ends. Raises NotFound."""
    return read_record(tx, "payments_received", id, {"allocations": "allocations"})


def create(tx: Transaction, bodies: Sequence[Row], batch: Batch | None = None) -> list[NewDocument]:
    """Record payments from bodies as `app.schemas.payments_received` loads them; those at fault are not stored.

    Each settles what it is allocated to, and what is not allocated stays the customer's credit. Tax that the customer
    deducted settles like cash.
    """
    payments = new_documents(PAYMENTS_RECEIVED, bodies)
    _check_customers(tx, payments)
    for payment in payments:
        payment.row = columns_of(PAYMENTS_RECEIVED, payment) | {"allocated": allocated(payment)}
    check_allocations(tx, _SETTLEMENT, payments)
    check_numbers(tx, PAYMENTS_RECEIVED, payments, batch)
    store(tx, PAYMENTS_RECEIVED, payments, [*settle(_SETTLEMENT, payments), *_opening(good(payments))])
    return payments


def create_one(tx: Transaction, body: Row) -> Row:
    """Record a payment; return its id. Raise Invalid where it is at fault."""
    (payment,) = create(tx, [body])
    payment.require_good()
    return {"id": payment.id}


def delete(tx: Transaction, id: str) -> None:
    """Take a payment back with all that it settled; its number stays used. Raises NotFound."""
    customer_id = _customer_of(tx, id)
    tx.one("payments_received.lock_customer", customer_id=customer_id)
    settled = tx.all("payments_received.settled_by", id=id)
    tx.all("invoices.lock_to_settle", invoice_ids=[row["invoice_id"] for row in settled])
    payment = tx.one("payments_received.lock", id=id)
    if payment is None:
        raise NotFound
    tx.run_all(*_taking_back(payment, settled), ("payments_received.delete", {"id": id}))


def _customer_of(tx: Transaction, id: str) -> str:
    found = tx.one("payments_received.customer_of", id=id)
    if found is None:
        raise NotFound
    return str(found["customer_id"])


def _check_customers(tx: Transaction, payments: Sequence[NewDocument]) -> None:
    """Lock the customers, and check against what is left of their opening balances, payment by payment."""
    named = sorted({payment.body["customer_id"] for payment in payments})
    rows = tx.all("payments_received.lock_customers", customer_ids=named)
    customers = {row["id"]: row for row in rows if row["deleted_at"] is None}
    for payment in payments:
        customer = customers.get(payment.body["customer_id"])
        if customer is None:
            payment.refuse("customerId", names_no("customer"))
            continue
        payment.faults += _opening_balance_faults(customer, payment.body)
        if payment.is_good:
            customer["opening_balance_applied"] += payment.body["opening_balance_applied"]


def _opening_balance_faults(customer: Row, body: Row) -> list[tuple[str, str]]:
    applied: Decimal = body["opening_balance_applied"]
    left = customer["opening_balance"] - customer["opening_balance_applied"]
    if applied > left:
        message = f"Must be at most what is left of the opening balance, {left}."
        return [("openingBalanceApplied", message)]
    if applied and body["currency_code"] != customer["currency_code"]:
        return [("currencyCode", f"The opening balance is in {customer['currency_code']}.")]
    return []


def _opening(payments: Iterable[NewDocument]) -> list[Statement]:
    """What writes the payments' parts of opening balances, each customer once."""
    applied: dict[str, Decimal] = {}
    for payment in payments:
        customer_id, amount = payment.body["customer_id"], payment.body["opening_balance_applied"]
        if amount:
            applied[customer_id] = applied.get(customer_id, ZERO) + amount
    return [_apply_opening(applied)] if applied else []


def _apply_opening(amounts: dict[str, Decimal]) -> Statement:
    columns = {"customer_ids": list(amounts), "amounts": list(amounts.values())}
    return "payments_received.apply_opening_balance", columns


def _taking_back(payment: Row, settled: Sequence[Row]) -> list[Statement]:
    """What takes back the parts of invoices and of the opening balance that a payment settled."""
    writes: list[Statement] = []
    if settled:
        ids, amounts = [row["invoice_id"] for row in settled], [-row["amount"] for row in settled]
        writes.append(("invoices.settle", {"invoice_ids": ids, "amounts": amounts}))
    if payment["opening_balance_applied"]:
        writes.append(_apply_opening({payment["customer_id"]: -payment["opening_balance_applied"]}))
    return writes
