"""Payments received that may be refused, and what they leave; `tests.selling.pay` makes those that are not refused."""

from typing import Any

from tests.selling import payment_body, read
from tests.service import Client


def post(org: Client, customer_id: str, amount: float, *allocations: tuple[str, float], **fields: Any) -> Any:
    """The answer to a payment."""
    return org.post("/payments-received", payment_body(customer_id, amount, *allocations, **fields))


def paid(org: Client, id: str) -> tuple[str, float, float]:
    """Status, amount paid and balance of an invoice."""
    now = read(org, id)
    return now["status"], now["amountPaid"], now["balanceDue"]
