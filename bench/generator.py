"""A load generator for where wrk is missing: `generator.py PORT FILE CONNECTIONS SECONDS PREFIX`.

Each connection is a thread that asks for the next as soon as it has its answer. The file is that of wrk.lua.
"""

import itertools
import json
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from bench.figures import percentile

_END = b"\r\n\r\n"
_LAST_CHUNK = b"\r\n0\r\n\r\n"
_KEY = b"{key}"
_FIRST_FAILURE = 400


@dataclass
class _Counted:
    milliseconds: list[float] = field(default_factory=list)
    failed: int = 0


def request_of(line: str) -> bytes:
    """Return the bytes of a line's request, with {key} in place of its Idempotency-Key."""
    method, path, token, body, prefer = line.split("\t")
    heads = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {token}"]
    if prefer:
        heads += [f"Prefer: {prefer}"]
    if body:
        heads += ["Content-Type: application/json", "Idempotency-Key: {key}"]
        heads += [f"Content-Length: {len(body.encode())}"]
    return "\r\n".join((*heads, "", body)).encode()


def _ask(connection: socket.socket, request: bytes) -> int:
    """Send a request and read its answer to the end; return the status."""
    connection.sendall(request)
    read = b""
    while _END not in read:
        read += _some(connection)
    head, _, body = read.partition(_END)
    length = head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0]
    if length:
        left = int(length) - len(body)
        while left > 0:
            left -= len(_some(connection))
    else:  # in chunks, of which the last is empty; JSON has no such ends of lines of its own
        while not (b"\r\n" + body).endswith(_LAST_CHUNK):
            body = body[-len(_LAST_CHUNK) :] + _some(connection)
    return int(head.split(b" ", 2)[1])


def _some(connection: socket.socket) -> bytes:
    data = connection.recv(262_144)
    if not data:
        raise ConnectionError("the service closed the connection")
    return data


def drive(port: int, lines: list[str], connections: int, seconds: float, prefix: str) -> dict[str, float]:
    """Keep the connections busy for so many seconds; return the same figures as wrk.lua."""
    requests = [request_of(line) for line in lines]
    end = time.monotonic() + seconds

    def work(number: int) -> _Counted:
        counted = _Counted()
        # Neighbours begin at different places, or they would ask for the same at the same time.
        asked = itertools.islice(itertools.cycle(requests), number * 7 % len(requests), None)
        with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for place, request in enumerate(asked):
                begun = time.monotonic()
                if begun >= end:
                    return counted
                key = f"{prefix}-{number}-{place}".encode()
                status = _ask(connection, request.replace(_KEY, key, 1))
                counted.milliseconds.append((time.monotonic() - begun) * 1000)
                counted.failed += status >= _FIRST_FAILURE
        return counted

    begun = time.monotonic()
    with ThreadPoolExecutor(connections) as pool:
        every = list(pool.map(work, range(connections)))
    took = time.monotonic() - begun
    times = sorted(one for counted in every for one in counted.milliseconds)
    return {
        "answers": len(times),
        "failed": sum(counted.failed for counted in every),
        "seconds": took,
        "p50": percentile(times, 0.5),
        "p99": percentile(times, 0.99),
    }


if __name__ == "__main__":
    _, port, file, connections, seconds, prefix = sys.argv
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    told = drive(int(port), lines, int(connections), float(seconds), prefix)
    sys.stdout.write(json.dumps(told) + "\n")
