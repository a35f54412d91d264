"""Clients of nginx: by TLS, from any address of this machine, with whole requests or bytes."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPSConnection

from tests.answers import Answer

PATIENCE = 30.0
TLS = ssl.create_default_context()
TLS.check_hostname = False
TLS.verify_mode = ssl.CERT_NONE


def ask(
    port: int,
    method: str,
    path: str,
    *,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
    address: str = "127.0.0.1",
) -> Answer:
    """One request on a connection of its own, from an address of this machine."""
    connection = HTTPSConnection(
        "127.0.0.1", port, timeout=PATIENCE, context=TLS, source_address=(address, 0)
    )
    try:
        # A server that has refused may close while we still send.
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        told = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, told, response.read())
    finally:
        connection.close()


def connect(port: int, address: str = "127.0.0.1", *, tls: bool = True) -> socket.socket:
    """A connection to send bytes on."""
    plain = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(address, 0))
    return TLS.wrap_socket(plain) if tls else plain


@dataclass
class Listener:
    """Stands where the service would, and keeps the heads of the requests that came."""

    port: int
    heads: list[dict[str, str]] = field(default_factory=list)

    def last(self) -> dict[str, str]:
        """The headers of the last request."""
        return self.heads[-1]

    def serve(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                with connection:
                    self._answer(connection)

    def _answer(self, connection: socket.socket) -> None:
        data = b""
        while b"\r\n\r\n" not in data:
            data += connection.recv(65536)
        _, *lines = data.partition(b"\r\n\r\n")[0].decode().split("\r\n")
        pairs = [line.partition(": ")[::2] for line in lines]
        heads = {name.lower(): value for name, value in pairs}
        assert len(heads) == len(pairs), "a header came twice"
        self.heads.append(heads)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


@contextmanager
def listening() -> Iterator[Listener]:
    """A listener on a port of its own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        kept = Listener(int(listener.getsockname()[1]))
        threading.Thread(target=kept.serve, args=(listener,), daemon=True).start()
        yield kept
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
