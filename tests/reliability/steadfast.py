"""A server that loses answers and workers, as a WSGI application that does not: it retries as docs/api.md has it.

It works for one client who is the only writer of its organization: what a record was before is then known.
"""

import json
import threading
import time
from random import Random
from typing import Any

from app.ids import new_id
from tests.reliability.remote import Answer, Lost, Remote

KEYED = ("/api/v1/invoices", "/api/v1/payments-received")
#: For so many seconds one thing is asked again and again.
PERSISTENCE = 60.0
_BUSY, _GONE = 503, (404, 409)


class Steadfast(Remote):
    """Answers are thrown away at random, with a chance of `losing`."""

    def __init__(self, port: int, chance: Random, losing: float) -> None:
        super().__init__(port)
        self.chance = chance
        self.losing = losing
        self.lost = 0
        self.decided = 0
        self._asking = threading.Lock()

    def ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        """One thing after the other, each until it is answered."""
        with self._asking:
            if method == "POST" and path in KEYED:
                headers = {"Idempotency-Key": new_id("key")} | headers
            if method == "GET" or not path.startswith(KEYED) or path in KEYED:
                return self._insist(method, path, body, headers)
            return self._change(method, path, body, headers)

    def _once(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer | None:
        try:
            answer = super().ask(method, path, body, headers)
        except Lost:
            answer = None
        if answer is None or answer.status == _BUSY or self.chance.random() < self.losing:
            self.lost += 1
            return None
        return answer

    def _insist(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        deadline = time.monotonic() + PERSISTENCE
        while (answer := self._once(method, path, body, headers)) is None:
            assert time.monotonic() < deadline, f"{method} {path} is not answered"
            time.sleep(0.05)
        return _as_first(answer)

    def _change(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        """A write without a key: whether it was done shows in the record."""
        record = "/".join(path.split("/")[:5])
        deadline = time.monotonic() + PERSISTENCE
        before = self._insist("GET", record, b"", headers)
        answer, doubtful = self._once(method, path, body, headers), False
        while answer is None or (doubtful and answer.status in _GONE):
            assert time.monotonic() < deadline, f"{method} {path} is not answered"
            now = self._insist("GET", record, b"", headers)
            if _state(now) != _state(before):
                self.decided += 1
                return _told(method, path, now)
            if answer is not None:
                return answer
            answer, doubtful = self._once(method, path, body, headers), True
        return answer


def _as_first(answer: Answer) -> Answer:
    """A reply that was kept is the first one."""
    headers = {name: value for name, value in answer.headers.items() if name != "idempotent-replayed"}
    return Answer(answer.status, headers, answer.body, answer.seconds)


def _state(record: Answer) -> tuple[Any, ...]:
    if record.status != 200:
        return (record.status,)
    return record.status, record.data.get("status"), record.data.get("updatedAt")


def _told(method: str, path: str, record: Answer) -> Answer:
    """Make the answer to a write from the record that it left."""
    if method == "DELETE":
        data: Any = {"ok": True}
    else:
        more = {"PATCH": "total", "send": "invoiceNumber"}.get(
            path.rpartition("/")[2] if method == "POST" else method
        )
        data = {name: record.data[name] for name in ("id", "status", more) if name}
    headers = {name: value for name, value in record.headers.items() if name != "content-length"}
    body = json.dumps({"success": True, "data": data}).encode()
    return Answer(200, headers | {"content-type": "application/json"}, body)
