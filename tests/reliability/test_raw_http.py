"""What a real server does with what no well-meaning client sends: bytes on a socket, as in production."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.config import ROOT
from tests.service import Client, Service

LIMIT = 1024 * 1024
BODY = b'{"name": "GST 18%", "ratePercent": 18}'
PATIENCE = 30.0
SILENCE = 3


@dataclass(frozen=True)
class Server:
    """gunicorn as it is configured, on a port of its own."""

    address: tuple[str, int]
    process: subprocess.Popen[bytes]

    def connect(self) -> socket.socket:
        return socket.create_connection(self.address, timeout=PATIENCE)

    def memory(self) -> int:
        """The resident bytes of all its workers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in children]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")


@pytest.fixture(scope="module")
def server(database_url: str) -> Iterator[Server]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        descriptor = listener.fileno()
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "-b", f"fd://{descriptor}", "wsgi:application"],
            cwd=ROOT,
            env=os.environ | {"DATABASE_URL": database_url, "WEB_CONCURRENCY": "2", "SILENCE": str(SILENCE)},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(descriptor,),
        )
        server = Server(listener.getsockname(), process)
    try:
        await_ready(server)
        yield server
    finally:
        process.terminate()
        process.wait(PATIENCE)


def await_ready(server: Server) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError):
            if exchange(server, b"GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").status == 200:
                return
        time.sleep(0.05)
    raise AssertionError("the server does not start")


@pytest.fixture
def org(service: Service) -> Client:
    return service.organization()


@dataclass(frozen=True)
class Reply:
    """One answer as it came over the wire."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def receive(connection: socket.socket) -> Reply:
    """Read one answer, by its length."""
    head, _, body = read_until(connection, b"\r\n\r\n").partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers["content-length"]):
        body += connection.recv(65536)
    return Reply(int(first.split()[1]), headers, body)


def read_until(connection: socket.socket, end: bytes) -> bytes:
    data = b""
    while end not in data:
        more = connection.recv(65536)
        if not more:
            raise ConnectionError(f"closed after {data!r}")
        data += more
    return data


def exchange(server: Server, *pieces: bytes) -> Reply:
    """Send pieces on a connection of their own and read the answer."""
    with server.connect() as connection:
        for piece in pieces:
            connection.sendall(piece)
        return receive(connection)


def head(org: Client, *lines: str, method: str = "POST", path: str = "/api/v1/tax-rates") -> bytes:
    own = ("Host: x", f"Authorization: Bearer {org.token}", "Content-Type: application/json")
    return "\r\n".join((f"{method} {path} HTTP/1.1", *own, *lines, "", "")).encode("latin-1")


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


CHUNKED = "Transfer-Encoding: chunked"
LAST = b"0\r\n\r\n"


def assert_refused(reply: Reply, *statuses: int) -> None:
    assert reply.status in statuses, reply.body
    assert reply.headers["content-type"] == "application/json"
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.json["success"] is False
    assert reply.json["error"]["code"] == "invalid_request"
    assert reply.json["error"]["message"]


def made(org: Client) -> int:
    return int(org.get("/tax-rates").json["meta"]["total"])


# Chunks and lengths.


def test_a_chunked_body_is_taken(server: Server, org: Client) -> None:
    pieces = [chunk(BODY[n : n + 7]) for n in range(0, len(BODY), 7)]
    assert exchange(server, head(org, CHUNKED), *pieces, LAST).status == 201
    assert made(org) == 1


def test_a_chunked_body_over_the_limit_is_refused(server: Server, org: Client) -> None:
    pieces = [chunk(b" " * 65536)] * 17
    assert_refused(exchange(server, head(org, CHUNKED), chunk(BODY), *pieces, LAST), 413)


def test_a_chunked_body_of_the_limit_is_taken(server: Server, org: Client) -> None:
    assert exchange(server, head(org, CHUNKED), chunk(BODY + b" " * (LIMIT - len(BODY))), LAST).status == 201


@pytest.mark.parametrize(
    "bad",
    [
        b"zz\r\n" + BODY + b"\r\n0\r\n\r\n",
        b"-5\r\n" + BODY + b"\r\n0\r\n\r\n",
        b"0x10\r\n" + BODY + b"\r\n0\r\n\r\n",
        b"%x\r\n%sgarbage\r\n0\r\n\r\n" % (len(BODY), BODY),
        b"%x\n%s\n0\n\n" % (len(BODY), BODY) + b"\r\n\r\n",
        b"f" * 20 + b"\r\n" + BODY,
    ],
    ids=["letters", "negative", "hexadecimal", "no end", "bare line ends", "endless"],
)
def test_a_bad_chunk_is_refused_and_makes_nothing(bad: bytes, server: Server, org: Client) -> None:
    with server.connect() as connection:
        connection.sendall(head(org, CHUNKED) + bad)
        connection.shutdown(socket.SHUT_WR)
        assert_refused(receive(connection), 400, 413)
    assert made(org) == 0


@pytest.mark.parametrize(
    "lines",
    [
        (CHUNKED, f"Content-Length: {len(BODY)}"),
        (f"Content-Length: {len(BODY)}", CHUNKED),
        (f"Content-Length: {len(BODY)}", "Content-Length: 5"),
        ("Content-Length: -1",),
        ("Content-Length: +5",),
        ("Content-Length: 0x10",),
        ("Content-Length: 5, 5",),
        ("Transfer-Encoding: gzip, chunked",),
        ("Transfer-Encoding: chunked, identity",),
        ("Transfer-Encoding: xchunked",),
        (CHUNKED, CHUNKED),
    ],
    ids="; ".join,
)
def test_a_body_whose_end_is_in_doubt_is_refused(lines: tuple[str, ...], server: Server, org: Client) -> None:
    assert_refused(exchange(server, head(org, *lines) + chunk(BODY) + LAST), 400, 415, 501)
    assert made(org) == 0


def test_half_a_body_makes_nothing(server: Server, org: Client) -> None:
    with server.connect() as connection:
        connection.sendall(head(org, f"Content-Length: {len(BODY) + 10}") + BODY)
        connection.shutdown(socket.SHUT_WR)
        assert_refused(receive(connection), 400)
    assert made(org) == 0


def test_half_of_the_chunks_make_nothing(server: Server, org: Client) -> None:
    with server.connect() as connection:
        connection.sendall(head(org, CHUNKED) + chunk(BODY))
        connection.shutdown(socket.SHUT_WR)
        assert_refused(receive(connection), 400)
    assert made(org) == 0


def test_a_client_that_goes_at_once_does_no_harm(server: Server, org: Client) -> None:
    for sent in (b"", b"P", head(org), head(org, "Content-Length: 100") + b"{"):
        with server.connect() as connection:
            connection.sendall(sent)
    assert healthy(server) < 1
    assert made(org) == 0


def test_a_body_comes_after_it_is_asked_for(server: Server, org: Client) -> None:
    with server.connect() as connection:
        connection.sendall(head(org, f"Content-Length: {len(BODY)}", "Expect: 100-continue"))
        assert read_until(connection, b"\r\n\r\n").startswith(b"HTTP/1.1 100")
        connection.sendall(BODY)
        assert receive(connection).status == 201


def test_requests_on_one_connection_are_answered_in_turn(server: Server, org: Client) -> None:
    request = head(org, f"Content-Length: {len(BODY)}") + BODY
    with server.connect() as connection:
        for _ in range(3):
            connection.sendall(request)
            assert receive(connection).status == 201
    assert made(org) == 3


def test_a_body_that_nobody_reads_is_no_request_of_its_own(server: Server, org: Client) -> None:
    hidden = b"DELETE /api/v1/tax-rates/x HTTP/1.1\r\nHost: x\r\n\r\n"
    with server.connect() as connection:
        connection.sendall(head(org, f"Content-Length: {len(hidden)}", method="GET") + hidden)
        assert receive(connection).status == 200
        connection.sendall(head(org, method="GET", path="/api/v1/me"))
        assert receive(connection).status == 200


# What never reaches the application.


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET /" + b"x" * 10_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /api/v1/customers?q=" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 1_000 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX Y: z\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX : z\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"GET /\r\n\r\n",
        b"garbage\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 50 + b"\r\n\r\n",
        b"G\xffT / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"{} / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + b"x" * 20_000 + b"\r\n\r\n",
    ],
    ids=[
        "long path",
        "long query",
        "long header",
        "many headers",
        "space in a name",
        "space before the colon",
        "NUL",
        "folded",
        "no colon",
        "version",
        "no version",
        "garbage",
        "TLS",
        "bytes as method",
        "braces as method",
        "long token",
    ],
)
def test_what_is_hardly_http_is_refused_in_the_envelope(request_bytes: bytes, server: Server) -> None:
    assert_refused(exchange(server, request_bytes), 400, 405, 414, 431, 501, 505)


def test_a_path_may_be_as_long_as_a_search_needs(server: Server, org: Client) -> None:
    query = "%F0%9F%A7%BE" * 255
    assert exchange(server, head(org, method="GET", path=f"/api/v1/customers?q={query}")).status == 200


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "TRACE", "PROPFIND"])
def test_a_method_that_is_none_is_refused_over_the_wire(method: str, server: Server, org: Client) -> None:
    with server.connect() as connection:
        connection.sendall(head(org, "Connection: close", method=method))
        answer = read_until(connection, b"\r\n\r\n").decode()
    assert answer.startswith("HTTP/1.1 405 ")
    assert "allow: GET, POST\r\n" in answer.lower().replace("get, post", "GET, POST")


def test_two_values_of_one_header_are_not_one(server: Server, org: Client) -> None:
    length = f"Content-Length: {len(BODY)}"
    doubled = head(org, length, "Content-Type: text/plain") + BODY
    assert_refused(exchange(server, doubled), 400, 415)
    token = head(org, length, "Authorization: Bearer pat_other") + BODY
    assert exchange(server, token).status in (400, 401)
    assert made(org) == 0


def test_an_underscore_does_not_pass_for_a_hyphen(server: Server) -> None:
    request = b"GET /scopes HTTP/1.1\r\nHost: x\r\nX_Request_Id: smuggled\r\n\r\n"
    assert exchange(server, request).headers["x-request-id"] != "smuggled"


def test_line_ends_in_a_path_do_not_reach_a_header(server: Server) -> None:
    reply = exchange(server, b"GET /%0d%0aSet-Cookie:a=b HTTP/1.1\r\nHost: x\r\n\r\n")
    assert (reply.status, "set-cookie" in reply.headers) == (404, False)


# Slow and large.


def healthy(server: Server) -> float:
    """How long a healthy request takes, in seconds."""
    began = time.monotonic()
    assert exchange(server, b"GET /api/v1/scopes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").status == 200
    return time.monotonic() - began


@pytest.mark.parametrize("kind", ["nothing", "half a line", "half a header", "half a body", "half a chunk"])
def test_a_healthy_request_does_not_wait_for_slow_ones(kind: str, server: Server, org: Client) -> None:
    sent = {
        "nothing": b"",
        "half a line": b"POST /api/v1/tax",
        "half a header": head(org)[:-4],
        "half a body": head(org, f"Content-Length: {len(BODY)}") + BODY[:9],
        "half a chunk": head(org, CHUNKED) + chunk(BODY)[:9],
    }[kind]
    with ExitStack() as stack:
        slow = [stack.enter_context(server.connect()) for _ in range(32)]
        for connection in slow:
            connection.sendall(sent)
        time.sleep(0.2)
        with ThreadPoolExecutor(8) as pool:
            assert max(pool.map(lambda _: healthy(server), range(16))) < 1


def test_who_stays_silent_within_a_request_is_let_go(server: Server, org: Client) -> None:
    with server.connect() as half_a_head, server.connect() as half_a_body:
        half_a_head.sendall(head(org)[:-4])
        half_a_body.sendall(head(org, f"Content-Length: {len(BODY)}") + BODY[:9])
        assert_refused(receive(half_a_body), 400)
        assert half_a_head.recv(1) == b""
    assert made(org) == 0


def test_more_slow_ones_than_threads_stop_the_service_for_a_moment_only(server: Server, org: Client) -> None:
    with ExitStack() as stack:
        for _ in range(160):
            stack.enter_context(server.connect()).sendall(head(org)[:-4])
        assert healthy(server) < 3 * SILENCE


def test_a_hundred_megabytes_are_refused_without_being_kept(server: Server, org: Client) -> None:
    for _ in range(4):
        healthy(server)
    before = server.memory()
    size, piece = 100 * LIMIT, b" " * LIMIT
    for request, data in (
        (head(org, f"Content-Length: {size}"), piece),
        (head(org, CHUNKED), chunk(piece)),
    ):
        with server.connect() as connection:
            connection.sendall(request)
            # A server that has refused may close while we still send.
            with suppress(OSError):
                for _ in range(100):
                    connection.sendall(data)
            assert_refused(receive(connection), 413)
        assert server.memory() - before < 32 * LIMIT
    assert healthy(server) < 1
    assert made(org) == 0


def test_eight_large_bodies_at_once_are_read_side_by_side(server: Server, org: Client) -> None:
    body = BODY + b" " * (LIMIT - len(BODY))
    request = head(org, f"Content-Length: {len(body)}") + body
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: exchange(server, request), range(8)))
    assert {reply.status for reply in replies} == {201}


def test_every_answer_says_which_request_it_is_for(server: Server) -> None:
    reply = exchange(server, b"GET /api/v1/scopes HTTP/1.1\r\nHost: x\r\nX-Request-Id: seven\r\n\r\n")
    assert reply.headers["x-request-id"] == "seven"
