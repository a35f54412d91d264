"""The same as `test_numbers_under_fire` over HTTP, served as in production by two processes."""

import json
import os
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.client import HTTPConnection
from typing import Any

import pytest

from app.config import ROOT
from tests.reliability.sales import Shop
from tests.reliability.sizes import CLIENTS, ISSUES
from tests.reliability.test_numbers_under_fire import assert_gapless, notes
from tests.service import Service
from tests.waiting import eventually

Request = tuple[str, Any]
Answer = tuple[int, Any]
PATIENCE = 30.0


class Crowd:
    """Clients who each keep a connection, and ask for the next as soon as they have their answer."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def post(self, ask: Callable[[int], Request]) -> list[Answer]:
        """Status and data of the answers to ISSUES requests: path and body of each by its place."""
        waiting = iter(range(ISSUES))
        answers: dict[int, Answer] = {}

        def work(_: int) -> None:
            with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
                # Taking the next of a range iterator is one step: no two clients get the same.
                for place in waiting:
                    answers[place] = self._post(connection, *ask(place))

        with ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(work, range(CLIENTS)))
        return [answers[place] for place in range(ISSUES)]

    def _post(self, connection: HTTPConnection, path: str, body: Any) -> Answer:
        connection.request("POST", "/api/v1" + path, json.dumps(body).encode() if body else b"", self.headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read()).get("data")


@pytest.fixture(scope="module")
def port(crowd: Service) -> Iterator[int]:
    """The port at which gunicorn serves with two workers and the usual settings."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = int(free.getsockname()[1])
    env = {"DATABASE_URL": crowd.url, "PORT": str(number), "WEB_CONCURRENCY": "2"}
    command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "wsgi:application"]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | env, stderr=subprocess.DEVNULL) as process:
        try:
            assert eventually(lambda: is_ready(number), PATIENCE)
            yield number
        finally:
            process.terminate()


def is_ready(port: int) -> bool:
    with closing(HTTPConnection("127.0.0.1", port, timeout=5)) as connection, suppress(OSError):
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    return False


def test_drafts_sent_at_once_to_two_workers_leave_neither_gap_nor_duplicate(shop: Shop, port: int) -> None:
    crowd = Crowd(port, str(shop.org.token))
    made = crowd.post(lambda n: ("/invoices", shop.invoice_body(notes=notes(n))))
    assert Counter(status for status, _ in made) == {201: ISSUES}
    answers = crowd.post(lambda n: (f"/invoices/{made[n][1]['id']}/send", None))
    assert Counter(status for status, _ in answers) == {200: ISSUES * 4 // 5, 409: ISSUES // 5}
    assert_gapless(shop, "INVOICE", "INV-", ISSUES * 4 // 5)


def test_goods_sold_at_once_by_two_workers_are_numbered_and_counted_exactly(shop: Shop, port: int) -> None:
    lines = [{"itemId": shop.item(), "quantity": 1}]
    answers = Crowd(port, str(shop.org.token)).post(
        lambda n: ("/invoices", shop.invoice_body(status="SENT", notes=notes(n), lines=lines))
    )
    assert Counter(status for status, _ in answers) == {201: ISSUES * 4 // 5, 409: ISSUES // 5}
    assert_gapless(shop, "INVOICE", "INV-", ISSUES * 4 // 5)
    (position,) = shop.rows("positions")
    assert position["quantity_on_hand"] == -(ISSUES * 4 // 5)
    shop.assert_books_agree()
