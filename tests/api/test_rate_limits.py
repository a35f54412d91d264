"""Rate limits as a caller meets them."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from webtest import TestResponse

from app.config import Settings
from resources.api import create_app
from tests.contract import Checked
from tests.service import POOLER, Client, Service

HERE, THERE, PROXY = "203.0.113.1", "203.0.113.2", "127.0.0.1"
LOGIN = {"grant_type": "password", "client_id": "cli_none", "username": "a", "password": "b"}

Limited = Callable[..., Client]


@pytest.fixture
def limited(service: Service) -> Limited:
    """Makes a caller's client of a service with few requests a minute, which clients with the same limits share."""
    made: dict[Any, Any] = {}

    def make(caller: Client, address: str = HERE, **limits: int | None) -> Client:
        key = tuple(limits.items())
        if key not in made:
            few = {"rate_per_token": 1_000, "rate_per_address": 1_000, "rate_without_token": 1_000} | limits
            made[key] = Checked(
                create_app(Settings(database_url=service.url, pooler=POOLER, pool_size=1, **few))
            )
        client = Client(made[key], caller.token, **caller.known)
        client.web.extra_environ = {"REMOTE_ADDR": address, "wsgi.url_scheme": "https"}
        return client

    return make


def told(response: TestResponse) -> tuple[str, str]:
    return response.headers["RateLimit-Policy"], response.headers["RateLimit"]


def refused(response: TestResponse) -> bool:
    if response.status_int != 429:
        return False
    seconds = int(response.headers["Retry-After"])
    assert seconds >= 1
    assert re.search(rf"r=0;t={seconds}$", response.headers["RateLimit"])
    return True


def test_every_answer_tells_how_the_token_s_limit_stands(service: Service, limited: Limited) -> None:
    client = limited(service.organization(), rate_per_token=600)
    assert told(client.get("/customers")) == ('"token";q=600;w=60', '"token";r=599;t=59')
    for response in (client.get("/customers/nobody"), client.post("/customers", {})):
        assert response.headers["RateLimit"].startswith('"token";r=59')


def test_too_many_with_one_token_are_refused_and_others_are_served(
    service: Service, limited: Limited
) -> None:
    org = service.organization()
    client = limited(org, rate_per_token=3)
    answers = [client.post("/tax-rates", {"name": f"GST {n}", "ratePercent": n}) for n in range(5)]
    assert [response.status_int for response in answers] == [201] * 3 + [429] * 2
    assert refused(answers[4])
    assert answers[4].json["error"]["code"] == "rate_limited"
    assert 18 <= int(answers[4].headers["Retry-After"]) <= 20
    assert org.get("/tax-rates").json["meta"]["total"] == 3
    another = limited(service.token(org.known), rate_per_token=3)
    assert another.get("/tax-rates").status_int == 200


def test_a_token_is_one_however_it_is_presented(service: Service, limited: Limited) -> None:
    client = limited(service.organization(), rate_per_token=2)
    spellings = (f"Bearer {client.token}", f"bearer   {client.token}", f"BEARER {client.token} ")
    answers = [client.get("/me", Authorization=spelling) for spelling in spellings]
    assert [response.status_int for response in answers] == [200, 200, 429]


def test_many_tokens_at_one_address_are_held_together(service: Service, limited: Limited) -> None:
    org = service.organization()
    tokens = [limited(service.token(org.known), rate_per_address=3) for _ in range(4)]
    answers = [client.get("/me") for client in tokens]
    assert [response.status_int for response in answers] == [200] * 3 + [429]
    assert told(answers[3])[0] == '"address";q=3;w=60'
    elsewhere = limited(org, THERE, rate_per_address=3)
    assert elsewhere.get("/me").status_int == 200


def test_made_up_tokens_do_not_escape_the_address_s_limit(service: Service, limited: Limited) -> None:
    client = limited(service.anonymous(), rate_per_address=3)
    answers = [client.get("/me", Authorization=f"Bearer pat_{n}") for n in range(4)]
    assert [response.status_int for response in answers] == [401] * 3 + [429]


def test_who_has_no_token_gets_fewer_and_takes_nothing_from_who_has(
    service: Service, limited: Limited
) -> None:
    org = service.organization()
    stranger = limited(service.anonymous(), rate_without_token=3)
    answers = [stranger.get(path) for path in ("/scopes", "/me", "//docs", "/openapi.json")]
    assert [response.status_int for response in answers] == [200, 401, 200, 429]
    assert told(answers[0]) == ('"without-token";q=3;w=60', '"without-token";r=2;t=40')
    assert limited(org, rate_without_token=3).get("/me").status_int == 200


def test_a_login_is_refused_in_the_words_of_oauth_also_with_a_token_beside_it(
    service: Service, limited: Limited
) -> None:
    client = limited(service.anonymous(), rate_without_token=2)
    answers = [client.post("/oauth/token", LOGIN, Authorization=f"Bearer x{n}") for n in range(3)]
    assert [response.status_int for response in answers] == [401, 401, 429]
    assert refused(answers[2])
    assert answers[2].json["error"] == "temporarily_unavailable"
    assert answers[2].headers["Cache-Control"] == "no-store"
    assert refused(client.post("/oauth/revoke", {"token": "x"}))


def test_behind_a_trusted_proxy_the_client_is_counted_and_nobody_else_is_believed(
    service: Service, limited: Limited
) -> None:
    org = service.organization()
    proxied = limited(org, PROXY, rate_per_address=2)
    for n in range(3):
        last = proxied.get("/me", **{"X-Forwarded-For": f"198.51.100.{n}, {HERE}"})
    assert refused(last)
    assert proxied.get("/me", **{"X-Forwarded-For": f"{HERE}, {THERE}"}).status_int == 200
    spoofing = limited(org, "192.0.2.7", rate_per_address=2)
    answers = [spoofing.get("/me", **{"X-Forwarded-For": f"198.51.100.{n}"}) for n in range(3)]
    assert [response.status_int for response in answers] == [200, 200, 429]


def test_supervisors_are_never_refused_and_told_nothing(service: Service, limited: Limited) -> None:
    client = limited(service.anonymous(), rate_without_token=1, rate_per_address=1)
    for path in ("//healthz", "//readyz") * 3:
        response = client.get(path)
        assert response.status_int == 200
        assert "RateLimit" not in response.headers


def test_what_is_switched_off_is_neither_counted_nor_told(service: Service, limited: Limited) -> None:
    off = {"rate_per_token": None, "rate_per_address": None, "rate_without_token": None}
    client = limited(service.organization(), **off)
    assert "RateLimit" not in client.get("/me").headers
    assert "RateLimit" not in client.get("/scopes").headers


def test_a_flood_is_refused_before_its_body_is_read_and_its_token_known(
    service: Service, limited: Limited
) -> None:
    client = limited(service.organization(), rate_per_token=1)
    client.get("/me")
    assert refused(client.post("/customers", {"displayName": "x" * 2_000_000}))
    client.token = "pat_" + "x" * 43
    assert client.get("/me").status_int == 401
    assert refused(client.get("/me"))
