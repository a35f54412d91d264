"""Raw bytes to a real server, which no well-meaning client sends."""

import socket
from contextlib import suppress

import pytest

from tests.reliability.raw import (
    BODY,
    CHUNKED,
    LAST,
    LIMIT,
    Server,
    assert_refused,
    chunk,
    exchange,
    head,
    healthy,
    made,
    read_until,
    receive,
)
from tests.service import Client

# Chunks and lengths.


def test_a_chunked_body_is_taken(server: Server, org: Client) -> None:
    pieces = [chunk(BODY[n : n + 7]) for n in range(0, len(BODY), 7)]
    assert exchange(server, head(org, CHUNKED), *pieces, LAST).status == 201
    assert made(org) == 1


def test_a_chunked_body_over_the_limit_is_refused(server: Server, org: Client) -> None:
    pieces = [chunk(b" " * 65536)] * 17
    assert_refused(exchange(server, head(org, CHUNKED), chunk(BODY), *pieces, LAST), 413)


def test_a_chunked_body_of_the_limit_is_taken(server: Server, org: Client) -> None:
    assert exchange(server, head(org, CHUNKED), chunk(BODY + b" " * (LIMIT - len(BODY))), LAST).status == 201


@pytest.mark.parametrize(
    "bad",
    [
        b"zz\r\n" + BODY + b"\r\n0\r\n\r\n",
        b"-5\r\n" + BODY + b"\r\n0\r\n\r\n",
        b"0x10\r\n" + BODY + b"\r\n0\r\n\r\n",
        b"%x\r\n%sgarbage\r\n0\r\n\r\n" % (len(BODY), BODY),
        b"%x\n%s\n0\n\n" % (len(BODY), BODY) + b"\r\n\r\n",
        b"f" * 20 + b"\r\n" + BODY,
    ],
    ids=["letters", "negative", "hexadecimal", "no end", "bare line ends", "endless"],
)
def test_a_bad_chunk_is_refused_and_makes_nothing(bad: bytes, server: Server, org: Client) -> None:
    with server.connect() as connection:
        connection.sendall(head(org, CHUNKED) + bad)
        # The service may have refused and gone.
        with suppress(OSError):
            connection.shutdown(socket.SHUT_WR)
        assert_refused(receive(connection), 400, 413)
    assert made(org) == 0


@pytest.mark.parametrize(
    "lines",
    [
        (CHUNKED, f"Content-Length: {len(BODY)}"),
        (f"Content-Length: {len(BODY)}", CHUNKED),
        (f"Content-Length: {len(BODY)}", "Content-Length: 5"),
        ("Content-Length: -1",),
        ("Content-Length: +5",),
        ("Content-Length: 0x10",),
        ("Content-Length: 5, 5",),
        ("Transfer-Encoding: gzip, chunked",),
        ("Transfer-Encoding: chunked, identity",),
        ("Transfer-Encoding: xchunked",),
        (CHUNKED, CHUNKED),
    ],
    ids="; ".join,
)
def test_a_body_whose_end_is_in_doubt_is_refused(lines: tuple[str, ...], server: Server, org: Client) -> None:
    assert_refused(exchange(server, head(org, *lines) + chunk(BODY) + LAST), 400, 415, 501)
    assert made(org) == 0


def test_half_a_body_makes_nothing(server: Server, org: Client) -> None:
    with server.connect() as connection:
        connection.sendall(head(org, f"Content-Length: {len(BODY) + 10}") + BODY)
        connection.shutdown(socket.SHUT_WR)
        assert_refused(receive(connection), 400)
    assert made(org) == 0


def test_half_of_the_chunks_make_nothing(server: Server, org: Client) -> None:
    with server.connect() as connection:
        connection.sendall(head(org, CHUNKED) + chunk(BODY))
        connection.shutdown(socket.SHUT_WR)
        assert_refused(receive(connection), 400)
    assert made(org) == 0


def test_a_client_that_goes_at_once_does_no_harm(server: Server, org: Client) -> None:
    for sent in (b"", b"P", head(org), head(org, "Content-Length: 100") + b"{"):
        with server.connect() as connection:
            connection.sendall(sent)
    assert healthy(server) < 1
    assert made(org) == 0


def test_a_body_comes_after_it_is_asked_for(server: Server, org: Client) -> None:
    with server.connect() as connection:
        connection.sendall(head(org, f"Content-Length: {len(BODY)}", "Expect: 100-continue"))
        assert read_until(connection, b"\r\n\r\n").startswith(b"HTTP/1.1 100")
        connection.sendall(BODY)
        assert receive(connection).status == 201


def test_requests_on_one_connection_are_answered_in_turn(server: Server, org: Client) -> None:
    request = head(org, f"Content-Length: {len(BODY)}") + BODY
    with server.connect() as connection:
        for _ in range(3):
            connection.sendall(request)
            assert receive(connection).status == 201
    assert made(org) == 3


def test_connections_are_kept(server: Server) -> None:
    with server.connect() as connection:
        for _ in range(2):
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert receive(connection).headers["connection"] == "keep-alive"


def test_a_body_that_nobody_reads_is_no_request_of_its_own(server: Server, org: Client) -> None:
    hidden = b"DELETE /api/v1/tax-rates/x HTTP/1.1\r\nHost: x\r\n\r\n"
    with server.connect() as connection:
        connection.sendall(head(org, f"Content-Length: {len(hidden)}", method="GET") + hidden)
        assert receive(connection).status == 200
        connection.sendall(head(org, method="GET", path="/api/v1/me"))
        assert receive(connection).status == 200


# What never reaches the application.


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET /" + b"x" * 10_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /api/v1/customers?q=" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 1_000 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX Y: z\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX : z\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"GET /\r\n\r\n",
        b"garbage\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 50 + b"\r\n\r\n",
        b"G\xffT / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"{} / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + b"x" * 20_000 + b"\r\n\r\n",
    ],
    ids=[
        "long path",
        "long query",
        "long header",
        "many headers",
        "space in a name",
        "space before the colon",
        "NUL",
        "folded",
        "no colon",
        "version",
        "no version",
        "garbage",
        "TLS",
        "bytes as method",
        "braces as method",
        "long token",
    ],
)
def test_what_is_hardly_http_is_refused_in_the_envelope(request_bytes: bytes, server: Server) -> None:
    assert_refused(exchange(server, request_bytes), 400, 405, 414, 431, 501, 505)


def test_a_path_may_be_as_long_as_a_search_needs(server: Server, org: Client) -> None:
    query = "%F0%9F%A7%BE" * 255
    assert exchange(server, head(org, method="GET", path=f"/api/v1/customers?q={query}")).status == 200


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "TRACE", "PROPFIND"])
def test_a_method_that_is_none_is_refused_over_the_wire(method: str, server: Server, org: Client) -> None:
    with server.connect() as connection:
        connection.sendall(head(org, "Connection: close", method=method))
        answer = read_until(connection, b"\r\n\r\n").decode()
    assert answer.startswith("HTTP/1.1 405 ")
    assert "allow: GET, POST\r\n" in answer.lower().replace("get, post", "GET, POST")


def test_two_values_of_one_header_are_not_one(server: Server, org: Client) -> None:
    length = f"Content-Length: {len(BODY)}"
    doubled = head(org, length, "Content-Type: text/plain") + BODY
    assert_refused(exchange(server, doubled), 400, 415)
    token = head(org, length, "Authorization: Bearer pat_other") + BODY
    assert exchange(server, token).status in (400, 401)
    assert made(org) == 0


def test_an_underscore_does_not_pass_for_a_hyphen(server: Server) -> None:
    request = b"GET /scopes HTTP/1.1\r\nHost: x\r\nX_Request_Id: smuggled\r\n\r\n"
    assert exchange(server, request).headers["x-request-id"] != "smuggled"


def test_line_ends_in_a_path_do_not_reach_a_header(server: Server) -> None:
    reply = exchange(server, b"GET /%0d%0aSet-Cookie:a=b HTTP/1.1\r\nHost: x\r\n\r\n")
    assert (reply.status, "set-cookie" in reply.headers) == (404, False)


def test_every_answer_says_which_request_it_is_for(server: Server) -> None:
    reply = exchange(server, b"GET /api/v1/scopes HTTP/1.1\r\nHost: x\r\nX-Request-Id: seven\r\n\r\n")
    assert reply.headers["x-request-id"] == "seven"
