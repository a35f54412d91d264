"""The concurrency limiter: order, bound, long work, refusals."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from threading import Event, Lock

import pytest

from app.errors import Unavailable
from app.postgres.concurrency import LONG_WORK, ConcurrencyLimiter
from tests.waiting import eventually


def waiting(limiter: ConcurrencyLimiter) -> int:
    return limiter.stats()["requests_waiting"]


def are_waiting(limiter: ConcurrencyLimiter, number: int) -> bool:
    return waiting(limiter) == number


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each turn last as long as its work, however slow the machine is."""
    monkeypatch.setattr("app.postgres.concurrency.LONG_WORK", 30)


def test_no_more_than_so_many_work_at_once(unhurried: None) -> None:
    limiter, lock, now, most = ConcurrencyLimiter(2, 10), Lock(), 0, 0

    def work(_: int) -> None:
        nonlocal now, most
        with limiter.slot():
            with lock:
                now += 1
                most = max(most, now)
            time.sleep(0.002)
            with lock:
                now -= 1

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(work, range(200)))
    assert (now, most) == (0, 2)
    assert waiting(limiter) == 0


def test_they_are_called_in_the_order_they_came(unhurried: None) -> None:
    limiter, order = ConcurrencyLimiter(1, 10), []
    first = limiter.slot()
    first.__enter__()

    def work(number: int) -> None:
        with limiter.slot():
            order.append(number)

    with ThreadPoolExecutor(8) as pool:
        for number in range(8):
            pool.submit(work, number)
            assert eventually(partial(are_waiting, limiter, number + 1), 10)
        first.__exit__(None, None, None)
    assert order == sorted(order)


class LongWork:
    """Work that goes on until it is told to finish."""

    def __init__(self, limiter: ConcurrencyLimiter) -> None:
        self.limiter, self.began, self.finish = limiter, 0, Event()

    def __call__(self) -> None:
        with self.limiter.slot():
            self.began += 1
            self.finish.wait(30)


def test_who_works_for_long_keeps_nobody_waiting() -> None:
    limiter = ConcurrencyLimiter(1, 30)
    work = LongWork(limiter)
    with ThreadPoolExecutor(8) as pool:
        for _ in range(8):
            pool.submit(work)
        assert eventually(lambda: work.began == 8, 10)
        with limiter.slot() as left:
            assert left > 20
        work.finish.set()


def test_who_works_for_long_keeps_those_waiting_for_moments_who_come_again_and_again() -> None:
    limiter = ConcurrencyLimiter(1, 30)
    work, enough, began = LongWork(limiter), Event(), []

    def come_again() -> None:
        while not enough.is_set():
            with limiter.slot():
                began.append(time.monotonic())
                time.sleep(0.001)

    with ThreadPoolExecutor(33) as pool:
        for _ in range(32):
            pool.submit(come_again)
        assert eventually(lambda: len(began) > 100, 10)
        pool.submit(work)
        assert eventually(lambda: work.began == 1, 10)
        seen = len(began)
        assert eventually(lambda: len(began) > seen + 100, 10)
        enough.set()
        work.finish.set()
    pauses = [after - before for before, after in pairwise(began)]
    # One pause of LONG, or two: nobody looks just when a turn becomes long. The rest is for a busy machine.
    assert max(pauses) < 20 * LONG_WORK


def test_a_turn_that_failed_is_over(unhurried: None) -> None:
    limiter = ConcurrencyLimiter(1, 10)
    with pytest.raises(ZeroDivisionError), limiter.slot():
        raise ZeroDivisionError
    with limiter.slot() as left:
        assert left > 5


def test_who_waits_too_long_is_refused_and_forgotten() -> None:
    limiter, finish = ConcurrencyLimiter(1, 1.5 * LONG_WORK), Event()

    def work_for_long() -> bool:
        try:
            with limiter.slot():
                return finish.wait(10)
        except Unavailable:
            return False

    with ThreadPoolExecutor(8) as pool:
        came = [pool.submit(work_for_long) for _ in range(8)]
        assert eventually(lambda: limiter.stats().get("requests_errors", 0) > 0, 10)
        assert eventually(lambda: waiting(limiter) == 0, 10)
        finish.set()
    worked = sum(each.result() for each in came)
    assert 1 <= worked < 8
    assert limiter.stats()["requests_errors"] == 8 - worked
    with limiter.slot():
        pass


def test_what_is_left_of_the_patience_is_told_and_waiting_is_counted(unhurried: None) -> None:
    limiter = ConcurrencyLimiter(1, 10)
    with limiter.slot() as left:
        assert 5 < left <= 10
    assert limiter.stats() == {"requests_waiting": 0}

    def work() -> tuple[float, float]:
        came = time.monotonic()
        with limiter.slot() as left:
            return time.monotonic() - came, left

    with ThreadPoolExecutor(1) as pool:
        with limiter.slot():
            second: Future[tuple[float, float]] = pool.submit(work)
            assert eventually(lambda: waiting(limiter) == 1, 10)
            time.sleep(0.01)
        waited, left = second.result(10)
    assert left <= 10 - waited + 0.1
    told = limiter.stats()
    assert told["requests_queued"] == 1
    assert told["requests_errors"] == 0
    assert 5 <= told["requests_wait_ms"] <= waited * 1000 + 1
