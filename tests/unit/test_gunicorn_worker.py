"""The worker class: when it closes connections, and what it does after loading the application."""

import gc
import logging
import sys
from typing import Any

import pytest
from gunicorn.workers.gthread import ThreadWorker

from resources.serving.gunicorn.worker import Worker, after_start


class Connection:
    """A client's connection that remembers how it was closed."""

    def __init__(self) -> None:
        self.sock = self
        self.closed: list[bool] = []

    def close(self, graceful: bool = False) -> None:
        self.closed.append(graceful)


def handled(outcome: object, monkeypatch: pytest.MonkeyPatch) -> tuple[object, Connection]:
    """Let gunicorn's own handling end in `outcome`; return what the worker answers, and the connection."""
    monkeypatch.setattr(ThreadWorker, "handle", lambda _self, _conn: outcome)
    connection = Connection()
    return Worker.handle(Worker.__new__(Worker), connection), connection


def test_a_connection_that_ends_is_closed_once_and_in_the_thread_of_its_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept, connection = handled(False, monkeypatch)
    assert kept is False
    assert connection.closed == [True]
    connection.close(graceful=True)
    assert connection.closed == [True]


def test_a_connection_that_is_kept_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, connection = handled(True, monkeypatch)
    assert kept is True
    assert connection.closed == []


def test_a_connection_that_cannot_be_closed_is_left_to_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_connection: Connection, graceful: bool = False) -> None:
        raise OSError

    monkeypatch.setattr(Connection, "close", broken)
    kept, connection = handled(False, monkeypatch)
    connection.close(graceful=True)
    assert kept is False


def test_a_client_that_takes_nothing_of_its_answer_is_let_go_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def blocked(_self: Any, _req: Any, _conn: Any) -> None:
        raise BlockingIOError

    monkeypatch.setattr(ThreadWorker, "handle_request", blocked)
    connection = Connection()
    with pytest.raises(BlockingIOError):
        Worker.handle_request(Worker.__new__(Worker), None, connection)
    assert connection.closed == [False]


@pytest.mark.parametrize(("error", "logged"), [(BlockingIOError(), False), (OSError(), True), (None, True)])
def test_timeouts_of_clients_are_left_out_of_the_log(
    error: Exception | None, logged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = logging.getLogger("gunicorn.error")
    monkeypatch.setattr(log, "filters", [])
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(gc, "set_threshold", lambda _: None)
    after_start(None)
    try:
        if error:
            raise error
    except OSError:
        record = log.makeRecord("gunicorn.error", logging.ERROR, "f", 1, "m", (), sys.exc_info())
    else:
        record = log.makeRecord("gunicorn.error", logging.ERROR, "f", 1, "m", (), None)
    assert bool(log.filter(record)) is logged


def test_loaded_objects_are_taken_from_the_garbage_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(logging.getLogger("gunicorn.error"), "filters", [])
    monkeypatch.setattr(gc, "collect", lambda: done.append("collect"))
    monkeypatch.setattr(gc, "freeze", lambda: done.append("freeze"))
    monkeypatch.setattr(gc, "set_threshold", lambda objects: done.append(f"after {objects} objects"))
    after_start(None)
    assert done == ["collect", "freeze", "after 10000 objects"]
