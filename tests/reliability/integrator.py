"""A client that does what docs/api.md, "Retries", tells it when an answer does not come."""

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from app.ids import new_id
from tests.reliability.remote import Answer, Lost, Remote

#: For so many seconds a client goes on asking for one thing.
PERSISTENCE = 60.0
_BUSY = 503
_AFTER_ALL = (404, 409)


@dataclass
class Told:
    """Counts of answers and lost requests."""

    answers: Counter[int] = field(default_factory=Counter)
    lost: int = 0
    slowest: float = 0.0
    #: Writes without a key whose answer was lost and that had been done; and that had not.
    found_done: int = 0
    found_undone: int = 0
    replayed: int = 0

    def __add__(self, other: "Told") -> "Told":
        return Told(
            self.answers + other.answers,
            self.lost + other.lost,
            max(self.slowest, other.slowest),
            self.found_done + other.found_done,
            self.found_undone + other.found_undone,
            self.replayed + other.replayed,
        )

    @property
    def requests(self) -> int:
        return self.answers.total() + self.lost


@dataclass(frozen=True)
class Keyed:
    """A POST with a key, and how it was answered."""

    path: str
    key: str
    body: Any
    answer: bytes


class Integrator:
    """One token; every write has a request id of its own, the same at each attempt."""

    def __init__(self, remote: Remote, token: str, chance: Random) -> None:
        self.remote = remote
        self.token = token
        self.chance = chance
        self.told = Told()
        self.keyed: list[Keyed] = []
        #: The request ids of writes that were acknowledged.
        self.acknowledged: list[str] = []

    def once(self, method: str, path: str, body: Any = None, **headers: str) -> Answer | None:
        """One attempt; None where nothing definite came of it. Nothing is answered but what is allowed here."""
        content = b"" if body is None else json.dumps(body).encode()
        own = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        try:
            answer = self.remote.ask(method, "/api/v1" + path, content, own | headers)
        except Lost:
            self.told.lost += 1
            return None
        self.told.answers[answer.status] += 1
        self.told.slowest = max(self.told.slowest, answer.seconds)
        if answer.status == _BUSY:
            assert int(answer.headers["retry-after"]) >= 1
            return None
        return answer

    def insist(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Attempt after attempt until one is answered: for reads, and for writes with a key."""
        deadline = time.monotonic() + PERSISTENCE
        while (answer := self.once(method, path, body, **headers)) is None:
            assert time.monotonic() < deadline, f"{method} {path} is not answered"
            self.pause()
        return answer

    def pause(self) -> None:
        time.sleep(self.chance.uniform(0.05, 0.4))

    def read(self, path: str) -> Any:
        answer = self.insist("GET", path)
        assert answer.status == 200, answer
        return answer.data

    def create(self, path: str, body: Any) -> Any:
        """A POST that takes a key; what was answered."""
        key, request_id = new_id("key"), new_id("req")
        answer = self.insist("POST", path, body, **{"Idempotency-Key": key, "X-Request-Id": request_id})
        assert answer.status == 201, answer
        self.keyed.append(Keyed(path, key, body, answer.body))
        self.acknowledged.append(request_id)
        return answer.data

    def ask_again(self, keyed: Keyed) -> None:
        """The same key and body are answered to the byte as they were."""
        answer = self.insist("POST", keyed.path, keyed.body, **{"Idempotency-Key": keyed.key})
        assert (answer.status, answer.body) == (201, keyed.answer), (answer, keyed)
        assert answer.headers["idempotent-replayed"] == "true"
        self.told.replayed += 1

    def change(self, method: str, path: str, body: Any, record: str, done: Callable[[Answer], bool]) -> Any:
        """A write that takes no key: when its answer is lost, `done` tells by the record whether it was done.

        Answers what was answered, or else the record as it was read; None for a deletion that was.
        """
        request_id = new_id("req")
        deadline = time.monotonic() + PERSISTENCE
        answer = self.once(method, path, body, **{"X-Request-Id": request_id})
        doubtful = False
        while answer is None or (doubtful and answer.status in _AFTER_ALL):
            assert time.monotonic() < deadline, f"{method} {path} is not answered"
            self.pause()
            found = self.insist("GET", record)
            if done(found):
                self.told.found_done += 1
                self.acknowledged.append(request_id)
                return found.data if found.status == 200 else None
            assert answer is None, (answer, found)
            self.told.found_undone += 1
            doubtful = True
            answer = self.once(method, path, body, **{"X-Request-Id": request_id})
        assert answer.status == 200, (method, path, answer)
        self.acknowledged.append(request_id)
        return answer.data
