"""A bound on the transactions of a worker that are at work at the same time."""

import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock

from app.errors import Unavailable

# Seconds. A transaction that has been at work for so long waits for a lock or reads a lot: another one gets its slot
# while it continues.
LONG_WORK = 0.05


class _Waiter:
    """One thread that wants a slot. `granted` is released when it has one, `began` is then the time."""

    __slots__ = ("began", "granted")

    def __init__(self) -> None:
        self.began = 0.0
        self.granted = Lock()
        self.granted.acquire()


class ConcurrencyLimiter:
    """Grants at most `slots` slots at the same time, in the order they are asked for.

    More at once would get less done, since they take the interpreter and the processors' caches from each other
    (docs/performance-tried.md). A thread that waits longer than `patience` seconds is refused.
    """

    def __init__(self, slots: int, patience: float) -> None:
        self._slots = slots
        self._patience = patience
        self._lock = Lock()
        self._waiting: deque[_Waiter] = deque()
        self._working: list[_Waiter] = []
        self._counts: Counter[str] = Counter()

    @contextmanager
    def slot(self) -> Iterator[float]:
        """Wait for a slot, hold it for the block, and give the patience left in seconds; raises Unavailable."""
        asked_at = time.monotonic()
        waiter = _Waiter()
        with self._lock:
            self._waiting.append(waiter)
            self._grant()
        try:
            if not waiter.granted.acquire(blocking=False):
                self._wait(waiter, asked_at)
            yield max(0, asked_at + self._patience - time.monotonic())
        finally:
            with self._lock:
                if waiter.began:
                    self._working.remove(waiter)
                self._grant()

    def stats(self) -> Mapping[str, int]:
        """Counts of waits, under the names that psycopg's pool has for them."""
        with self._lock:
            return {**self._counts, "requests_waiting": len(self._waiting)}

    def _wait(self, waiter: _Waiter, asked_at: float) -> None:
        # Each waiter looks by itself whether a slot has been held for long: until then no other thread may come by.
        while not waiter.granted.acquire(timeout=LONG_WORK):
            with self._lock:
                self._grant()
                if not waiter.began and time.monotonic() > asked_at + self._patience:
                    self._waiting.remove(waiter)
                    break
        with self._lock:
            self._counts["requests_queued"] += 1
            self._counts["requests_wait_ms"] += round((time.monotonic() - asked_at) * 1000)
            self._counts["requests_errors"] += not waiter.began
        if not waiter.began:
            raise Unavailable

    def _grant(self) -> None:
        now = time.monotonic()
        while self._waiting and sum(now - one.began < LONG_WORK for one in self._working) < self._slots:
            waiter = self._waiting.popleft()
            waiter.began = now
            self._working.append(waiter)
            waiter.granted.release()
