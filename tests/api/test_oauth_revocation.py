"""Revoking as a client, and a bearer token that a client sends to the token endpoints as it does everywhere."""

import pytest

from tests.logins import REVOKE, Logins, Person, basic, refused
from tests.service import Service

SECRET = "a secret of the client"
BEARERS = ["Bearer oat_expired", "bearer x", "Bearer", "Bearer  two words"]


@pytest.mark.parametrize("header", BEARERS)
def test_a_bearer_token_beside_a_login_a_refresh_or_a_revocation_is_ignored(
    header: str, logins: Logins, person: Person, app_id: str
) -> None:
    made = logins.tokens(person, app_id)
    refresh = {"grant_type": "refresh_token", "refresh_token": made["refresh_token"], "client_id": app_id}
    again = logins.form(refresh, {"Authorization": header})
    assert again.status_int == 201, again.text
    answer = logins.form({"token": again.json["access_token"]}, {"Authorization": header}, path=REVOKE)
    assert (answer.status_int, answer.json) == (200, {"success": True})
    assert not logins.works(again.json["access_token"])


def test_a_bearer_token_is_no_credential_of_a_confidential_client(logins: Logins, person: Person) -> None:
    client_id = logins.client(SECRET)
    given = {"grant_type": "refresh_token", "refresh_token": "ort_x", "client_id": client_id}
    refused(logins.form(given, {"Authorization": "Bearer " + SECRET}), "invalid_client", 401)


def test_a_client_may_revoke_its_own_tokens(logins: Logins, person: Person, app_id: str) -> None:
    own = logins.client(SECRET)
    for client_id, form, headers in (
        (app_id, {"client_id": app_id}, {}),
        (own, {"client_id": own, "client_secret": SECRET}, {}),
        (own, {}, basic(own, SECRET)),
    ):
        secret = {} if client_id == app_id else {"client_secret": SECRET}
        token = logins.tokens(person, client_id, **secret)["access_token"]
        answer = logins.form({"token": token} | form, headers, path=REVOKE)
        assert (answer.status_int, answer.json) == (200, {"success": True})
        assert not logins.works(token)


def test_the_token_of_another_client_is_left_alone(logins: Logins, person: Person, app_id: str) -> None:
    made = logins.tokens(person, app_id)
    other = logins.client()
    for token in (made["access_token"], made["refresh_token"]):
        answer = logins.form({"token": token, "client_id": other}, path=REVOKE)
        assert (answer.status_int, answer.json) == (200, {"success": True})
    assert logins.works(made["access_token"])
    assert logins.refresh(made["refresh_token"], app_id).status_int == 201


def test_a_personal_access_token_is_no_client_s_and_may_be_revoked_by_any(
    service: Service, logins: Logins, app_id: str
) -> None:
    caller = service.organization()
    assert caller.token
    logins.form({"token": caller.token, "client_id": app_id}, path=REVOKE)
    assert not logins.works(caller.token)


def test_a_client_with_wrong_credentials_is_refused_and_nothing_is_revoked(
    logins: Logins, person: Person, app_id: str
) -> None:
    confidential = logins.client(SECRET)
    token = logins.tokens(person, app_id)["access_token"]
    for form, headers in (
        ({"client_id": "nobody"}, {}),
        ({"client_id": confidential}, {}),
        ({"client_id": confidential, "client_secret": "wrong"}, {}),
        ({"client_id": app_id, "client_secret": "unwanted"}, {}),
        ({"client_secret": SECRET}, {}),
        ({"client_id": app_id}, basic(confidential, "wrong")),
        ({}, basic("nobody", "wrong")),
        ({}, {"Authorization": "Basic nonsense"}),
    ):
        answer = logins.form({"token": token} | form, headers, path=REVOKE)
        refused(answer, "invalid_client", 401)
        assert answer.headers["WWW-Authenticate"] == 'Basic realm="oauth"'
    assert logins.works(token)
