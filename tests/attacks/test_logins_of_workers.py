"""Guesses and refreshes that are spread over workers, each with a memory of its own, get no further."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

from tests.logins import PASSWORD, TOKEN, Logins, Person
from tests.reliability.raw import Reply, Server, exchange, receive

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


def at_once(server: Server, requests: list[bytes]) -> list[Reply]:
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


def busy(server: Server) -> list[int]:
    """The processor time that each worker has taken, in ticks."""
    return [
        int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11]) for pid in server.workers()
    ]


def login(person: Person, app_id: str, password: str) -> dict[str, str]:
    given = {"grant_type": "password", "username": person.email, "client_id": app_id}
    return given | {"password": password}


def test_guesses_of_one_name_are_counted_over_all_workers(
    server: Server, logins: Logins, person: Person, app_id: str
) -> None:
    before = busy(server)
    replies = at_once(server, [post(server, login(person, app_id, f"guess {n}")) for n in range(AT_ONCE)])
    assert {(reply.status, reply.json["error"]) for reply in replies} == {(400, "invalid_grant")}
    assert all(after > ticks for ticks, after in zip(before, busy(server), strict=True)), (
        "one worker did it all"
    )
    right = post(server, login(person, app_id, PASSWORD))
    locked = at_once(server, [right] * 4)
    assert all(reply.status == 400 and "retry-after" in reply.headers for reply in locked)
    bystander = logins.person()
    assert exchange(server, post(server, login(bystander, app_id, PASSWORD))).status == 201


def test_of_many_refreshes_at_once_over_workers_one_wins_and_reuse_ends_all(
    server: Server, logins: Logins, person: Person, app_id: str
) -> None:
    first = logins.tokens(person, app_id)
    request = post(server, refresh(first["refresh_token"], app_id))
    replies = at_once(server, [request] * AT_ONCE)
    assert Counter(reply.status for reply in replies) == {201: 1, 400: AT_ONCE - 1}
    (winner,) = (json.loads(reply.body) for reply in replies if reply.status == 201)
    assert exchange(server, request).json["error"] == "invalid_grant"
    assert not logins.works(first["access_token"])
    assert not logins.works(winner["access_token"])
    again = exchange(server, post(server, refresh(winner["refresh_token"], app_id)))
    assert again.json["error"] == "invalid_grant"


def refresh(token: str, app_id: str) -> dict[str, str]:
    return {"grant_type": "refresh_token", "refresh_token": token, "client_id": app_id}
