"""Logging in with the OAuth clients that Python programs use, which renew their tokens by themselves."""

import time
from typing import Any

import pytest
from authlib.common.errors import AuthlibBaseError

from tests.logins import PASSWORD, REVOKE, TOKEN, Logins, Person
from tests.service import Client

oauthlib = pytest.importorskip("oauthlib.oauth2", reason="requests-oauthlib is not installed: make proof")
requests_oauthlib = pytest.importorskip("requests_oauthlib", reason="it is not installed: make proof")
authlib_requests = pytest.importorskip(
    "authlib.integrations.requests_client", reason="requests is not installed"
)
AN_HOUR = 3600


@pytest.fixture(autouse=True)
def _over_plain_http(monkeypatch: pytest.MonkeyPatch) -> None:
    # Production is behind TLS; on this machine there is none.
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")


def expire(logins: Logins, person: Person, session: Any) -> None:
    """An hour goes by, for the service and for the client."""
    logins.owner("age_tokens", member=person.id, seconds=AN_HOUR)
    session.token = {**session.token, "expires_at": time.time() - 1}


def is_alive(logins: Logins, token: str) -> bool:
    return bool(Client(logins.service.app, token).get("/me").status_int == 200)


def keep_working(logins: Logins, served: str, person: Person, session: Any, kept: list[Any]) -> None:
    """Work, and after an hour, and after another: each time with new tokens, of which the old ones are dead."""
    me = f"{served}/api/v1/me"
    seen = [dict(session.token)]
    assert session.get(me).json()["data"]["user"]["email"] == person.email
    for _ in range(2):
        expire(logins, person, session)
        answer = session.get(me)
        assert answer.status_code == 200, answer.text
        seen.append(dict(session.token))
        assert kept[-1]["refresh_token"] == session.token["refresh_token"]
    assert len({token["refresh_token"] for token in seen}) == len({t["access_token"] for t in seen}) == 3
    assert [is_alive(logins, token["access_token"]) for token in seen] == [False, False, True]
    assert session.post(f"{served}/api/v1/customers", json={"displayName": "Acme"}).status_code == 201


def test_requests_oauthlib_logs_in_and_renews_its_tokens(logins: Logins, served: str) -> None:
    person, client_id, kept = logins.person(), logins.client(), []
    with requests_oauthlib.OAuth2Session(
        client=oauthlib.LegacyApplicationClient(client_id),
        auto_refresh_url=served + TOKEN,
        auto_refresh_kwargs={"client_id": client_id},
        token_updater=kept.append,
    ) as session:
        token = session.fetch_token(
            served + TOKEN, username=person.email, password=PASSWORD, include_client_id=True
        )
        assert (token["token_type"], token["expires_in"]) == ("Bearer", AN_HOUR)
        keep_working(logins, served, person, session, kept)

        answer = session.post(served + REVOKE, data={"token": session.token["refresh_token"]})
        assert answer.json() == {"success": True}
        assert session.get(f"{served}/api/v1/me").status_code == 401
        expire(logins, person, session)
        with pytest.raises(oauthlib.InvalidGrantError):
            session.get(f"{served}/api/v1/me")


@pytest.mark.parametrize("method", ["none", "client_secret_basic", "client_secret_post"])
def test_authlib_logs_in_and_renews_its_tokens(logins: Logins, served: str, method: str) -> None:
    secret = None if method == "none" else "s3cret"
    person, client_id, kept = logins.person(), logins.client(secret), []
    with authlib_requests.OAuth2Session(
        client_id,
        secret,
        token_endpoint=served + TOKEN,
        token_endpoint_auth_method=method,
        update_token=lambda token, **_: kept.append(token),
    ) as session:
        token = session.fetch_token(served + TOKEN, username=person.email, password=PASSWORD)
        assert (token["token_type"], token["expires_in"]) == ("Bearer", AN_HOUR)
        keep_working(logins, served, person, session, kept)

        answer = session.revoke_token(served + REVOKE, session.token["refresh_token"], "refresh_token")
        assert (answer.status_code, answer.json()) == (200, {"success": True})
        assert session.get(f"{served}/api/v1/me").status_code == 401
        expire(logins, person, session)
        with pytest.raises(AuthlibBaseError, match="invalid_grant"):
            session.get(f"{served}/api/v1/me")


def test_narrower_scopes_are_understood(logins: Logins, served: str) -> None:
    person, client_id = logins.person(), logins.client()
    with requests_oauthlib.OAuth2Session(
        client=oauthlib.LegacyApplicationClient(client_id, scope="customers.read")
    ) as session:
        token = session.fetch_token(
            served + TOKEN, username=person.email, password=PASSWORD, include_client_id=True
        )
        assert list(token["scope"]) == ["customers.read"]
        assert session.get(f"{served}/api/v1/customers").status_code == 200
        assert session.get(f"{served}/api/v1/vendors").status_code == 403


def test_wrong_passwords_are_told_in_the_clients_own_errors(logins: Logins, served: str) -> None:
    person, client_id = logins.person(), logins.client()
    wrong = {"username": person.email, "password": "wrong"}
    client = oauthlib.LegacyApplicationClient(client_id)
    with requests_oauthlib.OAuth2Session(client=client) as session, pytest.raises(oauthlib.InvalidGrantError):
        session.fetch_token(served + TOKEN, **wrong, include_client_id=True)
    with (
        authlib_requests.OAuth2Session(client_id, token_endpoint_auth_method="none") as session,
        pytest.raises(AuthlibBaseError, match="invalid_grant"),
    ):
        session.fetch_token(served + TOKEN, **wrong)
