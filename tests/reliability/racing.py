"""Requests that race each other."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from webtest import TestResponse

from tests.parallel import at_once
from tests.reliability.sales import Shop, send, void
from tests.service import Client

MANY = 32

Ask = Callable[[Client], TestResponse]


def statuses(answers: list[TestResponse]) -> Counter[int]:
    return Counter(answer.status_int for answer in answers)


def race(shop: Shop, *asked: Ask) -> tuple[int, ...]:
    """The statuses of requests that are sent at once."""
    answers = at_once(len(asked), shop.org, lambda client, n: asked[n](client))
    return tuple(answer.status_int for answer in answers)


def sending(id: str) -> Ask:
    return lambda client: send(client, id)


def voiding(id: str) -> Ask:
    return lambda client: void(client, id)


def deleting(path: str) -> Ask:
    return lambda client: client.delete(path)


def patching(id: str, body: dict[str, Any]) -> Ask:
    return lambda client: client.patch(f"/invoices/{id}", body)


def paying(body: dict[str, Any]) -> Ask:
    return lambda client: client.post("/payments-received", body)


def asking(path: str, body: dict[str, Any] | None = None) -> Ask:
    return lambda client: client.post(path, body)
