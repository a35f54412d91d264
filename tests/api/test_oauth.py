"""Logging in, refreshing and revoking (spec 4.2, 5.3; RFC 6749, 7009, 9700)."""

import json
import logging
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from webtest import TestResponse

from app.identity import scopes
from app.identity.caller import token_hash
from app.ids import new_id
from tests.logins import PASSWORD, REVOKE, TOKEN, Logins, Person, username_hash
from tests.service import Client, Service

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def logins(service: Service) -> Logins:
    return Logins(service)


@pytest.fixture
def person(logins: Logins) -> Person:
    return logins.person()


@pytest.fixture
def app_id(logins: Logins) -> str:
    """A public client."""
    return logins.client()


def basic(name: str, secret: str) -> dict[str, str]:
    return {"Authorization": "Basic " + b64encode(f"{name}:{secret}".encode()).decode()}


def refused(response: TestResponse, error: str, status: int = 400) -> None:
    """The answer is a refusal as RFC 6749 has it, in plain ASCII, and no cache keeps it."""
    assert (response.status_int, response.json["error"]) == (status, error), response.text
    assert set(response.json) <= {"error", "error_description"}
    assert response.json["error_description"].isascii()
    assert response.content_type == "application/json"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Pragma"] == "no-cache"


# What a login answers


def test_a_login_answers_the_tokens_as_the_specification_lists_them(
    logins: Logins, person: Person, app_id: str
) -> None:
    response = logins.login(person, app_id, scope="customers.read items")
    assert response.status_int == 201
    assert response.content_type == "application/json"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Pragma"] == "no-cache"
    assert set(response.json) == {"access_token", "refresh_token", "token_type", "expires_in", "scope"}
    assert response.json["token_type"] == "Bearer"
    assert response.json["expires_in"] == 3600
    assert response.json["scope"] == "customers.read items"


def test_a_login_may_be_sent_as_json(logins: Logins, person: Person, app_id: str) -> None:
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD, "client_id": app_id}
    response = logins.json(given | {"scope": None, "device": {"name": "phone"}})
    assert response.status_int == 201
    refresh = {"grant_type": "refresh_token", "client_id": app_id}
    assert logins.json(refresh | {"refresh_token": response.json["refresh_token"]}).status_int == 201


def test_a_login_works_in_the_default_organization(logins: Logins, person: Person, app_id: str) -> None:
    other = logins.service.organization()
    logins.owner("member", other.organization_id, member=person.id)
    me = Client(logins.service.app, logins.tokens(person, app_id)["access_token"]).read("/me")
    assert me["organization"]["id"] == person.organization_id
    assert me["user"]["id"] == person.id
    assert me["tokenType"] == "oauth"
    assert me["scopes"] == ["full"]


def test_a_user_without_a_default_organization_cannot_log_in(logins: Logins, app_id: str) -> None:
    refused(logins.login(logins.person(default=False), app_id), "invalid_grant")


def test_the_username_is_taken_in_capitals_too(logins: Logins, person: Person, app_id: str) -> None:
    assert logins.login(person, app_id, username=person.email.upper()).status_int == 201


def test_tokens_are_256_random_bits_and_only_their_hash_is_stored(
    logins: Logins, person: Person, app_id: str
) -> None:
    made = logins.tokens(person, app_id)
    assert made["access_token"].startswith("oat_") and len(made["access_token"]) == 4 + 43
    assert made["refresh_token"].startswith("ort_") and len(made["refresh_token"]) == 4 + 43
    rows = logins.rows("tokens", member=person.id)
    assert {row["token_hash"] for row in rows} == {
        token_hash(made["access_token"]),
        token_hash(made["refresh_token"]),
    }
    assert made["access_token"] not in str(rows) and made["refresh_token"] not in str(rows)


def test_access_tokens_live_an_hour_and_refresh_tokens_thirty_days(
    logins: Logins, person: Person, app_id: str
) -> None:
    logins.tokens(person, app_id)
    lives = {
        row["kind"]: row["expires_at"] - datetime.now(UTC) for row in logins.rows("tokens", member=person.id)
    }
    slack = timedelta(seconds=30)
    assert timedelta(hours=1) - slack < lives["access"] <= timedelta(hours=1)
    assert timedelta(days=30) - slack < lives["refresh"] <= timedelta(days=30)


def test_an_access_token_ends_after_its_hour(logins: Logins, person: Person, app_id: str) -> None:
    made = logins.tokens(person, app_id)
    logins.owner("age_tokens", member=person.id, seconds=3599 - 30)
    assert logins.works(made["access_token"])
    logins.owner("age_tokens", member=person.id, seconds=60)
    assert not logins.works(made["access_token"])
    assert logins.refresh(made["refresh_token"], app_id).status_int == 201


def test_a_refresh_token_is_no_bearer_token_and_an_access_token_no_refresh_token(
    logins: Logins, person: Person, app_id: str
) -> None:
    made = logins.tokens(person, app_id)
    assert not logins.works(made["refresh_token"])
    refused(logins.refresh(made["access_token"], app_id), "invalid_grant")
    assert logins.works(made["access_token"])


# Scopes


def test_a_login_without_a_scope_gets_all_the_client_may_have(logins: Logins, person: Person) -> None:
    client = logins.client(scopes="customers.read invoices")
    assert logins.tokens(person, client)["scope"] == "customers.read invoices"
    assert logins.tokens(person, client, scope="")["scope"] == "customers.read invoices"


def test_a_scope_within_one_of_the_clients_is_granted_as_it_was_asked(logins: Logins, person: Person) -> None:
    client = logins.client(scopes="write")
    asked = "customers.create items.read customers.create"
    assert logins.tokens(person, client, scope=asked)["scope"] == "customers.create items.read"
    assert logins.tokens(person, client, scope="read")["scope"] == "read"


@pytest.mark.parametrize(
    "scope",
    [
        "admin",
        "customers.read nonsense",
        "customers.fly",
        "Read",
        "read,write",
        "read\twrite",
        "  ",
        "\u00a0",
        "läs",
    ],
)
def test_an_unknown_scope_is_refused(logins: Logins, person: Person, app_id: str, scope: str) -> None:
    refused(logins.login(person, app_id, scope=scope), "invalid_scope")
    assert logins.rows("tokens", member=person.id) == []


@pytest.mark.parametrize("scope", ["full", "write", "customers", "customers.read items.read"])
def test_a_scope_that_the_client_may_not_have_is_refused(logins: Logins, person: Person, scope: str) -> None:
    refused(logins.login(person, logins.client(scopes="customers.read"), scope=scope), "invalid_scope")


def test_every_scope_of_the_catalog_can_be_asked_for_at_once(
    logins: Logins, person: Person, app_id: str
) -> None:
    every = " ".join((*scopes.GROUPS, *scopes.MODULES, *scopes.GRANULAR))
    assert logins.tokens(person, app_id, scope=every)["scope"] == every


def test_a_token_of_a_narrow_scope_is_held_to_it(logins: Logins, person: Person, app_id: str) -> None:
    caller = Client(logins.service.app, logins.tokens(person, app_id, scope="taxes.read")["access_token"])
    assert caller.get("/tax-rates").status_int == 200
    response = caller.post("/tax-rates", {"name": "GST 18%", "ratePercent": 18})
    assert (response.status_int, response.json["error"]["code"]) == (403, "insufficient_scope")


def test_a_wrong_scope_does_not_tell_whether_the_password_was_right(
    logins: Logins, person: Person, app_id: str
) -> None:
    right = logins.login(person, app_id, scope="nonsense")
    wrong = logins.login(person, app_id, scope="nonsense", password="wrong")
    assert (right.status_int, right.json) == (wrong.status_int, wrong.json)


# Clients


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
        "Bearer oat_x",
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


# Refusals of the password grant


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
    monkeypatch.setattr(
        "app.identity.oauth.grants.verify_password", lambda hashed, text: bool(seen.append(hashed))
    )
    logins.login(person, app_id)
    logins.login(person, app_id, username="nobody-at-all@example.com")
    assert len(seen) == 2
    assert seen[0] is not None and seen[1] is None


def test_no_connection_is_held_while_a_password_is_verified(
    logins: Logins, person: Person, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy: list[int] = []

    def verify(hashed: str | None, text: str) -> bool:
        busy.extend(row["connections"] for row in logins.rows("in_transaction"))
        return True

    monkeypatch.setattr("app.identity.oauth.grants.verify_password", verify)
    assert logins.login(person, app_id).status_int == 201
    assert busy == [0]


# Throttling


def test_ten_failures_lock_a_username_even_for_the_right_password(
    logins: Logins, person: Person, app_id: str
) -> None:
    unlocked = logins.fail(person.email, app_id, 9)
    assert "Retry-After" not in unlocked.headers
    tenth = logins.fail(person.email, app_id, 1)
    locked = logins.login(person, app_id)
    for answer in (tenth, locked, logins.login(person, app_id, username=person.email.upper())):
        refused(answer, "invalid_grant")
        assert answer.json == unlocked.json
        assert 890 <= int(answer.headers["Retry-After"]) <= 900


def test_an_unknown_username_is_locked_like_a_known_one(logins: Logins, app_id: str) -> None:
    assert "Retry-After" in logins.fail(f"{new_id('x')}@example.com", app_id, 10).headers


def test_a_lock_ends_after_fifteen_minutes(logins: Logins, person: Person, app_id: str) -> None:
    logins.fail(person.email, app_id, 10)
    logins.owner("age_failures", username_hash=username_hash(person.email), seconds=14 * 60)
    assert 1 <= int(logins.login(person, app_id).headers["Retry-After"]) <= 60
    logins.owner("age_failures", username_hash=username_hash(person.email), seconds=61)
    assert logins.login(person, app_id).status_int == 201


def test_failures_while_locked_do_not_lengthen_the_lock(logins: Logins, person: Person, app_id: str) -> None:
    logins.fail(person.email, app_id, 10)
    logins.owner("age_failures", username_hash=username_hash(person.email), seconds=600)
    assert int(logins.fail(person.email, app_id, 12).headers["Retry-After"]) <= 300


def test_failures_older_than_fifteen_minutes_do_not_count(
    logins: Logins, person: Person, app_id: str
) -> None:
    logins.fail(person.email, app_id, 5)
    logins.owner("age_failures", username_hash=username_hash(person.email), seconds=901)
    assert "Retry-After" not in logins.fail(person.email, app_id, 9).headers
    assert "Retry-After" in logins.fail(person.email, app_id, 1).headers


def test_a_success_clears_the_count(logins: Logins, person: Person, app_id: str) -> None:
    logins.fail(person.email, app_id, 9)
    logins.tokens(person, app_id)
    assert logins.rows("throttled", username_hash=username_hash(person.email)) == []
    assert "Retry-After" not in logins.fail(person.email, app_id, 9).headers


def test_a_lock_that_falls_while_the_password_is_verified_holds(
    logins: Logins, person: Person, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def verify_slowly(hashed: str | None, text: str) -> bool:
        for _ in range(10):
            logins.rows("fail_login", username=person.email)
        return True

    monkeypatch.setattr("app.identity.oauth.grants.verify_password", verify_slowly)
    answer = logins.login(person, app_id)
    refused(answer, "invalid_grant")
    assert "Retry-After" in answer.headers
    assert logins.rows("tokens", member=person.id) == []


def test_a_user_who_leaves_while_the_password_is_verified_is_refused(
    logins: Logins, person: Person, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def verify_slowly(hashed: str | None, text: str) -> bool:
        logins.owner("no_default_organization", member=person.id)
        logins.owner("leave", person.organization_id, member=person.id)
        return True

    monkeypatch.setattr("app.identity.oauth.grants.verify_password", verify_slowly)
    refused(logins.login(person, app_id), "invalid_grant")


def test_nothing_that_strangers_type_is_stored_and_old_failures_are_forgotten(
    logins: Logins, person: Person, app_id: str
) -> None:
    typed = f"my-password-{new_id('x')}"
    logins.fail(typed, app_id, 1)
    (row,) = logins.rows("throttled", username_hash=username_hash(typed))
    assert typed.lower() not in str(row).lower()
    logins.owner("age_failures", username_hash=username_hash(typed), seconds=901)
    logins.fail(person.email, app_id, 1)
    assert logins.rows("throttled", username_hash=username_hash(typed)) == []


# Refreshing


def test_a_refresh_gives_new_tokens_of_the_same_scope(logins: Logins, person: Person, app_id: str) -> None:
    first = logins.tokens(person, app_id, scope="read")
    response = logins.refresh(first["refresh_token"], app_id)
    assert response.status_int == 201
    assert response.headers["Cache-Control"] == "no-store"
    assert set(response.json) == set(first)
    assert response.json["scope"] == "read"
    assert response.json["expires_in"] == 3600
    assert response.json["access_token"] != first["access_token"]
    assert response.json["refresh_token"] != first["refresh_token"]
    assert logins.works(response.json["access_token"])
    assert logins.works(first["access_token"])


def test_a_refresh_may_narrow_the_access_token_and_the_login_keeps_its_scope(
    logins: Logins, person: Person, app_id: str
) -> None:
    first = logins.tokens(person, app_id, scope="write")
    narrow = logins.refresh(first["refresh_token"], app_id, scope="customers.read").json
    assert narrow["scope"] == "customers.read"
    me = Client(logins.service.app, narrow["access_token"]).read("/me")
    assert me["effectivePermissions"] == ["customers.read"]
    assert logins.refresh(narrow["refresh_token"], app_id).json["scope"] == "write"


def test_a_refresh_with_a_wider_or_unknown_scope_is_refused_and_spends_nothing(
    logins: Logins, person: Person, app_id: str
) -> None:
    first = logins.tokens(person, app_id, scope="customers.read items.read")
    for scope in ("full", "customers", "customers.read taxes.read", "nonsense"):
        refused(logins.refresh(first["refresh_token"], app_id, scope=scope), "invalid_scope")
    assert logins.refresh(first["refresh_token"], app_id).status_int == 201


def test_a_refresh_token_used_twice_ends_the_whole_family(
    logins: Logins, person: Person, app_id: str
) -> None:
    first = logins.tokens(person, app_id)
    second = logins.refresh(first["refresh_token"], app_id).json
    third = logins.refresh(second["refresh_token"], app_id).json
    other_login = logins.tokens(person, app_id)
    assert logins.works(third["access_token"])
    refused(logins.refresh(first["refresh_token"], app_id), "invalid_grant")
    for tokens in (first, second, third):
        assert not logins.works(tokens["access_token"])
        refused(logins.refresh(tokens["refresh_token"], app_id), "invalid_grant")
    assert logins.works(other_login["access_token"])
    assert logins.refresh(other_login["refresh_token"], app_id).status_int == 201


def test_a_refresh_token_ends_after_thirty_days(logins: Logins, person: Person, app_id: str) -> None:
    first = logins.tokens(person, app_id)
    logins.owner("age_tokens", member=person.id, seconds=30 * 24 * 3600)
    refused(logins.refresh(first["refresh_token"], app_id), "invalid_grant")


def test_a_refresh_token_is_good_for_its_own_client_only(logins: Logins, person: Person, app_id: str) -> None:
    first = logins.tokens(person, app_id)
    refused(logins.refresh(first["refresh_token"], logins.client()), "invalid_grant")
    assert logins.refresh(first["refresh_token"], app_id).status_int == 201


def test_a_confidential_client_proves_itself_when_it_refreshes(logins: Logins, person: Person) -> None:
    client = logins.client("s3cret")
    first = logins.tokens(person, client, client_secret="s3cret")
    refused(logins.refresh(first["refresh_token"], client), "invalid_client", 401)
    given = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    assert logins.form(given, basic(client, "s3cret")).status_int == 201


def test_a_refresh_token_that_is_missing_or_unknown_is_refused(logins: Logins, app_id: str) -> None:
    refused(logins.form({"grant_type": "refresh_token", "client_id": app_id}), "invalid_request")
    answers = [logins.refresh(token, app_id) for token in ("ort_x", "x" * 200_000, "жетон", new_id("pat"))]
    for answer in answers:
        refused(answer, "invalid_grant")
        assert answer.json == answers[0].json


def test_a_user_who_left_the_organization_cannot_refresh(logins: Logins, person: Person, app_id: str) -> None:
    first = logins.tokens(person, app_id)
    logins.owner("no_default_organization", member=person.id)
    logins.owner("leave", person.organization_id, member=person.id)
    refused(logins.refresh(first["refresh_token"], app_id), "invalid_grant")
    assert not logins.works(first["access_token"])


# Revoking


def revoked(response: TestResponse) -> bool:
    return response.status_int == 200 and response.json == {"success": True}


def test_a_revoked_access_token_ends_at_once_and_alone(logins: Logins, person: Person, app_id: str) -> None:
    made = logins.tokens(person, app_id)
    assert revoked(logins.revoke(made["access_token"]))
    assert not logins.works(made["access_token"])
    assert logins.refresh(made["refresh_token"], app_id).status_int == 201


def test_a_revoked_refresh_token_takes_the_access_tokens_of_its_login_along(
    logins: Logins, person: Person, app_id: str
) -> None:
    first = logins.tokens(person, app_id)
    second = logins.refresh(first["refresh_token"], app_id).json
    other_login = logins.tokens(person, app_id)
    assert revoked(logins.json({"token": second["refresh_token"]}, path=REVOKE))
    assert not logins.works(first["access_token"])
    assert not logins.works(second["access_token"])
    refused(logins.refresh(second["refresh_token"], app_id), "invalid_grant")
    assert logins.works(other_login["access_token"])


def test_a_refresh_token_that_was_exchanged_can_still_end_its_login(
    logins: Logins, person: Person, app_id: str
) -> None:
    first = logins.tokens(person, app_id)
    second = logins.refresh(first["refresh_token"], app_id).json
    assert revoked(logins.revoke(first["refresh_token"]))
    assert not logins.works(second["access_token"])


def test_whoever_holds_a_personal_access_token_may_revoke_it(service: Service, logins: Logins) -> None:
    caller = service.organization()
    assert caller.token and logins.works(caller.token)
    assert revoked(logins.revoke(caller.token))
    assert not logins.works(caller.token)


def test_revoking_what_does_not_exist_or_is_revoked_succeeds(
    logins: Logins, person: Person, app_id: str
) -> None:
    made = logins.tokens(person, app_id)
    for token in ("oat_unknown", made["refresh_token"], made["refresh_token"], "x" * 200_000, "жетон"):
        assert revoked(logins.revoke(token))
        assert revoked(logins.json({"token": token}, path=REVOKE))


def test_the_hint_and_client_credentials_are_ignored_when_revoking(
    logins: Logins, person: Person, app_id: str
) -> None:
    made = logins.tokens(person, app_id)
    given = {"token": made["access_token"], "token_type_hint": "refresh_token", "client_id": "nobody"}
    assert revoked(logins.form(given, basic("nobody", "wrong"), path=REVOKE))
    assert not logins.works(made["access_token"])
    assert revoked(logins.form({"token": "oat_x", "token_type_hint": "nonsense"}, path=REVOKE))


def test_a_revocation_leaves_a_row_in_the_audit_trail_without_the_hash(
    logins: Logins, person: Person, app_id: str
) -> None:
    made = logins.tokens(person, app_id)
    logins.revoke(made["access_token"])
    trail = logins.rows("trail", organization=person.organization_id, member=person.id)
    assert [row["operation"] for row in trail] == ["INSERT", "INSERT", "UPDATE"]
    assert trail[-1]["after"]["revoked_at"] is not None
    assert token_hash(made["access_token"]) not in str(trail)


# Bodies


BROKEN: list[tuple[str, bytes, str, int]] = [
    ("no JSON", b"{", "application/json", 400),
    ("empty", b"", "application/json", 400),
    ("no object", b'["password"]', "application/json", 400),
    ("deep nesting", b"[" * 100_000, "application/json", 400),
    ("NaN", b'{"token": NaN, "grant_type": NaN}', "application/json", 400),
    ("JSON that is not UTF-8", b'{"token": "\xff", "grant_type": "\xff"}', "application/json", 400),
    ("a lone surrogate", b'{"token": "\\ud800", "grant_type": "\\ud800"}', "application/json", 400),
    ("NUL in JSON", b'{"token": "a\\u0000", "grant_type": "a\\u0000"}', "application/json", 400),
    ("a number", b'{"token": 5, "grant_type": 5}', "application/json", 400),
    ("an object", b'{"token": {}, "grant_type": {}}', "application/json", 400),
    ("a list", b'{"token": ["x"], "grant_type": ["password"]}', "application/json", 400),
    ("a boolean", b'{"token": true, "grant_type": true}', "application/json", 400),
    ("JSON twice", b'{"token": "a", "token": "a", "grant_type": "x"}', "application/json", 400),
    (
        "nesting",
        b'{"token": "a", "x": ' + b"[" * 900 + b"]" * 900 + b', "token": "a"}',
        "application/json",
        400,
    ),
    ("huge integer", b'{"grant_type": ' + b"9" * 5_000 + b', "token": 1}', "application/json", 400),
    ("a form twice", b"token=a&token=a&grant_type=password", FORM, 400),
    ("unknown twice", b"token=a&x=1&x=2&grant_type=password", FORM, 400),
    ("NUL in a form", b"token=%00&grant_type=%00", FORM, 400),
    ("a form that is not UTF-8", b"token=%ff&grant_type=%ff", FORM, 400),
    ("raw bytes in a form", b"token=\xff&grant_type=\xff", FORM, 400),
    ("1,000 parameters", b"&".join(b"p%d=1" % n for n in range(1_000)), FORM, 400),
    ("over the limit", b"token=" + b"x" * (1024 * 1024), FORM, 413),
    ("text", b"token=a&grant_type=password", "text/plain", 415),
    ("multipart", b"token=a", "multipart/form-data; boundary=x", 415),
    ("another charset", b"token=a", FORM + "; charset=utf-16", 415),
    ("nothing", b"", FORM, 400),
]


@pytest.mark.parametrize(
    ("body", "media_type", "status"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN]
)
def test_a_body_that_cannot_be_read_is_refused_as_each_endpoint_does(
    logins: Logins, body: bytes, media_type: str, status: int
) -> None:
    refused(logins.raw(body, media_type), "invalid_request", status)
    response = logins.raw(body, media_type, REVOKE)
    assert response.status_int == status
    assert response.json["success"] is False
    assert response.json["error"]["code"] == "invalid_request"


def test_a_compressed_body_is_refused(logins: Logins) -> None:
    refused(logins.raw(b"x", FORM, **{"Content-Encoding": "gzip"}), "invalid_request", 415)


@pytest.mark.parametrize(
    "name", ["username", "password", "client_id", "client_secret", "scope", "refresh_token"]
)
@pytest.mark.parametrize("value", [5, 1.5, True, ["x"], {"a": "b"}], ids=repr)
def test_a_parameter_in_json_that_is_not_text_is_refused(
    logins: Logins, person: Person, app_id: str, name: str, value: Any
) -> None:
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD, "client_id": app_id}
    refused(logins.json(given | {name: value}), "invalid_request")


def test_a_password_of_any_alphabet_goes_through_both_kinds_of_body(logins: Logins, app_id: str) -> None:
    from app.identity.passwords import hash_password  # noqa: PLC0415 - this test alone hashes

    password = "पासवर्ड & 100% + =\u20b9"
    person = logins.person(password_hash=hash_password(password))
    assert logins.login(person, app_id, password=password).status_int == 201
    given = {"grant_type": "password", "username": person.email, "password": password, "client_id": app_id}
    assert logins.json(given).status_int == 201


def test_what_was_sent_is_never_repeated_in_a_refusal(logins: Logins, person: Person, app_id: str) -> None:
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD, "client_id": app_id}
    for name in (*given, "client_secret", "scope"):
        response = logins.form(given | {name: "<zebra>\r\nX: y\u20b9"})
        assert response.status_int in (400, 401)
        assert "zebra" not in response.text
        assert "zebra" not in str(response.headers)


def test_plain_http_from_another_machine_is_refused(logins: Logins, person: Person, app_id: str) -> None:
    given = {"grant_type": "password", "username": person.email, "password": PASSWORD, "client_id": app_id}
    refused(logins.form(given, {"Host": "api.example.com"}), "insecure_transport")
    behind_a_proxy = {"Host": "api.example.com", "X-Forwarded-Proto": "https"}
    assert logins.form(given, behind_a_proxy).status_int == 201
    response = logins.form({"token": "x"}, {"Host": "api.example.com"}, path=REVOKE)
    assert (response.status_int, response.json["error"]["code"]) == (400, "invalid_request")


def test_other_methods_are_refused(logins: Logins) -> None:
    for path in (TOKEN, REVOKE):
        response = logins.web.get(path, expect_errors=True)
        assert response.status_int == 405
        assert "POST" in response.headers["Allow"]


def test_no_token_or_password_reaches_the_log(
    logins: Logins, person: Person, app_id: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    made = logins.tokens(person, app_id)
    again = logins.refresh(made["refresh_token"], app_id).json
    logins.revoke(again["refresh_token"])
    written = caplog.text + json.dumps([str(record.__dict__) for record in caplog.records])
    for secret in (PASSWORD, made["access_token"], made["refresh_token"], again["refresh_token"]):
        assert secret not in written


def test_a_database_that_is_away_is_told_in_the_endpoints_own_words(
    logins: Logins, person: Person, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.errors import Unavailable  # noqa: PLC0415

    def away(*_: Callable[..., Any]) -> None:
        raise Unavailable

    monkeypatch.setattr("app.database.Database.run", away)
    response = logins.login(person, app_id)
    refused(response, "temporarily_unavailable", 503)
    assert int(response.headers["Retry-After"]) >= 1
