"""Payments received: recorded against invoices and the opening balance, and taken back."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from app.documents.allocations import OPEN_INVOICES
from app.documents.books_locks import require_open_today
from app.documents.creation import Batch, DocumentKind, NewDocument, columns_of, good
from app.documents.document_warnings import date_warnings
from app.documents.document_writes import DocumentWrites, lock
from app.documents.settlements import Settlement, allocated, check_allocations, settle
from app.documents.storing import check_numbers, store
from app.errors import REFUSE, Invalid, NotFound, names_no
from app.money import ZERO
from app.postgres.database import Row, Statement, Transaction
from app.tax.gst import TaxError
from app.tax.place_of_supply import Whereabouts, place_of_supply

PAYMENTS_RECEIVED = DocumentKind(
    doc_type="PAYMENT_RECEIVED",
    table="payments_received",
    prefix="pmt",
    number="payment_number",
    day="payment_date",
)
_PLACE, _CATEGORY = "advance_place_of_supply_state_code", "advance_gst_category"
_SETTLEMENT = Settlement(OPEN_INVOICES, "payments_received.allocate", "payment_id", "pal")


def _make_payments_received(tx: Transaction, payments: Sequence[NewDocument], batch: Batch | None) -> None:
    """Check and store payments; those at fault are not stored.

    Each settles what it is allocated to, and what is not allocated stays the customer's credit. Tax that the customer
    deducted settles like cash.
    """
    _check_customers(tx, payments)
    for payment in payments:
        payment.row = columns_of(PAYMENTS_RECEIVED, payment) | {"allocated": allocated(payment)}
    check_allocations(tx, _SETTLEMENT, payments)
    check_numbers(tx, PAYMENTS_RECEIVED, payments, batch)
    store(tx, PAYMENTS_RECEIVED, payments, [*settle(_SETTLEMENT, payments), *_opening(good(payments))])


class _PaymentsReceived(DocumentWrites):
    """Payments, which are in force from the beginning."""

    def delete(self, tx: Transaction, id: str) -> None:
        """Take a payment back with all that it settled; its number stays used. Raise NotFound."""
        lock_owner(tx, id)
        settled = tx.all("payments_received.settled_by", id=id)
        tx.all("invoices.lock_to_settle", invoice_ids=[row["invoice_id"] for row in settled])
        payment = lock(tx, PAYMENTS_RECEIVED, id)
        tx.run_all(*_taking_back(payment, settled), ("payments_received.delete", {"id": id}))


WRITES = _PaymentsReceived(PAYMENTS_RECEIVED, _make_payments_received, answers=("id",))


def allocate(tx: Transaction, id: str, owner: Row, allocations: Sequence[Row]) -> Row:
    """Settle invoices with what is left of a payment; return what it has allocated now and what is unallocated.

    `owner` is what `lock_owner` answers. Raise NotFound, Invalid for what cannot be allocated, and
    Conflict where the books are closed through today.
    """
    given = NewDocument(id, owner | {"allocations": allocations})
    check_allocations(tx, _SETTLEMENT, [given])
    given.require_good()
    payment, sum_given = lock(tx, PAYMENTS_RECEIVED, id), allocated(given)
    require_open_today(tx)
    brought: Decimal = payment["amount"] + payment["tds_amount"]
    left = brought - payment["allocated"] - payment["opening_balance_applied"]
    if sum_given > left:
        raise Invalid([("allocations", f"Must not exceed what is unallocated, {left}.")])
    added = {"payment_ids": [id], "amounts": [sum_given]}
    tx.run_all(*settle(_SETTLEMENT, [given]), ("payments_received.add_allocated", added))
    return {"id": id, "allocated": payment["allocated"] + sum_given, "unallocated": left - sum_given}


def lock_owner(tx: Transaction, id: str) -> Row:
    """Lock the customer of a payment; return who that is, and the payment's currency. Neither ever changes. Raise
    NotFound."""
    owner = tx.one("payments_received.owner", id=id)
    if owner is None:
        raise NotFound
    tx.one("payments_received.lock_customer", customer_id=owner["customer_id"])
    return owner


def _check_customers(tx: Transaction, payments: Sequence[NewDocument]) -> None:
    """Lock the customers, and check payments one by one against what is left of their opening balances."""
    named = sorted({payment.body["customer_id"] for payment in payments})
    rows = tx.all("payments_received.lock_customers", customer_ids=named)
    customers = {row["id"]: row for row in rows if row["deleted_at"] is None}
    for payment in payments:
        customer = customers.get(payment.body["customer_id"])
        if customer is None:
            payment.refuse("customerId", names_no("customer"))
            continue
        payment.refuses, payment.today = customer["checks"] == REFUSE, customer["today"]
        payment.warn(date_warnings("payment_date", payment.body["payment_date"], payment.today))
        payment.faults += _opening_balance_faults(customer, payment.body)
        _set_whereabouts_of_advance(customer, payment)
        if payment.is_good:
            customer["opening_balance_applied"] += payment.body["opening_balance_applied"]


def _set_whereabouts_of_advance(customer: Row, payment: NewDocument) -> None:
    """Store, with an advance that bears tax, the customer's GST category, and the customer's place if the advance
    names none."""
    body = payment.body
    is_taxed = body["advance_tax_rate_percent"] is not None
    body[_CATEGORY] = customer["gst_category"] if is_taxed else None
    if not is_taxed or (body[_PLACE] or "").strip():
        return
    party = Whereabouts.of_record("Customer", customer, customer["gst_category"])
    try:
        body[_PLACE] = place_of_supply(None, party, customer["seller_state"]).number
    except TaxError as error:
        payment.refuse("advancePlaceOfSupplyStateCode", error.message)


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
    """Return the statements that record the payments' parts of opening balances, each customer once."""
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
    """Return the statements that reverse the parts of invoices and of the opening balance that a payment settled."""
    writes: list[Statement] = []
    if settled:
        ids, amounts = [row["invoice_id"] for row in settled], [-row["amount"] for row in settled]
        writes.append(("invoices.settle", {"invoice_ids": ids, "amounts": amounts}))
    if payment["opening_balance_applied"]:
        writes.append(_apply_opening({payment["customer_id"]: -payment["opening_balance_applied"]}))
    return writes
