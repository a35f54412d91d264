"""Payments received that may be refused; `tests.selling.pay` makes those that are not."""

from typing import Any

from tests.selling import payment_body
from tests.service import Client


def post(org: Client, customer_id: str, amount: float, *allocations: tuple[str, float], **fields: Any) -> Any:
    """The answer to a payment."""
    return org.post("/payments-received", payment_body(customer_id, amount, *allocations, **fields))
