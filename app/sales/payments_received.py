"""Payments received: recorded against invoices and the opening balance, read, deleted."""

from collections.abc import Iterable
from decimal import Decimal

from app.errors import Invalid, NotFound, names_no
from app.ids import new_id
from app.lists.records import read_record
from app.money import ZERO
from app.numbering.series import Number, take_number
from app.postgres.database import Row, Statement, Transaction
from app.sales.allocations import check_allocations
from app.wire import to_json_exactly


def read(tx: Transaction, id: str) -> Row:
    """Return the payment with its `allocations`; the transaction ends. Raises NotFound."""
    return read_record(tx, "payments_received", id, {"allocations": "allocations"})


def create(tx: Transaction, body: Row) -> Row:
    """Record a payment and settle what it is allocated to; answers its id.

    What is not allocated stays the customer's credit. Tax that the customer deducted settles like cash.
    """
    customer = _hold_customer(tx, body["customer_id"])
    _check_opening_balance(customer, body)
    allocations = body["allocations"]
    _check_invoices(tx, body)
    id = new_id("pmt")
    writes = [*_settling(allocations, 1), *_allocating(id, allocations), *_opening(body, 1)]
    number = take_number(tx, "PAYMENT_RECEIVED", body["payment_date"], writes)
    row = payment_row(body, id, number)
    tx.execute("payments_received.insert", rows=to_json_exactly([row]))
    return {"id": id}


def payment_row(body: Row, id: str, number: Number) -> Row:
    """A payment's columns."""
    columns = {name: value for name, value in body.items() if name != "allocations"}
    return columns | {
        "id": id,
        "payment_number": number.text,
        "fiscal_year": number.fiscal_year,
        "allocated": sum((allocation["amount"] for allocation in body["allocations"]), ZERO),
    }


def delete(tx: Transaction, id: str) -> None:
    """Take a payment back with all that it settled; its number stays used. Raises NotFound."""
    customer_id = _customer_of(tx, id)
    tx.one("payments_received.lock_customer", customer_id=customer_id)
    settled = tx.all("payments_received.settled_by", id=id)
    tx.all("invoices.lock_to_settle", invoice_ids=[row["invoice_id"] for row in settled])
    payment = tx.one("payments_received.lock", id=id)
    if payment is None:
        raise NotFound
    tx.run_all(*_settling(settled, -1), *_opening(payment, -1), ("payments_received.delete", {"id": id}))


def _customer_of(tx: Transaction, id: str) -> str:
    found = tx.one("payments_received.customer_of", id=id)
    if found is None:
        raise NotFound
    return str(found["customer_id"])


def _hold_customer(tx: Transaction, customer_id: str) -> Row:
    customer = tx.one("payments_received.lock_customer", customer_id=customer_id)
    if customer is None or customer["deleted_at"] is not None:
        raise Invalid([("customerId", names_no("customer"))])
    return customer


def _check_opening_balance(customer: Row, body: Row) -> None:
    faults = opening_balance_faults(customer, body)
    if faults:
        raise Invalid(faults)


def opening_balance_faults(customer: Row, body: Row) -> list[tuple[str, str]]:
    """What is wrong with what a payment settles of its customer's opening balance. Pure."""
    applied: Decimal = body["opening_balance_applied"]
    left = customer["opening_balance"] - customer["opening_balance_applied"]
    if applied > left:
        message = f"Must be at most what is left of the opening balance, {left}."
        return [("openingBalanceApplied", message)]
    if applied and body["currency_code"] != customer["currency_code"]:
        return [("currencyCode", f"The opening balance is in {customer['currency_code']}.")]
    return []


def _check_invoices(tx: Transaction, body: Row) -> None:
    named = [allocation["invoice_id"] for allocation in body["allocations"]]
    if named:
        rows = tx.all("invoices.lock_to_settle", invoice_ids=named)
        check_allocations(body, {row["id"]: row for row in rows})


def _settling(allocations: Iterable[Row], sign: int) -> list[Statement]:
    rows = list(allocations)
    if not rows:
        return []
    amounts = [sign * row["amount"] for row in rows]
    return [("invoices.settle", {"invoice_ids": [row["invoice_id"] for row in rows], "amounts": amounts})]


def _allocating(id: str, allocations: list[Row]) -> list[Statement]:
    if not allocations:
        return []
    columns = {
        "ids": [new_id("pal") for _ in allocations],
        "payment_ids": [id] * len(allocations),
        "invoice_ids": [allocation["invoice_id"] for allocation in allocations],
        "amounts": [allocation["amount"] for allocation in allocations],
    }
    return [("payments_received.allocate", columns)]


def _opening(payment: Row, sign: int) -> list[Statement]:
    amount = payment["opening_balance_applied"]
    if not amount:
        return []
    columns = {"customer_ids": [payment["customer_id"]], "amounts": [sign * amount]}
    return [("payments_received.apply_opening_balance", columns)]
