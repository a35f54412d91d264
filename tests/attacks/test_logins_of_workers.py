"""Guesses and refreshes that are spread over workers, each with a memory of its own, get no further."""

import json
import os
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.parse import urlencode

import pytest

from tests.answers import Answer
from tests.logins import PASSWORD, TOKEN, Logins, Person
from tests.reliability.raw import Server, exchange, receive, serving

pytestmark = pytest.mark.slow

AT_ONCE = 16


def post(server: Server, parameters: dict[str, str]) -> bytes:
    """The bytes of a request for a token."""
    body = urlencode(parameters).encode()
    lines = (
        f"POST {TOKEN} HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
    )
    return "\r\n".join((*lines, "", "")).encode() + body


def at_once(server: Server, requests: list[bytes]) -> list[Answer]:
    """Answers to requests on connections that are all open before the first byte is sent."""
    connections = [server.connect() for _ in requests]
    try:
        for connection, request in zip(connections, requests, strict=True):
            connection.sendall(request)
        with ThreadPoolExecutor(len(connections)) as pool:
            return list(pool.map(receive, connections))
    finally:
        for connection in connections:
            connection.close()


@contextmanager
def alone(server: Server, worker: int) -> Iterator[None]:
    """Stop all workers but one, so that this one answers every request."""
    others = [pid for pid in server.workers() if pid != worker]
    for pid in others:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in others:
            os.kill(pid, signal.SIGCONT)


def login(person: Person, app_id: str, password: str) -> dict[str, str]:
    given = {"grant_type": "password", "username": person.email, "client_id": app_id}
    return given | {"password": password}


def test_guesses_of_one_name_are_counted_over_all_workers(
    server: Server, logins: Logins, person: Person, app_id: str
) -> None:
    first, second = server.workers()
    for worker in (first, second):
        with alone(server, worker):
            guesses = at_once(server, [post(server, login(person, app_id, f"guess {n}")) for n in range(5)])
            assert {(guess.status, guess.json["error"]) for guess in guesses} == {(400, "invalid_grant")}
    for worker in (first, second):
        with alone(server, worker):
            locked = exchange(server, post(server, login(person, app_id, PASSWORD)))
            assert locked.status == 400 and "retry-after" in locked.headers
    bystander = logins.person()
    assert exchange(server, post(server, login(bystander, app_id, PASSWORD))).status == 201


def test_of_many_refreshes_at_once_over_workers_two_get_the_same_and_reuse_ends_all(
    server: Server, logins: Logins, person: Person, app_id: str
) -> None:
    first = logins.tokens(person, app_id)
    request = post(server, refresh(first["refresh_token"], app_id))
    replies = at_once(server, [request] * AT_ONCE)
    assert Counter(reply.status for reply in replies) == {201: 2, 400: AT_ONCE - 2}
    winner, repeated = (json.loads(reply.body) for reply in replies if reply.status == 201)
    assert winner["refresh_token"] == repeated["refresh_token"]
    assert exchange(server, request).json["error"] == "invalid_grant"
    assert not logins.works(first["access_token"])
    assert not logins.works(winner["access_token"])
    again = exchange(server, post(server, refresh(winner["refresh_token"], app_id)))
    assert again.json["error"] == "invalid_grant"


def refresh(token: str, app_id: str) -> dict[str, str]:
    return {"grant_type": "refresh_token", "refresh_token": token, "client_id": app_id}


def test_who_says_that_it_came_by_https_is_believed_only_where_it_is_a_proxy_of_ours(
    server: Server, database_url: str, logins: Logins, person: Person, app_id: str
) -> None:
    request = post(server, login(person, app_id, PASSWORD))
    claim = b"Host: api.example.com\r\nX-Forwarded-Proto: https\r\n"
    proxied = request.replace(b"Host: localhost\r\n", claim)
    assert exchange(server, proxied).status == 201
    with serving(database_url, FORWARDED_ALLOW_IPS="192.0.2.1") as elsewhere:
        assert exchange(elsewhere, proxied).json["error"] == "insecure_transport"


@pytest.mark.parametrize(
    "claim", [b"X-Forwarded-Ssl: on", b"X-Forwarded-Protocol: ssl", b"Front-End-Https: on"]
)
def test_what_a_proxy_passes_on_from_a_client_does_not_make_a_login_https(
    claim: bytes, server: Server, person: Person, app_id: str
) -> None:
    request = post(server, login(person, app_id, PASSWORD))
    plain = request.replace(
        b"Host: localhost", b"Host: localhost\r\nX-Forwarded-For: 203.0.113.7\r\n" + claim
    )
    assert exchange(server, plain).json["error"] == "insecure_transport"
    by_https = plain.replace(claim, claim + b"\r\nX-Forwarded-Proto: https")
    assert exchange(server, by_https).status == 201
