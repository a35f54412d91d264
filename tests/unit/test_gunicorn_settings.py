"""gunicorn.conf.py: which variables it reads, and that it holds settings alone."""

import ast
import importlib.util
from typing import Any

import pytest
from gunicorn import http, util
from gunicorn.http import errors

from app.config import ROOT

FILE = ROOT / "gunicorn.conf.py"
VARIABLES = ("HOST", "PORT", "WEB_CONCURRENCY", "FORWARDED_ALLOW_IPS", "REQUEST_TIMEOUT", "REQUEST_SECONDS")


@pytest.fixture(autouse=True)
def _restored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore what the file replaces inside gunicorn, and start without settings."""
    monkeypatch.setattr(util, "write_error", util.write_error)
    monkeypatch.setattr(http, "RequestParser", http.RequestParser)
    for error in vars(errors).values():
        if isinstance(error, type) and issubclass(error, errors.ParseException):
            monkeypatch.setattr(error, "__str__", error.__str__)
    for name in (*VARIABLES, "IDLE_TIMEOUT", "SILENCE", "READ_TIMEOUT", "ARRIVAL"):
        monkeypatch.delenv(name, raising=False)


def configured() -> Any:
    """Run gunicorn.conf.py as gunicorn does."""
    spec = importlib.util.spec_from_file_location("gunicorn_conf", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Listener:
    """A listening socket that remembers its options."""

    def __init__(self) -> None:
        self.sock = self
        self.options: list[bytes] = []

    def setsockopt(self, _level: int, _option: int, value: bytes) -> None:
        self.options.append(value)


def idle_seconds(module: Any) -> set[int]:
    """The limits that the file sets on a listening socket, to receive and to send."""
    listener = Listener()
    module.when_ready(type("Server", (), {"LISTENERS": [listener]}))
    assert len(listener.options) == 2
    return {int.from_bytes(value[:8], "little") for value in listener.options}


def test_the_file_holds_settings_alone() -> None:
    text = FILE.read_text()
    assert len(text.splitlines()) < 100
    code = (ast.FunctionDef, ast.ClassDef, ast.Lambda)
    found = [node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, code)]
    assert not found, f"gunicorn.conf.py has code in lines {found}: move it to resources/serving/gunicorn"


def test_the_service_listens_on_this_machine_unless_it_is_told_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert configured().bind == "127.0.0.1:8000"
    monkeypatch.setenv("HOST", "::")
    monkeypatch.setenv("PORT", "9000")
    assert configured().bind == "[::]:9000"


def test_threads_leave_room_for_idle_connections() -> None:
    module = configured()
    assert module.worker_connections > 2 * module.threads


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [(None, "", 35), ("REQUEST_TIMEOUT", "7", 27), ("REQUEST_SECONDS", "8", 28)],
)
def test_a_stop_waits_for_the_longest_request(
    name: str | None, value: str, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name:
        monkeypatch.setenv(name, value)
    assert configured().graceful_timeout == expected


@pytest.mark.parametrize("name", ["IDLE_TIMEOUT", "SILENCE"])
def test_the_idle_timeout_has_an_old_name_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert idle_seconds(configured()) == {10}
    monkeypatch.setenv(name, "7")
    assert idle_seconds(configured()) == {7}


@pytest.mark.parametrize("name", ["READ_TIMEOUT", "ARRIVAL"])
def test_the_read_timeout_has_an_old_name_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    configured()
    assert http.RequestParser.seconds == 30
    monkeypatch.setenv(name, "7")
    configured()
    assert http.RequestParser.seconds == 7


@pytest.mark.parametrize(
    ("name", "value", "most"),
    [
        ("PORT", "65536", 65_535),
        ("WEB_CONCURRENCY", "0", 10_000),
        ("IDLE_TIMEOUT", "9" * 20, 3_600),
        ("SILENCE", "x", 3_600),
        ("READ_TIMEOUT", "9" * 5_000, 3_600),
        ("REQUEST_TIMEOUT", "601", 600),
        ("REQUEST_TIMEOUT", "\u0663", 600),
    ],
)
def test_a_number_that_cannot_be_used_is_refused_with_a_sentence(
    name: str, value: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as refused:
        configured()
    assert str(refused.value) == f"{name} must be a whole number from 1 to {most}, not {value!r}"
