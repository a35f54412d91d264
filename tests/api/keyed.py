"""Requests with an Idempotency-Key, and what they answer and leave."""

from typing import Any

from webtest import TestResponse

from tests.selling import body, customer, payment_body
from tests.service import Client

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"


def keyed(org: Client, path: str, given: Any, key: str = "k1") -> TestResponse:
    return org.post(path, given, **{HEADER: key})


def answer_of(response: TestResponse) -> tuple[int, bytes]:
    return response.status_int, response.body


def operations(org: Client) -> list[tuple[str, Any]]:
    """Each POST that takes a key, with a body for it."""
    customer_id = customer(org)
    return [
        ("/invoices", body(customer_id, status="SENT")),
        ("/payments-received", payment_body(customer_id, 10)),
    ]
