"""Requests that mean harm, sent straight to the WSGI application, and what every answer owes the caller."""

import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes

import falcon

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


@dataclass(frozen=True)
class Answer:
    """What the application answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str | None:
        return self.json.get("error", {}).get("code") if self.body else None


def send(
    app: falcon.App,
    method: str,
    target: str,
    body: bytes = b"",
    token: str | None = None,
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
    """No answer leaves the envelope, and none is a failure of ours."""
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


#: Raw JSON for the place of a value. Each is valid JSON, so the answer is about the value, not the form.
SHORT_VALUES = {
    "null": "null",
    "true": "true",
    "-1": "-1",
    "0": "0",
    "1.9": "1.9",
    "text of a number": '"1"',
    "2^63": str(2**63),
    "a huge float": "1e308",
    "NaN as text": '"NaN"',
    "empty text": '""',
    "NUL": r'"a\u0000b"',
    "empty list": "[]",
    "empty object": "{}",
    "list of null": "[null]",
    "no such day": '"2026-02-30"',
    "infinity": '"infinity"',
    "long text": json.dumps("x" * 100_000),
    "bidirectional": json.dumps("e\u0301\u202e\u2066\u200b\ufeff🧾"),
}

VALUES = SHORT_VALUES | {
    "false": "false",
    "-0.0": "-0.0",
    "2^53 + 1": str(2**53 + 1),
    "-2^63 - 1": str(-(2**63) - 1),
    "2^64": str(2**64),
    "a huge negative float": "-1e308",
    "the least float": "5e-324",
    "less than the least float": "1e-400",
    "20 digits": "99999999999999999999.999999",
    "Infinity as text": '"Infinity"',
    "1e400 as text": '"1e400"',
    "blank text": '" \\t\\n\\u00a0"',
    "nested list": "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]",
    "list of objects": '[{"a": [{"b": {}}]}]',
    "object": '{"id": "x", "$ne": null}',
    "20,000 elements": "[" + "0," * 19_999 + "0]",
    "20,000 keys": "{" + ",".join(f'"k{n}":0' for n in range(20_000)) + "}",
    "year 0": '"0000-01-01"',
    "year 10000": '"10000-01-01"',
    "date without dashes": '"20260101"',
    "odd offset": '"2026-01-01T00:00:00+99:99"',
    "last moment": '"9999-12-31T23:59:59-14:00"',
    "digits of another script": json.dumps("٢٠٢٦-٠١-٠١"),
    "line ends": r'"a\r\nSet-Cookie: b=c\r\n\r\n<html>"',
    "statement": '"\'; DROP TABLE customers; --"',
    "placeholders": '"%s %(id)s {0} {{7*7}} ${jndi:x} %"',
    "markup": '"<script>alert(1)</script><pdf:include src=\\"file:///etc/passwd\\">"',
    "backslash": r'"\\"',
    "an id of nothing": '"cus_01K00000000000000000000000"',
    "31 characters": json.dumps("x" * 31),
}

#: Bodies that are no JSON object in UTF-8: 400, whatever the operation.
MALFORMED = {
    "nothing": b"",
    "blank": b"  ",
    "[ × 100,000": b"[" * 100_000,
    "[ × 100,000 closed": b"[" * 100_000 + b"]" * 100_000,
    "objects × 100,000": b'{"a":' * 100_000,
    "objects × 100,000 closed": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "null": b"null",
    "list": b"[]",
    "text": b'"name"',
    "number": b"1",
    "true": b"true",
    "NaN": b'{"name": NaN}',
    "Infinity": b'{"amount": Infinity}',
    "-Infinity": b'{"amount": -Infinity}',
    "1e400": b'{"amount": 1e400}',
    "leading zeros": b'{"amount": 007}',
    "hexadecimal": b'{"amount": 0x10}',
    "bad UTF-8": b'{"name": "\xff"}',
    "overlong UTF-8": b'{"name": "\xc0\xaf"}',
    "surrogate in UTF-8": b'{"name": "\xed\xa0\x80"}',
    "lone surrogate": rb'{"name": "\ud800"}',
    "lone surrogate as key": rb'{"\ud800": 1}',
    "UTF-16": '{"name": "x"}'.encode("utf-16"),
    "UTF-32": '{"name": "x"}'.encode("utf-32"),
    "byte order mark": b'\xef\xbb\xbf{"name": "x"}',
    "half a body": b'{"name": "x"',
    "two bodies": b'{"name": "x"} {"name": "y"}',
    "trailing comma": b'{"name": "x",}',
    "single quotes": b"{'name': 'x'}",
    "comment": b'{"name": "x"} // it',
    "raw NUL": b'{"name": "a\0b"}',
    "raw line end": b'{"name": "a\nb"}',
    "form": b"name=x",
    "multipart": b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--x--\r\n',
}

#: Query parameter values, percent-encoded.
PARAMETERS = (
    "",
    "0",
    "-1",
    "1.5",
    "1e3",
    "+1",
    "%201",
    "0x1",
    "201",
    "2147483648",
    "9223372036854775808",
    "1" + "0" * 30,
    "9" * 5_000,
    "%D9%A1",
    "%00",
    "a%00b",
    "%ff",
    "%ED%A0%80",
    "%",
    "%25",
    "_",
    "%5C",
    "%25%5C",
    "%25" * 100,
    "*" * 255,
    "%F0%9F%A7%BE" * 255,
    "x" * 256,
    "x" * 8_000,
    "%27%3B%20DROP%20TABLE%20customers%3B--",
    "%0D%0ASet-Cookie:a=b",
    "1,2",
    "[]",
    "null",
    "true",
    "NaN",
    "%E2%80%AE",
)

#: What may stand where an id is meant, percent-encoded; none of them names anything.
IDS = (
    "x",
    "0",
    "-1",
    "null",
    "%20",
    "%00",
    "a%00b",
    "%0D%0A",
    "%ff",
    "%ED%A0%80",
    "%F0%9F%A7%BE",
    "..",
    "%2e%2e%2fetc",
    "%27",
    "%25",
    "%5C",
    "*",
    "{id}",
    "x" * 30,
    "x" * 31,
    "x" * 7_000,
    "cus_01k00000000000000000000000",
    "CUS_01K00000000000000000000000",
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a body, containers and what they hold."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*path, key))


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
    mark = "the place of something else"
    return json.dumps(replaced(body, path, mark)).replace(json.dumps(mark), raw).encode()
