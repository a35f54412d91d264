"""The processor of each worker: how a new one gets it, and how it keeps to it."""

import os
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from resources.serving.gunicorn import hooks, processors


class Master:
    """The part of gunicorn's master that starts workers: `spawn`, and the steps of a reload."""

    def __init__(self, workers: int) -> None:
        self.cfg = SimpleNamespace(workers=workers)
        self.num_workers = workers
        self.WORKERS: dict[int, Any] = {}
        self.started = 0

    def spawn(self) -> None:
        self.started += 1
        worker = SimpleNamespace(age=self.started)
        processors.choose(self, worker)
        self.WORKERS[self.started] = worker

    def fill(self) -> None:
        while len(self.WORKERS) < self.num_workers:
            self.spawn()

    def reload(self) -> None:
        for _ in range(self.num_workers):
            self.spawn()
        self.end_oldest()

    def end_oldest(self) -> None:
        for age in sorted(self.WORKERS)[: -self.num_workers]:
            del self.WORKERS[age]

    def processors(self) -> list[int | None]:
        return [worker.processor for worker in self.WORKERS.values()]


def master(monkeypatch: pytest.MonkeyPatch, workers: int, usable: set[int]) -> Master:
    """Return a master that has just started its workers and may use these processors."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: usable, raising=False)
    monkeypatch.setattr(os, "sched_setaffinity", lambda _pid, _processors: None, raising=False)
    started = Master(workers)
    started.fill()
    return started


@pytest.mark.parametrize(
    ("workers", "usable", "chosen"),
    [
        (2, {0, 1}, [0, 1]),
        (4, {0, 1}, [0, 1, 0, 1]),
        (2, {5, 3}, [3, 5]),
        (2, {0}, [0, 0]),
        (3, {0, 1}, [None, None, None]),
        (1, {0, 1}, [None]),
        (2, set(range(8)), [None, None]),
    ],
)
def test_workers_are_spread_evenly_or_use_all_processors(
    workers: int, usable: set[int], chosen: list[int | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert master(monkeypatch, workers, usable).processors() == chosen


@pytest.mark.parametrize("dead", [1, 2, 3, 4])
def test_a_successor_takes_the_free_processor(dead: int, monkeypatch: pytest.MonkeyPatch) -> None:
    four = master(monkeypatch, 4, {0, 1})
    freed = four.WORKERS.pop(dead).processor
    four.fill()
    assert four.processors()[-1] == freed
    assert four.processors().count(0) == four.processors().count(1) == 2


@pytest.mark.parametrize("dead", [None, 1, 2, 3, 4])
@pytest.mark.parametrize(("workers", "each"), [(2, 1), (4, 2)])
def test_reloaded_workers_are_spread_evenly_even_if_an_old_one_had_just_died(
    workers: int, each: int, dead: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = master(monkeypatch, workers, {0, 1})
    some.WORKERS.pop(dead, None)
    some.reload()
    assert [some.processors().count(processor) for processor in (0, 1)] == [each, each]


def test_the_other_workers_stay_spread_after_one_more_and_one_less(monkeypatch: pytest.MonkeyPatch) -> None:
    two = master(monkeypatch, 2, {0, 1})
    two.num_workers = 3
    two.fill()
    two.num_workers = 2
    two.end_oldest()
    assert two.processors() == [1, 0]


def test_workers_of_a_release_that_chose_no_processors_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    two = master(monkeypatch, 2, {0, 1})
    for worker in two.WORKERS.values():
        del worker.processor
    two.reload()
    assert two.processors() == [0, 1]


def test_workers_use_all_processors_where_the_system_cannot_restrict_a_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two = master(monkeypatch, 2, {0, 1})
    monkeypatch.delattr(os, "sched_setaffinity")
    two.reload()
    assert two.processors() == [None, None]


def test_workers_use_all_processors_where_the_master_may_not_ask_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(_pid: int) -> set[int]:
        raise PermissionError

    two = master(monkeypatch, 2, {0, 1})
    monkeypatch.setattr(os, "sched_getaffinity", refused)
    two.reload()
    assert two.processors() == [None, None]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems restrict no process to processors")
def test_a_worker_whose_processor_is_gone_uses_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.sched_getaffinity(0)
    monkeypatch.delenv("PROCESSORS", raising=False)
    processors.keep_to(100_000)
    assert os.sched_getaffinity(0) == before
    assert "PROCESSORS" not in os.environ


def test_a_worker_keeps_to_its_processor_and_names_all_for_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []
    monkeypatch.setenv("PROCESSORS", "")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {3, 1}, raising=False)
    monkeypatch.setattr(os, "sched_setaffinity", lambda pid, kept: done.append((pid, kept)), raising=False)
    monkeypatch.setattr(os, "setsid", lambda: done.append("session"))
    processors.keep_to(3)
    assert done == [(0, {3}), "session"]
    assert os.environ["PROCESSORS"] == "1,3"


def test_a_worker_without_a_processor_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "setsid")
    processors.keep_to(None)


def test_a_worker_knows_how_many_gunicorn_was_told_to_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_CONCURRENCY", "2")
    server = SimpleNamespace(cfg=SimpleNamespace(workers=5))
    hooks.post_fork(server, SimpleNamespace(processor=None))
    assert os.environ["WEB_CONCURRENCY"] == "5"
