"""Batches: who goes with whom, what each is told, and that nobody waits who need not."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

import pytest

from app.batching import Apart, Batches, Failed, SetOut
from app.errors import Conflict, Unavailable
from tests.waiting import eventually

Strings = Batches[str, str]


def always(_: Sequence[str], __: str) -> bool:
    return True


def shout(set_out: SetOut[str]) -> list[str]:
    return [part.upper() for part in set_out()]


def size(batches: Strings, kind: str = "k") -> int:
    batch = batches._open.get(kind)
    return len(batch.parts) if batch else 0


class Queue:
    """Parts that came in this order, all while the first of them had not set out."""

    def __init__(
        self, batches: Strings, parts: str, lead: Callable[[SetOut[str]], list[str]] = shout
    ) -> None:
        self.batches, self.lead, self.gate = batches, lead, Event()
        self.pool = ThreadPoolExecutor(8)
        self.futures = [self.come(part, n + 1) for n, part in enumerate(parts)]

    def come(self, part: str, then: int) -> Future[str]:
        future = self.pool.submit(self.batches.go, "k", part, self.when_open)
        assert eventually(lambda: size(self.batches) == then, 10)
        return future

    def when_open(self, set_out: SetOut[str]) -> list[str]:
        assert self.gate.wait(10)
        return self.lead(set_out)

    def begin(self) -> list[str | type[BaseException]]:
        """What each was told."""
        self.gate.set()
        with self.pool:
            return [type(error) if (error := one.exception()) else one.result() for one in self.futures]


def test_who_comes_alone_goes_alone_at_once() -> None:
    batches = Strings(always)
    assert [batches.go("k", part, shout) for part in "abc"] == ["A", "B", "C"]


def test_who_comes_before_the_first_has_set_out_goes_along_and_is_told_his_own() -> None:
    led = []

    def lead(set_out: SetOut[str]) -> list[str]:
        led.append("".join(set_out()))
        return shout(set_out)

    assert Queue(Strings(always), "abcd", lead).begin() == ["A", "B", "C", "D"]
    assert led == ["abcd"]


def test_nobody_joins_a_batch_that_has_set_out() -> None:
    batches, told = Strings(always), []

    def lead(set_out: SetOut[str]) -> list[str]:
        before = set_out()
        told.append(batches.go("k", "late", shout))
        assert set_out() is before
        return shout(set_out)

    assert batches.go("k", "first", lead) == "FIRST"
    assert told == ["LATE"]


def test_each_kind_has_batches_of_its_own() -> None:
    batches, told = Strings(always), []

    def lead(set_out: SetOut[str]) -> list[str]:
        told.append(batches.go("other", "x", shout))
        return shout(set_out)

    assert batches.go("k", "a", lead) == "A"
    assert told == ["X"]


def test_who_does_not_fit_opens_the_next_batch() -> None:
    batches = Strings(lambda parts, part: part not in parts)
    queue = Queue(batches, "ab")
    queue.futures.append(queue.come("a", 1))
    queue.futures.append(queue.come("c", 2))
    assert queue.begin() == ["A", "B", "A", "C"]


def test_a_batch_that_sets_out_leaves_the_next_one_open() -> None:
    batches = Strings(lambda parts, part: part not in parts)
    first, following = Queue(batches, "ab"), Queue(batches, "a")
    assert first.begin() == ["A", "B"]
    following.futures.append(following.come("c", 2))
    assert following.begin() == ["A", "C"]


@pytest.mark.parametrize(
    ("error", "others"),
    [
        (Apart(), Apart),
        (Conflict("no"), Apart),
        (Unavailable(), Unavailable),
        (ZeroDivisionError(), Failed),
        (SystemExit(), Failed),
    ],
)
def test_what_goes_wrong_is_told_to_who_leads_and_to_the_others_what_to_do(
    error: BaseException, others: type[Exception]
) -> None:
    def fail(_: SetOut[str]) -> list[str]:
        raise error

    batches = Strings(always)
    assert Queue(batches, "abc", fail).begin() == [type(error), others, others]
    assert batches.go("k", "again", shout) == "AGAIN"


def test_a_fault_is_the_cause_of_what_each_is_told() -> None:
    fault = ZeroDivisionError()

    def fail(_: SetOut[str]) -> list[str]:
        raise fault

    queue = Queue(Strings(always), "abc", fail)
    queue.begin()
    told = [one.exception() for one in queue.futures[1:]]
    assert [error and error.__cause__ for error in told] == [fault, fault]


def test_nothing_is_left_of_a_batch_that_is_over() -> None:
    batches = Strings(always)
    Queue(batches, "abc").begin()
    assert batches._open == {}
