"""Clients that send slowly or too much do not stop the others."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import pytest

from tests.reliability.raw import (
    BODY,
    CHUNKED,
    IDLE_TIMEOUT,
    LIMIT,
    Server,
    assert_refused,
    chunk,
    exchange,
    head,
    healthy,
    made,
    receive,
    serving,
)
from tests.service import Client


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
            assert max(pool.map(lambda _: healthy(server), range(16))) < IDLE_TIMEOUT - 1


def test_a_healthy_request_does_not_wait_for_those_who_leave_their_connection_open(
    server: Server, org: Client
) -> None:
    with ExitStack() as stack:
        for _ in range(16):
            left_open = stack.enter_context(server.connect())
            left_open.sendall(head(org, "Connection: close", method="GET"))
            assert receive(left_open).status == 200
        with ThreadPoolExecutor(8) as pool:
            # For as long as gunicorn would wait for one of them to close it.
            assert max(pool.map(lambda _: healthy(server), range(16))) < 2


def test_who_stays_silent_within_a_request_is_let_go(server: Server, org: Client) -> None:
    with server.connect() as half_a_head, server.connect() as half_a_body:
        half_a_head.sendall(head(org)[:-4])
        half_a_body.sendall(head(org, f"Content-Length: {len(BODY)}") + BODY[:9])
        assert_refused(receive(half_a_body), 400)
        assert half_a_head.recv(1) == b""
    assert made(org) == 0


def test_more_slow_ones_than_threads_stop_the_service_for_a_moment_only(
    database_url: str, org: Client
) -> None:
    with serving(database_url, GUNICORN_CMD_ARGS="--threads 16") as server, ExitStack() as stack:
        for _ in range(40):
            stack.enter_context(server.connect()).sendall(head(org)[:-4])
        assert healthy(server) < 3 * IDLE_TIMEOUT


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
