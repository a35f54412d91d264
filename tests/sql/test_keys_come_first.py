"""The checks before the work of a request under an Idempotency-Key: the caller, then the key."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from tests.api import samples
from tests.refusals import refused
from tests.selling import customer, payment_body
from tests.service import Client, Service
from tests.sql.tokens import revoke

CURRENCIES = "/currencies"


def keys(service: Service, org: Client) -> list[str]:
    with psycopg.connect(service.url) as connection:
        rows = connection.execute(
            "SELECT key FROM idempotency_keys WHERE organization_id = %s", [org.organization_id]
        )
        return [key for (key,) in rows]


@pytest.fixture
def sell(org: Client) -> Callable[..., Any]:
    """Send an invoice under a key, on a connection that has prepared the statements."""
    body = samples.invoice(org) | {"externalReference": None}
    org.make("/invoices", body)

    def send(key: str = "one", **more: Any) -> Any:
        return org.post("/invoices", body | more, **{"Idempotency-Key": key})

    return send


def test_a_key_that_comes_again_gets_the_first_answer(org: Client, sell: Callable[..., Any]) -> None:
    first, again = sell(), sell()
    assert (again.status_int, again.body) == (first.status_int, first.body)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers
    assert org.get("/invoices").json["meta"]["total"] == 2


def test_a_key_that_comes_again_with_another_body_is_refused_whatever_the_body_is(
    sell: Callable[..., Any],
) -> None:
    assert sell().status_int == 201
    for other in ({"notes": "other"}, {"lines": []}, {"customerId": "cus_nobody"}):
        assert refused(sell(**other)) == {"Idempotency-Key"}


def test_a_refused_body_leaves_its_key_free(service: Service, org: Client, sell: Callable[..., Any]) -> None:
    assert refused(sell(customerId="cus_nobody")) == {"customerId"}
    assert refused(sell(lines=[])) == {"lines"}
    assert keys(service, org) == []
    assert sell().status_int == 201


@pytest.fixture
def held(service: Service, org: Client) -> Iterator[dict[str, Any]]:
    """The body of a payment made under the key `one`; its customer is locked within the test."""
    body = {"customerId": samples.record(org, "/customers")["id"], "paymentDate": "2026-05-02", "amount": 5}
    for key in ("none", "one"):
        assert org.post("/payments-received", body, **{"Idempotency-Key": key}).status_int == 201
    with psycopg.connect(service.url) as connection:
        connection.execute("SELECT FROM customers WHERE id = %s FOR UPDATE", [body["customerId"]])
        yield body


def test_a_replay_is_given_though_what_it_would_do_waits_in_vain(org: Client, held: dict[str, Any]) -> None:
    again = org.post("/payments-received", held, **{"Idempotency-Key": "one"})
    assert (again.status_int, again.headers["Idempotent-Replayed"]) == (201, "true")


def test_who_may_not_is_told_so_though_the_work_waits_in_vain(
    service: Service, org: Client, held: dict[str, Any]
) -> None:
    with psycopg.connect(service.url) as connection:
        connection.execute(
            "UPDATE memberships SET role_key = 'VIEWER' WHERE organization_id = %s", [org.organization_id]
        )
    assert org.post("/payments-received", held).status_int == 403


def test_a_caller_without_the_permission_is_refused_before_anything_waits(
    service: Service, org: Client, held: dict[str, Any]
) -> None:
    viewer = service.member(org.organization_id, role="VIEWER")
    began = time.monotonic()
    assert viewer.post("/payments-received", held).status_int == 403
    assert time.monotonic() - began < 2


def test_a_key_tells_nothing_to_a_token_that_has_ended(
    service: Service, org: Client, sell: Callable[..., Any]
) -> None:
    assert sell().status_int == 201
    revoke(service, org)
    assert [sell().status_int, sell("two").status_int] == [401] * 2
    assert keys(service, org) == ["one"]


def test_a_payment_that_is_sent_again_does_not_wait_for_who_holds_its_customer(
    service: Service, org: Client
) -> None:
    given = payment_body(customer(org), 40)
    for key in ("first", "second"):  # the second time the statements are prepared
        assert org.post("/payments-received", given, **{"Idempotency-Key": key}).status_int == 201
    with psycopg.connect(service.url) as connection:
        connection.execute("SELECT FROM customers WHERE id = %s FOR UPDATE", [given["customerId"]])
        began = time.monotonic()
        again = org.post("/payments-received", given, **{"Idempotency-Key": "second"})
        took = time.monotonic() - began
    assert (again.status_int, again.headers["Idempotent-Replayed"]) == (201, "true")
    assert took < 3, "it waited until the lock was given up"
