"""Limits where several processes serve: gunicorn with two workers, as in production."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from socket import SO_RCVBUF, SOL_SOCKET, socket

import pytest

from tests.reliability import sizes
from tests.reliability.raw import (
    BODY,
    CHUNKED,
    PATIENCE,
    Server,
    assert_refused,
    await_ready,
    chunk,
    exchange,
    head,
    healthy,
    made,
    receive,
    serving,
)
from tests.service import Client

READ_TIMEOUT = 1
IDLE_TIMEOUT = 1
QUOTA = 30


@pytest.fixture(scope="module")
def server(database_url: str) -> Iterator[Server]:
    limits = {"RATE_PER_TOKEN": str(QUOTA), "RATE_PER_ADDRESS": "off", "RATE_WITHOUT_TOKEN": "off"}
    with serving(
        database_url,
        READ_TIMEOUT=str(READ_TIMEOUT),
        IDLE_TIMEOUT=str(IDLE_TIMEOUT),
        GUNICORN_CMD_ARGS="--threads 8",
        **limits,
    ) as server:
        yield server


def statuses(server: Server, org: Client, times: int) -> list[int]:
    with ThreadPoolExecutor(8) as pool:
        asked = head(org, "Connection: close", method="GET")
        return [reply.status for reply in pool.map(lambda _: exchange(server, asked), range(times))]


def drip(connection: socket, data: bytes) -> float:
    """Send a byte now and then, more often than anybody would call silence; how long that was possible."""
    began = time.monotonic()
    with suppress(OSError):
        for byte in data:
            connection.sendall(bytes([byte]))
            time.sleep(0.3)
            if time.monotonic() - began > 3 * READ_TIMEOUT:
                break
    return time.monotonic() - began


def test_a_limit_holds_across_workers(server: Server, org: Client) -> None:
    began = time.monotonic()
    answered = statuses(server, org, 2 * QUOTA)
    came_back = (time.monotonic() - began) * QUOTA / 60
    assert set(answered) == {200, 429}
    assert QUOTA <= answered.count(200) <= QUOTA + came_back


@pytest.mark.skipif(not sizes.FULL, reason="new workers take their time")
@pytest.mark.parametrize("how", ["killed", "reloaded"])
def test_a_limit_outlives_workers(how: str, server: Server, org: Client) -> None:
    began, old = time.monotonic(), set(server.workers())
    answered = statuses(server, org, QUOTA)
    for pid, sent in (
        [(pid, signal.SIGKILL) for pid in old]
        if how == "killed"
        else [(server.process.pid, signal.SIGHUP)] * 2
    ):
        os.kill(pid, sent)
        time.sleep(1)
    deadline = time.monotonic() + PATIENCE
    while set(server.workers()) & old or len(server.workers()) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    await_ready(server)
    answered += statuses(server, org, QUOTA)
    assert answered.count(200) <= QUOTA + (time.monotonic() - began) * QUOTA / 60


def test_nothing_is_left_lying_about(server: Server) -> None:
    shared_memory = Path("/dev/shm")  # noqa: S108 - only looked at
    assert not list(shared_memory.glob("gst-rates-*"))


def cut_off_in_the_head(server: Server, org: Client) -> None:
    with server.connect() as connection:
        drip(connection, head(org))
        with suppress(ConnectionError):
            assert connection.recv(1) == b""


def refused_in_the_body(server: Server, org: Client, framing: str, body: bytes) -> None:
    with server.connect() as connection:
        connection.sendall(head(org, framing))
        drip(connection, body)
        assert_refused(receive(connection), 400)


def served_on_and_on(server: Server, org: Client) -> None:
    request = head(org, f"Content-Length: {len(BODY)}")
    with server.connect() as connection:
        # Answered before its body is there: what comes later must not start the clock of the next one.
        connection.sendall(head(org, f"Content-Length: {len(BODY)}", path="/api/v1/nothing") + BODY[:9])
        assert receive(connection).status == 404
        connection.sendall(BODY[9:])
        time.sleep(READ_TIMEOUT + 0.2)
        connection.sendall(request)
        drip(connection, BODY[:2])
        connection.sendall(BODY[2:])
        assert receive(connection).status == 201


def test_a_request_must_arrive_in_time_and_each_has_its_own(server: Server, org: Client) -> None:
    with ThreadPoolExecutor(4) as pool:
        tried = [
            pool.submit(cut_off_in_the_head, server, org),
            pool.submit(refused_in_the_body, server, org, f"Content-Length: {len(BODY)}", BODY),
            pool.submit(refused_in_the_body, server, org, CHUNKED, chunk(BODY)),
            pool.submit(served_on_and_on, server, org),
        ]
        for each in tried:
            each.result()
    assert made(org) == 1


@pytest.mark.skipif(not sizes.FULL, reason="it takes seconds to fill what the kernel keeps for them")
def test_who_takes_no_answers_keeps_no_thread(server: Server) -> None:
    asked = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
    with ExitStack() as stack:
        for _ in range(24):  # more than both workers have threads; one of them may get all
            deaf = stack.enter_context(socket())
            deaf.setsockopt(SOL_SOCKET, SO_RCVBUF, 4096)
            deaf.connect(server.address)
            deaf.sendall(asked * 100)
        for _ in range(5):
            time.sleep(1)
            # Three rounds of eight, each of which takes what fits and then is waited for, twice at most.
            assert healthy(server) < 3 * 3 * IDLE_TIMEOUT
