"""Refused logins: clients that do not prove themselves, wrong passwords (RFC 6749)."""

import pytest

from app.identity.caller import token_hash
from app.identity.passwords import prove_password
from app.ids import new_id
from tests.logins import PASSWORD, Logins, Person, basic, refused


def test_an_unknown_client_is_refused_with_a_challenge(logins: Logins, person: Person) -> None:
    for client in (new_id("cli"), "nobody", "x" * 65, "a b", "naïve", "x" * 100_000):
        response = logins.login(person, client)
        refused(response, "invalid_client", 401)
        assert response.headers["WWW-Authenticate"].startswith("Basic ")


def test_a_request_without_a_client_is_refused(logins: Logins, person: Person) -> None:
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD}
    refused(logins.form(given), "invalid_client", 401)
    refused(logins.form({"grant_type": "refresh_token", "refresh_token": "ort_x"}), "invalid_client", 401)


def test_a_confidential_client_proves_itself_in_the_form_or_the_header(
    logins: Logins, person: Person
) -> None:
    client = logins.client("s3cret")
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD}
    assert logins.login(person, client, client_secret="s3cret").status_int == 201
    assert logins.form(given, basic(client, "s3cret")).status_int == 201
    assert logins.form(given | {"client_id": client}, basic(client, "s3cret")).status_int == 201


def test_a_confidential_client_without_its_secret_is_refused(logins: Logins, person: Person) -> None:
    client = logins.client("s3cret")
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD}
    for response in (
        logins.login(person, client),
        logins.login(person, client, client_secret="wrong"),
        logins.login(person, client, client_secret=token_hash("s3cret")),
        logins.login(person, client, client_secret="пароль"),
        logins.form(given, basic(client, "wrong")),
        logins.form(given, basic(client, "")),
        logins.form(given, basic(client, "\0")),
        logins.form(given, basic("\0", "s3cret")),
        logins.form(given, basic("cli_å", "pässword")),
    ):
        refused(response, "invalid_client", 401)
        assert response.headers["WWW-Authenticate"].startswith("Basic ")


@pytest.mark.parametrize(
    "header",
    [
        "Basic",
        "Basic ",
        "Basic !!!",
        "Basic /////w==",
        "Basic Zm9v",
        "Basic \xe9",
        "x",
        "Digest a=b",
    ],
)
def test_an_authorization_header_that_cannot_be_read_is_refused(
    logins: Logins, person: Person, app_id: str, header: str
) -> None:
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD, "client_id": app_id}
    refused(logins.form(given, {"Authorization": header}), "invalid_client", 401)


def test_a_public_client_that_sends_a_secret_is_refused(logins: Logins, person: Person, app_id: str) -> None:
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD, "client_id": app_id}
    refused(logins.form(given | {"client_secret": "x"}), "invalid_client", 401)
    refused(logins.form(given, basic(app_id, "x")), "invalid_client", 401)


def test_a_client_that_proves_itself_twice_or_names_another_is_refused(
    logins: Logins, person: Person
) -> None:
    client, other = logins.client("s3cret"), logins.client("s3cret")
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD}
    refused(logins.form(given | {"client_secret": "s3cret"}, basic(client, "s3cret")), "invalid_request")
    refused(logins.form(given | {"client_id": other}, basic(client, "s3cret")), "invalid_client", 401)


def test_a_grant_type_is_needed_and_must_be_one_of_two(logins: Logins, person: Person, app_id: str) -> None:
    refused(logins.form({"client_id": app_id}), "invalid_request")
    refused(logins.form({}), "invalid_request")
    refused(logins.login(person, app_id, grant_type=""), "invalid_request")
    for grant_type in ("client_credentials", "authorization_code", "PASSWORD", "pass word", "pässword"):
        response = logins.login(person, app_id, grant_type=grant_type)
        refused(response, "unsupported_grant_type")
        assert grant_type not in response.text


@pytest.mark.parametrize("missing", ["username", "password"])
def test_a_login_without_username_or_password_is_refused(
    logins: Logins, person: Person, app_id: str, missing: str
) -> None:
    refused(logins.login(person, app_id, **{missing: ""}), "invalid_request")
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD, "client_id": app_id}
    del given[missing]
    refused(logins.form(given), "invalid_request")
    refused(logins.json(given), "invalid_request")
    refused(logins.json(given | {missing: None}), "invalid_request")


def test_wrong_password_unknown_user_and_user_without_password_get_one_answer(
    logins: Logins, person: Person, app_id: str
) -> None:
    answers = [
        logins.login(person, app_id, password="wrong"),
        logins.login(person, app_id, username="nobody@example.com"),
        logins.login(logins.person(password_hash=None), app_id),
        logins.login(person, app_id, password=PASSWORD.upper()),
        logins.login(person, app_id, password="p" * 200_000),
        logins.login(person, app_id, username="u" * 200_000),
        logins.login(person, app_id, username="' OR 1=1 --"),
    ]
    for answer in answers:
        refused(answer, "invalid_grant")
        assert answer.json == answers[0].json
        assert "Retry-After" not in answer.headers


def test_an_unknown_user_costs_one_verification_as_a_known_one_does(
    logins: Logins, person: Person, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str | None] = []

    def prove(form: str | None, text: str) -> str:
        seen.append(form)
        return prove_password(form, text)

    monkeypatch.setattr("app.identity.oauth.grants.prove_password", prove)
    logins.login(person, app_id)
    logins.login(person, app_id, username="nobody-at-all@example.com")
    assert len(seen) == 2
    assert seen[0] is not None and seen[1] is None


def test_no_connection_is_held_while_a_password_is_verified(
    logins: Logins, person: Person, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy: list[int] = []

    def prove(form: str | None, text: str) -> str:
        busy.extend(row["connections"] for row in logins.rows("in_transaction"))
        return prove_password(form, text)

    monkeypatch.setattr("app.identity.oauth.grants.prove_password", prove)
    assert logins.login(person, app_id).status_int == 201
    assert busy == [0]
