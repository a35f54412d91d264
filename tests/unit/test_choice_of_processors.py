"""gunicorn.conf.py: which processor a new worker gets, and settings that are none."""

import importlib.util
import os
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn import http, util

from app.config import ROOT


def configured(monkeypatch: pytest.MonkeyPatch, value: str) -> Any:
    """gunicorn.conf.py where PIN_WORKERS says so."""
    monkeypatch.setenv("PIN_WORKERS", value)
    # What it replaces of gunicorn is put back after the test.
    monkeypatch.setattr(util, "write_error", util.write_error)
    monkeypatch.setattr(http, "RequestParser", http.RequestParser)
    spec = importlib.util.spec_from_file_location("gunicorn_conf", ROOT / "gunicorn.conf.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Master:
    """As much of gunicorn's master as makes workers: `spawn`, and what a reload does."""

    def __init__(self, hooks: Any, workers: int) -> None:
        self.hooks = hooks
        self.cfg = SimpleNamespace(workers=workers)
        self.num_workers = workers
        self.WORKERS: dict[int, Any] = {}
        self.made = 0

    def spawn(self) -> None:
        self.made += 1
        worker = SimpleNamespace(age=self.made)
        self.hooks.pre_fork(self, worker)
        self.WORKERS[self.made] = worker

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


def master(monkeypatch: pytest.MonkeyPatch, value: str, workers: int, usable: set[int]) -> Master:
    """One that has just started its workers, and may use these processors."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: usable, raising=False)
    monkeypatch.setattr(os, "sched_setaffinity", lambda _pid, _processors: None, raising=False)
    started = Master(configured(monkeypatch, value), workers)
    started.fill()
    return started


@pytest.mark.parametrize(
    ("value", "workers", "usable", "processors"),
    [
        ("", 2, {0, 1}, [0, 1]),
        ("auto", 2, {0, 1}, [0, 1]),
        ("auto", 4, {0, 1}, [0, 1, 0, 1]),
        ("auto", 2, {5, 3}, [3, 5]),
        ("auto", 2, {0}, [0, 0]),
        ("auto", 3, {0, 1}, [None, None, None]),
        ("auto", 1, {0, 1}, [None]),
        ("auto", 2, set(range(8)), [None, None]),
        ("on", 2, set(range(8)), [0, 1]),
        ("on", 3, {0, 1}, [0, 1, 0]),
        ("off", 2, {0, 1}, [None, None]),
    ],
)
def test_workers_are_spread_evenly_or_where_that_cannot_be_only_if_it_is_asked_for(
    value: str, workers: int, usable: set[int], processors: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert master(monkeypatch, value, workers, usable).processors() == processors


@pytest.mark.parametrize("dead", [1, 2, 3, 4])
def test_a_successor_takes_the_free_processor(dead: int, monkeypatch: pytest.MonkeyPatch) -> None:
    four = master(monkeypatch, "auto", 4, {0, 1})
    freed = four.WORKERS.pop(dead).processor
    four.fill()
    assert four.processors()[-1] == freed
    assert sorted(four.processors()) == [0, 0, 1, 1]


@pytest.mark.parametrize("dead", [None, 1, 2, 3, 4])
@pytest.mark.parametrize(("workers", "each"), [(2, 1), (4, 2)])
def test_reloaded_workers_are_spread_evenly_even_if_an_old_one_was_just_dead(
    workers: int, each: int, dead: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = master(monkeypatch, "auto", workers, {0, 1})
    some.WORKERS.pop(dead, None)
    some.reload()
    assert sorted(some.processors()) == [0] * each + [1] * each


def test_a_worker_more_and_one_less_leave_the_others_spread(monkeypatch: pytest.MonkeyPatch) -> None:
    two = master(monkeypatch, "auto", 2, {0, 1})
    two.num_workers = 3
    two.fill()
    two.num_workers = 2
    two.end_oldest()
    assert two.processors() == [1, 0]


def test_workers_of_a_program_that_chose_none_are_no_hindrance(monkeypatch: pytest.MonkeyPatch) -> None:
    two = master(monkeypatch, "off", 2, {0, 1})
    for worker in two.WORKERS.values():
        del worker.processor
    two.hooks = configured(monkeypatch, "on")
    two.reload()
    assert two.processors() == [0, 1]


def test_where_the_system_knows_nothing_of_it_no_worker_keeps_to_a_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two = master(monkeypatch, "on", 2, {0, 1})
    monkeypatch.delattr(os, "sched_setaffinity")
    two.reload()
    assert two.processors() == [None, None]


def test_a_master_who_may_not_ask_for_processors_makes_workers_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(_pid: int) -> set[int]:
        raise PermissionError

    two = master(monkeypatch, "on", 2, {0, 1})
    monkeypatch.setattr(os, "sched_getaffinity", refused)
    two.reload()
    assert two.processors() == [None, None]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep no process to processors")
def test_a_worker_whose_processor_is_gone_uses_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.sched_getaffinity(0)
    monkeypatch.delenv("PROCESSORS", raising=False)
    monkeypatch.setenv("WEB_CONCURRENCY", "2")
    server = SimpleNamespace(cfg=SimpleNamespace(workers=2))
    configured(monkeypatch, "on").post_fork(server, SimpleNamespace(processor=100_000))
    assert os.sched_getaffinity(0) == before
    assert "PROCESSORS" not in os.environ


def test_a_worker_knows_how_many_gunicorn_was_told_to_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_CONCURRENCY", "2")
    server = SimpleNamespace(cfg=SimpleNamespace(workers=5))
    configured(monkeypatch, "off").post_fork(server, SimpleNamespace(processor=None))
    assert os.environ["WEB_CONCURRENCY"] == "5"


@pytest.mark.parametrize("value", ["yes", "ON", "1", "auto "])
def test_a_wrong_value_is_refused_with_a_sentence(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit) as refused:
        configured(monkeypatch, value)
    assert str(refused.value) == f"PIN_WORKERS must be auto, on or off, not {value!r}"


@pytest.mark.parametrize(
    ("name", "value", "most"),
    [
        ("PORT", "65536", 65_535),
        ("WEB_CONCURRENCY", "0", 10_000),
        ("THREADS", "10001", 10_000),
        ("IDLE_TIMEOUT", "9" * 20, 3_600),
        ("READ_TIMEOUT", "9" * 5_000, 3_600),
        ("MAX_REQUESTS", "-5", 1_000_000_000),
        ("REQUEST_SECONDS", "601", 600),
        ("REQUEST_SECONDS", "\u0663", 600),
    ],
)
def test_a_number_that_cannot_be_used_is_refused_with_a_sentence(
    name: str, value: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as refused:
        configured(monkeypatch, "auto")
    assert str(refused.value) == f"{name} must be a whole number from 1 to {most}, not {value!r}"
