"""Taking turns: no more transactions of a worker are at work than do it good."""

import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock

from app.errors import Unavailable

# Who has been at it for so many seconds waits for a lock or reads a lot: the turn is over, though the work goes on.
LONG = 0.05


class _Turn:
    """One who waits to be called, and is at work since it `began`."""

    __slots__ = ("began", "called")

    def __init__(self) -> None:
        self.began = 0.0
        self.called = Lock()
        self.called.acquire()


class ConcurrencyLimiter:
    """Calls those who wait in the order they came: the next one when fewer than `at_once` have a turn.

    More at once would get less done, for they take the interpreter and the processors' caches from each other
    (docs/performance.md). Whoever waits longer than `patience` seconds is refused.
    """

    def __init__(self, at_once: int, patience: float) -> None:
        self._at_once = at_once
        self._patience = patience
        self._lock = Lock()
        self._waiting: deque[_Turn] = deque()
        self._working: list[_Turn] = []
        self._told: Counter[str] = Counter()

    @contextmanager
    def turn(self) -> Iterator[float]:
        """Wait for a turn, and have it for the block; gives what is left of the patience. Raises Unavailable."""
        came = time.monotonic()
        mine = _Turn()
        with self._lock:
            self._waiting.append(mine)
            self._call()
        try:
            if not mine.called.acquire(blocking=False):
                self._wait(mine, came)
            yield max(0, came + self._patience - time.monotonic())
        finally:
            with self._lock:
                if mine.began:
                    self._working.remove(mine)
                self._call()

    def stats(self) -> Mapping[str, int]:
        """Who waited and who waits, under the names that psycopg's pool has for it."""
        with self._lock:
            return {**self._told, "requests_waiting": len(self._waiting)}

    def _wait(self, mine: _Turn, came: float) -> None:
        # Each looks by himself whether a turn has become long: nobody else may come by until then.
        while not mine.called.acquire(timeout=LONG):
            with self._lock:
                self._call()
                if not mine.began and time.monotonic() > came + self._patience:
                    self._waiting.remove(mine)
                    break
        with self._lock:
            self._told["requests_queued"] += 1
            self._told["requests_wait_ms"] += round((time.monotonic() - came) * 1000)
            self._told["requests_errors"] += not mine.began
        if not mine.began:
            raise Unavailable

    def _call(self) -> None:
        now = time.monotonic()
        while self._waiting and sum(now - one.began < LONG for one in self._working) < self._at_once:
            called = self._waiting.popleft()
            called.began = now
            self._working.append(called)
            called.called.release()
