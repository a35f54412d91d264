"""The log of requests that are not HTTP: gunicorn itself refuses them, and its log repeats nothing of them."""

from pathlib import Path

import pytest

from tests.reliability.raw import exchange, serving

pytestmark = pytest.mark.slow

SECRET = b"correct-horse-battery"
HOST = b"Host: localhost\r\n"
FORM = b"grant_type=password&username=a&password=" + SECRET
TOKEN = b"POST /api/v1/oauth/token HTTP/1.1\r\n" + HOST
ME = b"GET /api/v1/me HTTP/1.1\r\n" + HOST
SENT = {
    "a body without a length": TOKEN + b"\r\n" + FORM + b"\r\n\r\n",
    "a body that is longer than it says": TOKEN + b"Content-Length: 1\r\n\r\n&" + FORM + b"\r\n\r\n",
    "a header without a colon": ME + b"Authorization Bearer " + SECRET + b"\r\n\r\n",
    "a header that breaks off": ME + b"Authorization: Bearer\r\n " + SECRET + b"\r\n\r\n",
    "a query and no version": b"GET /api/v1/me?token=" + SECRET + b"\r\n" + HOST + b"\r\n",
    "a query with a space": b"GET /api/v1/me?token=a " + SECRET + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "a coding that is none": TOKEN + b"Transfer-Encoding: " + SECRET + b"\r\n\r\n",
}


def test_the_log_does_not_repeat_a_request_that_cannot_be_read(database_url: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("wb") as file, serving(database_url, logged=file) as server:
        for what, request in SENT.items():
            assert exchange(server, request).status >= 400, what
    told = log.read_text()
    assert told.count("Invalid request from ip=127.0.0.1: ") == len(SENT)
    assert "InvalidRequestLine" in told
    assert SECRET.decode() not in told
