"""Bytes that two readers could take for different requests: refused, the connection closed, nothing made."""

import re
import socket
from contextlib import suppress

import pytest

from tests.reliability.raw import BODY, CHUNKED, LAST, Server, chunk, exchange, head, made
from tests.service import Client

LENGTH = f"Content-Length: {len(BODY)}"


def statuses(server: Server, sent: bytes) -> list[int]:
    """Return the statuses of all answers on a connection until the server closes it."""
    told = b""
    with server.connect() as connection:
        # The service may have refused and gone before all is sent.
        with suppress(OSError):
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
        with suppress(ConnectionResetError):
            while more := connection.recv(65536):
                told += more
    return [int(status) for status in re.findall(rb"^HTTP/1\.1 (\d{3}) ", told, re.MULTILINE)]


def hidden(org: Client) -> bytes:
    """A whole request that would make a record, if anybody took it for one."""
    return head(org, LENGTH) + BODY


@pytest.mark.parametrize(
    "lines",
    [
        (LENGTH, CHUNKED),
        (CHUNKED, LENGTH),
        (LENGTH, "Content-Length: 0"),
        ("Content-Length: 0", LENGTH),
        (LENGTH, LENGTH),
        (f"{LENGTH}, {len(BODY)}",),
        ("Content-Length: 00x5",),
        ("Content-Length: 1_0",),
        ("Content-Length: ٥".encode().decode("latin-1"),),
        (f"Content-Length : {len(BODY)}",),
        ("Content-Length:\n 5",),
        (f"X: y\nContent-Length: {len(BODY)}", "Content-Length: 0"),
        (f"X: y\rContent-Length: {len(BODY)}", "Content-Length: 0"),
        ("Transfer-Encoding : chunked", LENGTH),
        ("Transfer-Encoding:\x0bchunked", LENGTH),
        ("Transfer-Encoding: chunked\x00", LENGTH),
        ("Transfer-Encoding: identity, chunked", LENGTH),
        ("Transfer-Encoding: chunked, chunked",),
        ("Transfer-Encoding: chunked;q=1",),
        ('Transfer-Encoding: "chunked"',),
        ("Transfer-Encoding:", LENGTH),
        ("X: y", " folded: z", LENGTH),
        ("X: y", "\tContent-Length: 5", LENGTH),
        ("Authorization: Bearer pat_other", LENGTH),
        ("Content-Type: text/plain", LENGTH),
        ("Host: elsewhere", LENGTH),
    ],
    ids=lambda lines: ascii("; ".join(lines)),
)
def test_a_request_in_doubt_makes_nothing_and_nor_does_what_hides_behind_it(
    lines: tuple[str, ...], server: Server, org: Client
) -> None:
    sent = head(org, *lines) + chunk(BODY) + LAST + hidden(org)
    answers = statuses(server, sent)
    assert len(answers) <= 1 and all(400 <= status < 500 or status == 501 for status in answers), answers
    assert made(org) == 0


PATH = "/api/v1/tax-rates"
FIRST = f"POST {PATH} HTTP/1.1"


@pytest.mark.parametrize(
    ("first", "end", "last"),
    [
        (FIRST, "\n", "\n\n"),
        (FIRST, "\r", "\r\r"),
        (FIRST, "\r\n", "\n\n"),
        (FIRST, "\n", "\r\n\r\n"),
        (f"{FIRST} ", "\r\n", "\r\n\r\n"),
        (f" {FIRST}", "\r\n", "\r\n\r\n"),
        (f"{FIRST}\r\n ", "\r\n", "\r\n\r\n"),
        (f"POST  {PATH} HTTP/1.1", "\r\n", "\r\n\r\n"),
        (f"POST\t{PATH}\tHTTP/1.1", "\r\n", "\r\n\r\n"),
        (f"{FIRST} HTTP/1.1", "\r\n", "\r\n\r\n"),
        (f"POST {PATH} HTTP/0.9", "\r\n", "\r\n\r\n"),
        (f"POST {PATH} http/1.1", "\r\n", "\r\n\r\n"),
        (f"POST {PATH}", "\r\n", "\r\n\r\n"),
        ("PRI * HTTP/2.0\r\n\r\nSM", "\r\n", "\r\n\r\n"),
    ],
    ids=ascii,
)
def test_lines_that_end_or_begin_oddly_make_nothing(
    first: str, end: str, last: str, server: Server, org: Client
) -> None:
    sent = end.join((first, "Host: x", f"Authorization: Bearer {org.token}", LENGTH)) + last
    assert all(status >= 400 for status in statuses(server, sent.encode() + BODY))
    assert made(org) == 0


@pytest.mark.parametrize(
    "chunks",
    [
        b"%x;%s\r\n%s\r\n" % (len(BODY), b"e" * 100_000, BODY) + LAST,
        b"%x;a\nb\r\n%s\r\n" % (len(BODY), BODY) + LAST,
        b" %x\r\n%s\r\n" % (len(BODY), BODY) + LAST,
        b"%x \r\n%s\r\n" % (len(BODY), BODY) + LAST,
        b"+%x\r\n%s\r\n" % (len(BODY), BODY) + LAST,
        b"%x\r\n%s\r\n" % (len(BODY), BODY) + b"0\r\nContent-Length: 5\r\nAuthorization: x\r\n\r\n",
        b"%x\r\n%s\r\n" % (len(BODY), BODY) + b"0\r\n" + b"T: t\r\n" * 10_000 + b"\r\n",
        b"%x\r\n%s\r\n" % (len(BODY), BODY) + b"0\r\n",
        b"1\r\n{\r\n" * 30_000 + LAST,
    ],
    ids=[
        "long extension",
        "bare LF",
        "space",
        "space after",
        "plus",
        "trailer",
        "trailers",
        "no end",
        "tiny",
    ],
)
def test_odd_chunks_are_one_request_at_most_and_never_fail(
    chunks: bytes, server: Server, org: Client
) -> None:
    answers = statuses(server, head(org, CHUNKED) + chunks)
    assert len(answers) <= 1 and all(status < 500 for status in answers), answers
    assert made(org) == answers.count(201)


def test_a_refused_body_is_not_read_as_the_next_request(server: Server, org: Client) -> None:
    for lines in (("Content-Encoding: gzip",), ("Content-Type: text/plain",), ("Idempotency-Key: ",)):
        inner = hidden(org)
        answers = statuses(server, head(org, f"Content-Length: {len(inner)}", *lines) + inner)
        assert len(answers) == 1 and answers[0] in (400, 401, 415, 422)
    assert made(org) == 0


def test_no_other_protocol_is_switched_to(server: Server, org: Client) -> None:
    for protocol in ("h2c", "websocket", "TLS/1.0"):
        upgrade = ("Connection: Upgrade, HTTP2-Settings", f"Upgrade: {protocol}", "HTTP2-Settings: AAMAAABk")
        assert exchange(server, head(org, *upgrade, method="GET", path="/api/v1/me")).status == 200
