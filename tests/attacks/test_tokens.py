"""Authorization headers without a valid access token: they open no operation."""

import hashlib
from base64 import b64encode

import pytest

from resources.api import PUBLIC
from tests.api.hostile import Answer, assert_in_envelope, send
from tests.api.targets import TABLE
from tests.logins import Logins
from tests.service import Service

GUARDED = [name for name, permission in TABLE.items() if permission != PUBLIC]
NOBODY = "x_01K00000000000000000000000"


@pytest.fixture(scope="module")
def caught(_running: Service) -> dict[str, str]:
    """Authorization headers that an attacker might find, by their description; each looks like a good one."""
    logins, org = Logins(_running), _running.organization()
    person, app = logins.person(), logins.client()
    old, ended = logins.tokens(person, app), logins.tokens(person, app)
    logins.revoke(ended["access_token"])
    expired = _running.token(org.known)
    change = {"id": expired.token_id, "expires_in": "-1 second", "revoked": False}
    _running._as_owner("guards.change_token", org.organization_id, **change)
    token = str(org.token)
    return {
        "expired": f"Bearer {expired.token}",
        "revoked": f"Bearer {ended['access_token']}",
        "a refresh token": f"Bearer {old['refresh_token']}",
        "the hash that is stored": f"Bearer {hashlib.sha256(token.encode()).hexdigest()}",
        "the id of the token": f"Bearer {org.token_id}",
        "other capitals": f"Bearer {token.swapcase()}",
        "the last character missing": f"Bearer {token[:-1]}",
        "one character more": f"Bearer {token}x",
        "a statement": f"Bearer {token}'--",
        "a pattern": "Bearer pat_%",
        "two of them": f"Bearer {token} {token}",
        "a list": f"Bearer {token}, Bearer {token}",
        "parameters": f'Bearer token="{token}"',
        "Basic": "Basic " + b64encode(f"{token}:".encode()).decode(),
        "Digest": f"Digest {token}",
        "Token": f"Token {token}",
        "no scheme": token,
    }


@pytest.fixture(scope="module")
def good(_running: Service) -> str:
    """A token that opens everything, where it stands in the right place."""
    return str(_running.organization().token)


def refused(answer: Answer, what: str) -> None:
    assert_in_envelope(answer)
    assert (answer.status, answer.code) == (401, "unauthorized"), what


def test_a_token_that_is_not_good_opens_nothing(
    subtests: pytest.Subtests, caught: dict[str, str], service: Service, quiet: None
) -> None:
    for name in GUARDED:
        with subtests.test(name):
            method, path = name.split()
            for what, header in caught.items():
                headers = {"Authorization": header}
                refused(send(service.app, method, path.replace("{id}", NOBODY), b"{}", headers=headers), what)


def test_a_good_token_in_another_place_opens_nothing(
    subtests: pytest.Subtests, good: str, service: Service, quiet: None
) -> None:
    token = good
    for name in GUARDED:
        with subtests.test(name):
            method, path = name.split()
            target = path.replace("{id}", NOBODY)
            query = f"{target}?access_token={token}&token={token}&authorization=Bearer%20{token}"
            refused(send(service.app, method, query), "query string")
            body = b'{"access_token": "%s", "token": "%s"}' % (token.encode(), token.encode())
            refused(send(service.app, method, target, body), "body")
            elsewhere = ("Cookie", "X-Authorization", "Proxy-Authorization", "X-Access-Token", "X-Api-Key")
            headers = dict.fromkeys(elsewhere, f"Bearer {token}; token={token}")
            refused(send(service.app, method, target, headers=headers), "other headers")
