"""After a refusal that looked at no byte of a body, or not at all of them, the connection serves the next request."""

from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.reliability.raw import CHUNKED, Server, chunk, exchange, head, read_until, receive, serving
from tests.reliability.sizes import FULL
from tests.service import Client

TIMES = 50 if FULL else 2
SIZES = (100_000, 1_100_016, 5_000_000)
MEGABYTE = 1024 * 1024
NEXT = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
COMPRESSED = "Content-Encoding: gzip"
# What is asked, and the statuses of bodies below and above the limit of 1 MiB.
REFUSALS = {
    "too large": ({}, 400, 413),
    "compressed": ({"lines": (COMPRESSED,)}, 415, 413),
    "nobody's": ({"token": "pat_nobody"}, 401, 401),
    "nowhere": ({"path": "/api/v1/nowhere"}, 404, 404),
    "no method": ({"method": "PUT"}, 405, 405),
    "a body where none is read": ({"method": "GET"}, 200, 200),
}


@pytest.fixture(scope="module")
def stingy(database_url: str) -> Iterator[Server]:
    """A service that refuses a caller's second request within a minute."""
    with serving(
        database_url, RATE_PER_TOKEN="1", RATE_PER_ADDRESS="off", RATE_WITHOUT_TOKEN="off"
    ) as server:
        yield server


def request(org: Client, size: int, is_chunked: bool, asked: dict[str, object]) -> bytes:
    """A request whose body is no JSON."""
    given = dict(asked)
    caller = Client(org.web.app, str(given.pop("token", org.token)), **org.known)
    lines = tuple(given.pop("lines", ()))  # type: ignore[call-overload]
    length = CHUNKED if is_chunked else f"Content-Length: {size}"
    pieces = [b"a" * min(65_536, size - at) for at in range(0, size, 65_536)]
    body = b"".join(map(chunk, pieces)) + b"0\r\n\r\n" if is_chunked else b"".join(pieces)
    return head(caller, *lines, length, **given) + body  # type: ignore[arg-type]


@pytest.mark.parametrize("is_chunked", [False, True], ids=["with a length", "chunked"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("refusal", REFUSALS)
def test_the_next_request_on_the_connection_is_answered(
    refusal: str, size: int, is_chunked: bool, server: Server, org: Client
) -> None:
    asked, small, large = REFUSALS[refusal]
    sent = request(org, size, is_chunked, asked)
    expected = small if size <= MEGABYTE else large
    for _ in range(TIMES):
        with server.connect() as connection:
            connection.sendall(sent)
            answer = receive(connection)
            assert answer.status == expected, answer.body
            assert answer.headers["connection"] == "keep-alive"
            connection.sendall(NEXT)
            assert receive(connection).status == 200


@pytest.mark.parametrize("size", SIZES)
def test_who_asks_too_often_with_a_body_is_answered_next_time(size: int, stingy: Server, org: Client) -> None:
    exchange(stingy, head(org, method="GET"))
    for _ in range(TIMES):
        with stingy.connect() as connection:
            connection.sendall(request(org, size, False, {}))
            answer = receive(connection)
            assert (answer.status, answer.headers["connection"]) == (429, "keep-alive")
            connection.sendall(NEXT)
            assert receive(connection).status == 200


@pytest.mark.parametrize("is_chunked", [False, True], ids=["with a length", "chunked"])
def test_an_answer_before_the_end_of_an_endless_body_says_that_the_connection_closes(
    is_chunked: bool, server: Server, org: Client
) -> None:
    with server.connect() as connection:
        # The service may have gone before all is sent.
        with suppress(ConnectionError):
            connection.sendall(request(org, 10 * MEGABYTE, is_chunked, {}))
        answer = receive(connection)
        assert (answer.status, answer.headers["connection"]) == (413, "close")
        with pytest.raises(ConnectionError):
            connection.sendall(NEXT)
            read_until(connection, b"\r\n\r\n")
