"""Requests that mean harm, sent straight to the WSGI application, and what every answer owes the caller."""

import io
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

import falcon

from tests.answers import Answer

CODES = {
    "invalid_request",
    "unauthorized",
    "forbidden",
    "insufficient_scope",
    "not_found",
    "conflict",
    "validation_error",
    "rate_limited",
    "internal_error",
    "service_unavailable",
}


def send(
    app: falcon.App,
    method: str,
    target: str,
    body: bytes = b"",
    token: str | None = None,
    *,
    headers: dict[str, str] | None = None,
) -> Answer:
    """Send a request below /api/v1 (a target that begins with // is taken from the root)."""
    path, _, query = (target[1:] if target.startswith("//") else "/api/v1" + target).partition("?")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if token:
        environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    if body:
        environ |= {"CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/json"}
    for name, value in (headers or {}).items():
        key = name.upper().replace("-", "_")
        environ[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value
    return _call(app, environ)


def _call(app: falcon.App, environ: dict[str, Any]) -> Answer:
    started: list[Any] = []
    chunks = app(environ, lambda status, headers, exc_info=None: started.extend((status, headers)))
    body = b"".join(chunks)
    status, headers = started
    assert len({name.lower() for name, _ in headers}) == len(headers), "a header stands twice"
    return Answer(int(status[:3]), {name.lower(): value for name, value in headers}, body)


def assert_in_envelope(answer: Answer) -> None:
    """Check that an answer is in the envelope, and no failure of the service."""
    assert answer.status < 500, answer.body
    for name, value in answer.headers.items():
        assert re.fullmatch(r"[\x20-\x7e]*", value), f"{name}: {value!r}"
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-request-id"]
    if answer.status < 400:
        assert answer.json["success"] is True
        assert "data" in answer.json
        return
    assert answer.json["success"] is False
    assert answer.code in CODES
    assert answer.json["error"]["message"]
    assert len(answer.body) < 100_000, "an error must not answer with what it was sent"


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a body, containers and what they hold."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*path, key))


def value_at(value: Any, path: tuple[Any, ...]) -> Any:
    """Return the value at a place in a body."""
    for step in path:
        value = value[step]
    return value


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy of a body with another value in one place."""
    if not path:
        return new
    copy = value.copy()
    if path[0] == len(copy):
        copy.append(None)
    copy[path[0]] = replaced(copy.get(path[0]) if isinstance(copy, dict) else copy[path[0]], path[1:], new)
    return copy


def with_raw(body: Any, path: tuple[Any, ...], raw: str) -> bytes:
    """The body as JSON with a raw piece of JSON in one place."""
    return with_raws(body, {path: raw})


def with_raws(body: Any, raws: Mapping[tuple[Any, ...], str]) -> bytes:
    """The body as JSON with raw pieces of JSON in places that do not hold each other."""
    for number, path in enumerate(raws):
        body = replaced(body, path, f"the place of piece {number}")
    pieces = list(raws.values())
    return re.sub(r'"the place of piece (\d+)"', lambda mark: pieces[int(mark[1])], json.dumps(body)).encode()
