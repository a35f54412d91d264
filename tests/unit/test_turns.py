"""Turns: who may work, in which order, and what happens to those for whom it takes too long."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event, Lock

import pytest

from app.errors import Unavailable
from app.turns import LONG, Turns
from tests.waiting import eventually


def waiting(turns: Turns) -> int:
    return turns.stats()["requests_waiting"]


def are_waiting(turns: Turns, number: int) -> bool:
    return waiting(turns) == number


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No turn ends before its work, however slow the machine is."""
    monkeypatch.setattr("app.turns.LONG", 30)


def test_no_more_than_so_many_work_at_once(unhurried: None) -> None:
    turns, lock, now, most = Turns(2, 10), Lock(), 0, 0

    def work(_: int) -> None:
        nonlocal now, most
        with turns.turn():
            with lock:
                now += 1
                most = max(most, now)
            time.sleep(0.002)
            with lock:
                now -= 1

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(work, range(200)))
    assert (now, most) == (0, 2)
    assert waiting(turns) == 0


def test_they_are_called_in_the_order_they_came(unhurried: None) -> None:
    turns, order = Turns(1, 10), []
    first = turns.turn()
    first.__enter__()

    def work(number: int) -> None:
        with turns.turn():
            order.append(number)

    with ThreadPoolExecutor(8) as pool:
        for number in range(8):
            pool.submit(work, number)
            assert eventually(partial(are_waiting, turns, number + 1), 10)
        first.__exit__(None, None, None)
    assert order == sorted(order)


def test_who_works_for_long_keeps_nobody_waiting() -> None:
    turns, finished = Turns(1, 10), Event()

    def work_for_long() -> None:
        with turns.turn():
            finished.wait(10)

    with ThreadPoolExecutor(8) as pool:
        for number in range(8):
            pool.submit(work_for_long)
            assert eventually(partial(are_waiting, turns, 0), (number + 5) * LONG)
        began = time.monotonic()
        with turns.turn():
            assert time.monotonic() - began < 5 * LONG
        finished.set()


def test_those_behind_them_are_called_one_after_the_other() -> None:
    turns, finished = Turns(1, 10), Event()

    def work_for_long() -> float:
        with turns.turn():
            began = time.monotonic()
            finished.wait(10)
        return began

    with ThreadPoolExecutor(8) as pool:
        came = time.monotonic()
        working = [pool.submit(work_for_long) for _ in range(8)]
        assert eventually(partial(are_waiting, turns, 0), 10)
        finished.set()
    began = sorted(each.result() - came for each in working)
    # Called as soon as those before them have had their time, within what a busy machine adds.
    assert all((place - 0.5) * LONG < at < (place + 5) * LONG for place, at in enumerate(began) if place)


def test_a_turn_that_failed_is_over(unhurried: None) -> None:
    turns = Turns(1, 10)
    with pytest.raises(ZeroDivisionError), turns.turn():
        raise ZeroDivisionError
    began = time.monotonic()
    with turns.turn():
        assert time.monotonic() - began < 10


def test_who_waits_too_long_is_refused_and_forgotten() -> None:
    turns, finished = Turns(1, 1.5 * LONG), Event()

    def work_for_long() -> bool:
        try:
            with turns.turn():
                return finished.wait(10)
        except Unavailable:
            return False

    with ThreadPoolExecutor(8) as pool:
        came = [pool.submit(work_for_long) for _ in range(8)]
        assert eventually(lambda: turns.stats().get("requests_errors", 0) > 0, 10)
        assert eventually(lambda: waiting(turns) == 0, 10)
        finished.set()
    worked = sum(each.result() for each in came)
    assert 1 <= worked < 8
    assert turns.stats()["requests_errors"] == 8 - worked
    with turns.turn():
        pass


def test_waiting_is_counted(unhurried: None) -> None:
    turns = Turns(1, 10)
    with turns.turn():
        pass
    assert turns.stats() == {"requests_waiting": 0}
    with ThreadPoolExecutor(1) as pool, turns.turn():
        second = pool.submit(lambda: turns.turn().__enter__())
        assert eventually(lambda: waiting(turns) == 1, 10)
        time.sleep(0.01)
    second.result(10)
    told = turns.stats()
    assert told["requests_queued"] == 1
    assert 10 <= told["requests_wait_ms"] < 10_000
