"""The processors of workers: gunicorn with two workers and two processors, as in production."""

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.reliability.raw import PATIENCE, Server, serving
from tests.reliability.test_print_queue_lifecycle import family, invoice, pdf
from tests.service import Client
from tests.waiting import eventually

USABLE = sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []
# Of larger machines the service gets no more either.
PAIR = USABLE[:2]

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc"),
    pytest.mark.skipif(len(PAIR) < 2, reason="on one processor there is nothing to choose"),
]


@contextmanager
def served(database_url: str, workers: int = 2, processors: list[int] = PAIR) -> Iterator[Server]:
    """The service of a master that may use these processors alone."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, processors)
    try:
        with serving(database_url, WEB_CONCURRENCY=str(workers)) as server:
            yield server
    finally:
        os.sched_setaffinity(0, before)


def kept_to(server: Server, workers: int = 2, gone: Iterable[int] = ()) -> dict[int, list[int]]:
    """Return each worker's processors, once there are `workers` of them and none of those `gone`."""
    assert eventually(
        lambda: len(ready(server)) == workers and not set(gone) & set(server.workers()), PATIENCE
    )
    return {pid: processors_of(pid) for pid in server.workers()}


def ready(server: Server) -> list[int]:
    """The workers that have made threads."""
    return [pid for pid in server.workers() if len(threads_of(pid)) > 1]


def threads_of(pid: int) -> list[int]:
    with suppress(FileNotFoundError):
        return [int(thread.name) for thread in Path(f"/proc/{pid}/task").iterdir()]
    return []


def processors_of(pid: int) -> list[int]:
    """Return the processors that all threads of a process may use."""
    (processors,) = {tuple(sorted(os.sched_getaffinity(thread))) for thread in threads_of(pid)}
    return list(processors)


def one_each() -> list[list[int]]:
    return [[processor] for processor in PAIR]


def test_each_worker_keeps_to_a_processor_of_its_own(database_url: str) -> None:
    with served(database_url) as server:
        assert sorted(kept_to(server).values()) == one_each()
        assert processors_of(server.process.pid) == PAIR


def test_the_successor_of_a_killed_worker_takes_its_processor(database_url: str) -> None:
    with served(database_url) as server:
        for processor in (*reversed(PAIR), *PAIR):
            (killed,) = (pid for pid, kept in kept_to(server).items() if kept == [processor])
            os.kill(killed, signal.SIGKILL)
            assert sorted(kept_to(server, gone=[killed]).values()) == one_each()


def test_reloaded_workers_have_a_processor_each_though_the_old_ones_were_still_there(
    database_url: str,
) -> None:
    with served(database_url) as server:
        for _ in range(2):
            old = list(kept_to(server))
            server.process.send_signal(signal.SIGHUP)
            assert sorted(kept_to(server, gone=old).values()) == one_each()


def test_workers_that_are_fewer_than_processors_use_all(database_url: str) -> None:
    with served(database_url, workers=1) as server:
        assert list(kept_to(server, workers=1).values()) == [PAIR]
        assert {os.getsid(pid) for pid in server.workers()} == {os.getsid(server.process.pid)}


def test_a_worker_that_keeps_to_a_processor_shares_it_with_others_as_a_session_of_its_own(
    database_url: str,
) -> None:
    with served(database_url) as server:
        assert [os.getsid(pid) for pid in kept_to(server)] == server.workers()


@pytest.mark.parametrize("processors", [PAIR, PAIR[1:]], ids=["two", "one of two"])
def test_what_prints_may_use_the_processors_that_the_master_may(
    processors: list[int], database_url: str, org: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PDF_CACHE", "off")
    id = invoice(org)
    with served(database_url, processors=processors) as server:
        assert pdf(server, org, id).body.startswith(b"%PDF-")
        (worker,), (renderer,) = family(server)
        assert len(processors_of(worker.pid)) == 1
        assert processors_of(renderer.pid) == processors
