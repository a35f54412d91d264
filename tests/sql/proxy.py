"""A proxy in front of PostgreSQL that counts round trips: each ends with the server's ReadyForQuery."""

import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

SOCKET_NAME = ".s.PGSQL.5432"


class RoundTrips:
    """The round trips through the proxy since they were asked for last."""

    def __init__(self, upstream: tuple[int, object]) -> None:
        self.upstream = upstream
        self.count = 0

    def taken(self) -> int:
        """The count, which begins again at 0."""
        count, self.count = self.count, 0
        return count

    def serve(self, client: socket.socket) -> None:
        """Pass on one connection's bytes both ways until either side closes."""
        family, address = self.upstream
        with client, socket.socket(family) as server, selectors.DefaultSelector() as ready, suppress(OSError):
            server.connect(address)  # type: ignore[arg-type]
            ready.register(client, selectors.EVENT_READ, server)
            ready.register(server, selectors.EVENT_READ, client)
            answered = bytearray()
            while True:
                for key, _ in ready.select():
                    data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                    if not data:
                        return
                    if key.fileobj is server:
                        answered += data
                        self._read_messages(answered)
                    key.data.sendall(data)

    def _read_messages(self, buffer: bytearray) -> None:
        # Each message of the server: a letter, then its length, which counts itself.
        while len(buffer) >= 5:
            size = 1 + int.from_bytes(buffer[1:5])
            if len(buffer) < size:
                return
            self.count += buffer[:1] == b"Z"
            del buffer[:size]


@contextmanager
def counting(url: str, folder: Path) -> Iterator[tuple[str, RoundTrips]]:
    """Stand in front of the server of `url`; yields the URL of the way through the proxy, and the counter."""
    given = conninfo_to_dict(url)
    host, port = str(given["host"]), str(given.get("port") or "5432")
    local = host.startswith("/")
    upstream = (socket.AF_UNIX, f"{host}/.s.PGSQL.{port}") if local else (socket.AF_INET, (host, int(port)))
    trips = RoundTrips(upstream)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / SOCKET_NAME))
        listener.listen()
        threading.Thread(target=_accept, args=(listener, trips), daemon=True).start()
        try:
            yield (
                make_conninfo(url, host=str(folder), port="5432", sslmode="disable", gssencmode="disable"),
                trips,
            )
        finally:
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)


def _accept(listener: socket.socket, trips: RoundTrips) -> None:
    with suppress(OSError):
        while True:
            client, _ = listener.accept()
            threading.Thread(target=trips.serve, args=(client,), daemon=True).start()
