"""A server that runs elsewhere, as the WSGI application that tests talk to."""

import http
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from typing import Any

from tests.answers import Answer
from tests.contract import check

#: Within so many seconds every request is answered, or its connection has ended.
PATIENCE = 20.0


class Lost(Exception):
    """The connection ended before an answer: whether the request was served is not known."""


class Remote:
    """Each thread keeps one connection. What is answered is held to the OpenAPI document."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._of_thread = threading.local()
        self._all: list[HTTPConnection] = []

    def ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        """Raises Lost; a server that says nothing is a TimeoutError, and one that takes its time fails the test."""
        connection = self._connection()
        began = time.monotonic()
        try:
            connection.request(method, path, body or None, headers)
            response = connection.getresponse()
            content = response.read()
        except TimeoutError:
            connection.close()
            raise
        except (OSError, HTTPException) as error:
            connection.close()
            raise Lost(f"{method} {path}: {error!r}") from error
        took = time.monotonic() - began
        assert took < PATIENCE, f"{method} {path} took {took:.1f} s"
        told = {name.lower(): value for name, value in response.getheaders()}
        check(method, path.partition("?")[0], response.status, told, content)
        return Answer(response.status, told, content, took)

    def _connection(self) -> HTTPConnection:
        if not hasattr(self._of_thread, "connection"):
            self._of_thread.connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            self._all.append(self._of_thread.connection)
        connection: HTTPConnection = self._of_thread.connection
        return connection

    def close(self) -> None:
        """End the connections of all threads."""
        for connection in self._all:
            connection.close()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        path, query = environ["PATH_INFO"], environ.get("QUERY_STRING")
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        answer = self.ask(
            environ["REQUEST_METHOD"], f"{path}?{query}" if query else path, body, _headers(environ)
        )
        status = http.HTTPStatus(answer.status)
        start_response(f"{answer.status} {status.phrase}", list(answer.headers.items()))
        return [answer.body]


def _headers(environ: dict[str, Any]) -> dict[str, str]:
    named = {
        name[5:].replace("_", "-").title(): value
        for name, value in environ.items()
        if name.startswith("HTTP_")
    }
    named.pop("Host", None)
    return named | ({"Content-Type": environ["CONTENT_TYPE"]} if environ.get("CONTENT_TYPE") else {})
