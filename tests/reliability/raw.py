"""gunicorn as in production, and a client that sends it bytes."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.config import ROOT
from tests.answers import Answer
from tests.service import POOLER, Client

LIMIT = 1024 * 1024
BODY = b'{"name": "GST 18%", "ratePercent": 18}'
CHUNKED = "Transfer-Encoding: chunked"
LAST = b"0\r\n\r\n"
PATIENCE = 30.0
IDLE_TIMEOUT = 3
# All clients of a test stand at one address, and many use one token.
RATES = ("RATE_PER_TOKEN", "RATE_PER_ADDRESS", "RATE_WITHOUT_TOKEN")


@dataclass(frozen=True)
class Server:
    """gunicorn as it is configured, on a port of its own."""

    address: tuple[str, int]
    process: subprocess.Popen[bytes]

    def connect(self) -> socket.socket:
        return socket.create_connection(self.address, timeout=PATIENCE)

    def workers(self) -> list[int]:
        """The process ids of its workers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in children]

    def memory(self) -> int:
        """The resident bytes of all its workers."""
        pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self.workers()]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def serving(
    database_url: str,
    *,
    printed: Any = subprocess.DEVNULL,
    logged: Any = subprocess.DEVNULL,
    **settings: str,
) -> Iterator[Server]:
    """Run gunicorn with more `settings` until the block ends; what it prints goes to the file `printed`, its log to the
    file `logged`."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        descriptor = listener.fileno()
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "gunicorn",
                "-c",
                "gunicorn.conf.py",
                "-b",
                f"fd://{descriptor}",
                "wsgi:application",
            ],
            cwd=ROOT,
            env=os.environ
            | {"DATABASE_URL": database_url, "WEB_CONCURRENCY": "2", "IDLE_TIMEOUT": str(IDLE_TIMEOUT)}
            | dict.fromkeys(RATES, "1000000")
            | {"LOGIN_FAILURES_PER_ADDRESS": "off", "DATABASE_POOLER": POOLER}
            | settings,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=logged,
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
            if (
                exchange(server, b"GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").status
                == 200
            ):
                return
        time.sleep(0.05)
    raise AssertionError("the server does not start")


def receive(connection: socket.socket) -> Answer:
    """Read one answer, by its length."""
    head, _, body = read_until(connection, b"\r\n\r\n").partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers["content-length"]):
        body += connection.recv(65536)
    return Answer(int(first.split()[1]), headers, body)


def read_until(connection: socket.socket, end: bytes) -> bytes:
    data = b""
    while end not in data:
        more = connection.recv(65536)
        if not more:
            raise ConnectionError(f"closed after {data!r}")
        data += more
    return data


def exchange(server: Server, *pieces: bytes) -> Answer:
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


def assert_refused(reply: Answer, *statuses: int) -> None:
    assert reply.status in statuses, reply.body
    assert reply.headers["content-type"] == "application/json"
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.json["success"] is False
    assert reply.json["error"]["code"] == "invalid_request"
    assert reply.json["error"]["message"]


def made(org: Client) -> int:
    return org.total("/tax-rates")


def healthy(server: Server) -> float:
    """Send a healthy request; return the seconds that it took."""
    began = time.monotonic()
    assert (
        exchange(server, b"GET /api/v1/scopes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").status == 200
    )
    return time.monotonic() - began
