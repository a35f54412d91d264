"""Requests that are sent at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from webtest import TestResponse

from tests.service import Client


def at_once(count: int, client: Client, send: Callable[[Client, int], TestResponse]) -> list[TestResponse]:
    """`count` answers of `send(client, n)`, each in a thread of its own; none begins before all are ready."""
    gate = Barrier(count)

    def one(n: int) -> TestResponse:
        # A WebTest client is one browser, so every thread gets its own.
        own = Client(client.web.app, client.token, **client.known)
        gate.wait()
        return send(own, n)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))
