"""`prune`: what is removed, and what is not."""

import psycopg

from tests.operators.commands import Operator
from tests.service import Service


def test_pruning_removes_replies_of_yesterday_and_keeps_those_of_today(
    service: Service, operator: Operator
) -> None:
    org = service.organization()
    customer = org.make("/customers", {"displayName": "Kaveri Stores"})
    payment = {"customerId": customer["id"], "paymentDate": "2026-04-01", "amount": 10}
    for key in ("old", "new"):
        assert org.post("/payments-received", payment, **{"Idempotency-Key": key}).status_int == 201
    with psycopg.connect(service.url) as connection:
        connection.execute(
            "UPDATE idempotency_keys SET created_at = now() - interval '25 hours'"
            " WHERE organization_id = %s AND key = 'old'",
            [org.organization_id],
        )
    assert operator.make("prune")["idempotency_keys"] >= 1
    with psycopg.connect(service.url) as connection:
        kept = connection.execute(
            "SELECT key FROM idempotency_keys WHERE organization_id = %s", [org.organization_id]
        ).fetchall()
    assert kept == [("new",)]
