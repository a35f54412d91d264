"""The parser of requests, with a limit on the time in which a request must arrive."""

import socket
import time
from typing import Any

from gunicorn import util
from gunicorn.http.parser import RequestParser
from gunicorn.http.unreader import SocketUnreader


class TimedReader(SocketUnreader):  # type: ignore[misc]
    """Reads the bytes of a connection. A request must arrive within `seconds` of its first byte."""

    def __init__(self, sock: socket.socket, seconds: float) -> None:
        super().__init__(sock)
        self._seconds = seconds
        self._deadline: float | None = None

    def start_request(self) -> None:
        """Begin the time limit again, with the next byte."""
        self._deadline = None

    def chunk(self, size_hint: int | None = None) -> bytes:
        """Return the next bytes. Raises BlockingIOError after the deadline, as the socket does after its timeout."""
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise BlockingIOError("the request did not arrive in time")
        data: bytes = super().chunk(size_hint)
        if self._deadline is None:
            self._deadline = time.monotonic() + self._seconds
        return data


class TimedParser(RequestParser):  # type: ignore[misc]
    """Reads the requests of a connection one after the other, each within `seconds`."""

    seconds: float

    def __init__(self, cfg: Any, source: socket.socket, source_addr: Any) -> None:
        super().__init__(cfg, source, source_addr)
        self.unreader = TimedReader(source, self.seconds)

    def __next__(self) -> Any:
        self.unreader.start_request()
        try:
            return super().__next__()
        except BlockingIOError:
            # The head is not complete, so there is no request to answer and no reason to wait for the client.
            util.close(self.unreader.sock)
            raise


def parser_with_limit(seconds: float) -> type[TimedParser]:
    """Return a parser class, as gunicorn takes one, whose requests must arrive within `seconds`."""
    return type("LimitedParser", (TimedParser,), {"seconds": seconds})
