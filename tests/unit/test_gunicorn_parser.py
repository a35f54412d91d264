"""The parser of requests: its time limit, its error answers and what it leaves in the log."""

import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from gunicorn import http, util
from gunicorn.config import Config
from gunicorn.http import errors

from resources.serving.gunicorn import replacements
from resources.serving.gunicorn.invalid_requests import class_name, write_error
from resources.serving.gunicorn.parser import TimedParser, TimedReader, parser_with_limit

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """A client's end of a connection, and the server's."""
    client, server = socket.socketpair()
    with client, server:
        yield client, server


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of the monotonic clock, in seconds, which a test sets."""
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_bytes_are_read_until_the_limit_is_over(pair: Any, clock: list[float]) -> None:
    client, server = pair
    reader = TimedReader(server, 30)
    client.sendall(b"a")
    assert reader.chunk() == b"a"
    clock[0] += 30
    client.sendall(b"b")
    assert reader.chunk() == b"b"
    clock[0] += 0.1
    with pytest.raises(BlockingIOError, match="did not arrive in time"):
        reader.chunk()


def test_the_limit_begins_with_the_first_byte_of_each_request(pair: Any, clock: list[float]) -> None:
    client, server = pair
    reader = TimedReader(server, 30)
    clock[0] += 100
    client.sendall(b"a")
    assert reader.chunk() == b"a"
    reader.start_request()
    clock[0] += 100
    client.sendall(b"b")
    assert reader.chunk() == b"b"


def test_requests_of_a_connection_have_a_limit_each(pair: Any, clock: list[float]) -> None:
    client, server = pair
    parser = parser_with_limit(30)(Config(), server, ("127.0.0.1", 1))
    for _ in range(2):
        client.sendall(REQUEST)
        assert next(parser).path == "/"
        clock[0] += 100


def test_a_connection_is_closed_where_a_head_does_not_arrive_in_time(pair: Any) -> None:
    client, server = pair
    parser = parser_with_limit(30)(Config(), server, ("127.0.0.1", 1))
    client.sendall(REQUEST[:-4])
    server.setblocking(False)
    with pytest.raises(BlockingIOError):
        next(parser)
    assert client.recv(1) == b""


def test_an_error_is_answered_in_the_envelope_without_what_was_sent(pair: Any) -> None:
    client, server = pair
    write_error(server, 414, "URI Too Long", "/secret")
    head, _, body = client.recv(4096).partition(b"\r\n\r\n")
    assert head.splitlines()[0] == b"HTTP/1.1 414 URI Too Long"
    assert f"Content-Length: {len(body)}".encode() in head.splitlines()
    assert json.loads(body) == {
        "success": False,
        "error": {
            "code": "invalid_request",
            "message": "The request was refused: URI Too Long.",
            "help": "/docs#description/invalid-request",
        },
    }


def test_an_error_of_the_server_has_its_own_code(pair: Any) -> None:
    client, server = pair
    write_error(server, 500, "Internal Server Error", "")
    assert json.loads(client.recv(4096).partition(b"\r\n\r\n")[2])["error"]["code"] == "internal_error"


def test_gunicorn_uses_the_parser_the_error_answers_and_the_texts(
    pair: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(util, "write_error", util.write_error)
    monkeypatch.setattr(http, "RequestParser", http.RequestParser)
    found = [each for each in vars(errors).values() if isinstance(each, type)]
    faults = [each for each in found if issubclass(each, errors.ParseException)]
    for fault in faults:
        monkeypatch.setattr(fault, "__str__", fault.__str__)
    replacements.install(12)
    assert util.write_error is write_error
    parser = http.get_parser(Config(), pair[1], ("127.0.0.1", 1))
    assert isinstance(parser, TimedParser)
    assert parser.seconds == 12
    assert len(faults) > 10
    assert all(fault.__str__ is class_name for fault in faults)
    assert str(errors.InvalidRequestLine("GET /?password=secret")) == "InvalidRequestLine"
