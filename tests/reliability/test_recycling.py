"""Workers that are replaced while clients keep their connections: nobody is left without an answer."""

import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from tests.reliability.raw import Server, receive, serving

ASKED = b"GET /api/v1/scopes HTTP/1.1\r\nHost: x\r\n"
LAST = b"Connection: close\r\n"
END = b"\r\n"
OFTEN = "--max-requests 200 --max-requests-jitter 50 --threads 64"


def kept(server: Server) -> int:
    """Ask over and over, on one connection as long as the server says that it stays; how often that was answered."""
    answered, connection = 0, server.connect()
    for _ in range(300):
        connection.sendall(ASKED + END)
        reply = receive(connection)
        assert reply.status == 200
        answered += 1
        if reply.headers.get("connection") == "close":
            connection.close()
            connection = server.connect()
    connection.close()
    return answered


def ended(server: Server) -> int:
    """Ask on connections that end: by the client's wish, by its leaving, or left open by it."""
    with ExitStack() as stack:
        for place in range(60):
            connection = stack.enter_context(server.connect())
            connection.sendall(ASKED + (LAST if place % 2 else b"") + END)
            assert receive(connection).status == 200
            if place % 3:
                connection.shutdown(socket.SHUT_RDWR)
    return 60


def test_nobody_is_cut_off_where_a_worker_is_replaced(database_url: str) -> None:
    with (
        serving(database_url, GUNICORN_CMD_ARGS=OFTEN) as server,
        ThreadPoolExecutor(12) as pool,
    ):
        first = set(server.workers())
        asking = [pool.submit(kept, server) for _ in range(8)] + [
            pool.submit(ended, server) for _ in range(4)
        ]
        assert sum(one.result() for one in asking) == 8 * 300 + 4 * 60
        assert not first & set(server.workers())
