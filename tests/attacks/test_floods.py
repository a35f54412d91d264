"""Too much, too slowly, or small and swelling: refused without being kept, and the others are served meanwhile."""

import gzip
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from socket import socket

import pytest

from tests.logins import TOKEN
from tests.reliability.raw import (
    BODY,
    CHUNKED,
    LIMIT,
    Server,
    assert_refused,
    chunk,
    exchange,
    head,
    healthy,
    made,
    receive,
)
from tests.reliability.sizes import FULL
from tests.service import Client

ZEROS = b"0" * 64 * LIMIT if FULL else b"0" * 8 * LIMIT
SLOW = 200
#: How many pieces of a megabyte are sent.
MEGABYTES = 100
FORM = "Content-Type: application/x-www-form-urlencoded"


def peak(pid: int) -> int:
    """The most resident bytes that a process had since its peak was forgotten."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (kilobytes,) = (line.split()[1] for line in lines if line.startswith("VmHWM"))
    return int(kilobytes) * 1024


@contextmanager
def little_memory(server: Server) -> Iterator[Callable[[], float]]:
    """No worker's peak grows by 32 MB within the block; what is yielded tells by how many it did."""
    for _ in range(4):
        healthy(server)
    forget_peak = "5"
    for pid in server.workers():
        Path(f"/proc/{pid}/clear_refs").write_text(forget_peak)
    before = {pid: peak(pid) for pid in server.workers()}

    def grown() -> float:
        return max(peak(pid) - had for pid, had in before.items()) / LIMIT

    yield grown
    assert grown() < 32


# Small and swelling.


@pytest.mark.parametrize("path", ["/api/v1/tax-rates", TOKEN])
def test_a_compressed_body_is_refused_without_being_opened(path: str, server: Server, org: Client) -> None:
    twice = gzip.compress(gzip.compress(ZEROS))
    bombs = {
        "gzip": gzip.compress(ZEROS),
        "x-gzip": twice,
        "deflate": zlib.compress(ZEROS),
        "gzip, gzip": twice,
        "br": b"\x1b\xff\xff\xff\x00" * 1_000,
        "zstd": b"\x28\xb5\x2f\xfd" * 1_000,
        "identity, gzip": twice,
        "nonsense": b"{}",
    }
    with little_memory(server):
        for coding, bomb in bombs.items():
            lines = (f"Content-Encoding: {coding}", f"Content-Length: {len(bomb)}")
            reply = exchange(server, head(org, *lines, path=path) + bomb)
            assert reply.status == 415, (coding, reply.body)
            assert "error" in reply.json
    assert made(org) == 0


# Too much.


def test_a_flood_of_headers_is_refused(server: Server) -> None:
    flood = b"".join(b"X-%d: %s\r\n" % (n, b"y" * 8_000) for n in range(2_000))
    with little_memory(server), server.connect() as connection:
        connection.sendall(b"GET /api/v1/scopes HTTP/1.1\r\nHost: x\r\n")
        # It closes as soon as it has seen enough.
        with suppress(OSError):
            connection.sendall(flood + b"\r\n")
            assert_refused(receive(connection), 400, 431)
    assert healthy(server) < 3


def test_a_line_that_never_ends_is_refused(server: Server) -> None:
    for begin in (b"GET /", b"GET / HTTP/1.1\r\nX: ", b"x" * 100):
        with little_memory(server), server.connect() as connection, suppress(OSError):
            connection.sendall(begin)
            for _ in range(32):
                connection.sendall(b"x" * LIMIT)
    assert healthy(server) < 3


@pytest.mark.skipif(not FULL, reason="100 MB of each kind are for the full size")
@pytest.mark.parametrize("kind", ["with a length", "chunked", "gzip", "chunked gzip", "form", "chunked form"])
def test_a_hundred_megabytes_of_each_kind_are_refused(kind: str, server: Server, org: Client) -> None:
    is_form, is_chunked = "form" in kind, "chunked" in kind
    own = (FORM,) if is_form else ("Content-Type: application/json", f"Authorization: Bearer {org.token}")
    length = CHUNKED if is_chunked else f"Content-Length: {MEGABYTES * LIMIT}"
    coding = ("Content-Encoding: gzip",) if "gzip" in kind else ()
    path = TOKEN if is_form else "/api/v1/tax-rates"
    request = "\r\n".join((f"POST {path} HTTP/1.1", "Host: localhost", *own, length, *coding, "", ""))
    piece = chunk(b"a" * LIMIT) if is_chunked else b"a" * LIMIT
    with little_memory(server) as grown:
        with server.connect() as connection:
            connection.sendall(request.encode())
            # A server that has refused may close while we still send.
            with suppress(OSError):
                for _ in range(MEGABYTES):
                    connection.sendall(piece)
            reply = receive(connection)
        assert reply.status in (413, 415), reply.body
        print(f"100 MB {kind}: {reply.status}, a worker grew by at most {grown():.1f} MB")  # noqa: T201
    assert made(org) == 0
    assert healthy(server) < 3


# Too slowly.


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["head", "body", "chunk"] if FULL else ["body"])
def test_two_hundred_slow_clients_keep_nobody_waiting(kind: str, server: Server, org: Client) -> None:
    begun = {
        "head": head(org)[:-4] + b"\r\nX: ",
        "body": head(org, f"Content-Length: {LIMIT}") + BODY[:9],
        "chunk": head(org, CHUNKED) + b"ffff\r\n" + BODY[:9],
    }[kind]
    with ExitStack() as stack:
        clients = [stack.enter_context(server.connect()) for _ in range(SLOW)]
        for client in clients:
            client.sendall(begun)
        stack.enter_context(dribbling(clients))
        took = [healthy(server) for _ in rounds(12 if FULL else 1)]
    print(f"{SLOW} slow with a {kind}: a healthy request took at most {1000 * max(took):.0f} ms")  # noqa: T201
    assert max(took) < 3


def rounds(seconds: float) -> Iterator[int]:
    """Count ten times a second."""
    for n in range(int(seconds * 10)):
        time.sleep(0.1)
        yield n


@contextmanager
def dribbling(clients: list[socket]) -> Iterator[None]:
    """Each client sends a byte a second."""
    ended = threading.Event()

    def dribble() -> None:
        while not ended.wait(1):
            for client in clients:
                with suppress(OSError):
                    client.send(b"x")

    thread = threading.Thread(target=dribble)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
