"""Answers to logins, and the scope that they grant (RFC 6749)."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import extract_parameters

from app.identity import scopes
from app.identity.caller import token_hash
from app.identity.passwords import hash_password, is_outdated
from tests.logins import PASSWORD, PASSWORD_HASH, Logins, Person, is_password, refused
from tests.service import Client


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


def test_a_login_renews_a_hash_that_was_made_with_former_settings(
    logins: Logins, person: Person, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.identity.oauth.grants.is_outdated", is_outdated)
    first = logins.tokens(person, app_id)
    (stored,) = logins.rows("password", member=person.id)
    assert extract_parameters(stored["password_hash"]) == extract_parameters(hash_password("any"))
    assert is_password(stored["password_hash"], PASSWORD)
    # Nothing else changes: logins go on, and the next one leaves the hash alone.
    assert logins.works(first["access_token"])
    assert logins.login(person, app_id).status_int == 201
    assert logins.rows("password", member=person.id) == [stored]


def test_a_wrong_password_renews_nothing(
    logins: Logins, person: Person, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.identity.oauth.grants.is_outdated", is_outdated)
    logins.fail(person.email, app_id, 1)
    assert logins.rows("password", member=person.id) == [{"password_hash": PASSWORD_HASH}]


def test_of_logins_at_once_that_renew_a_hash_all_succeed(
    logins: Logins, person: Person, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.identity.oauth.grants.is_outdated", is_outdated)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: logins.login(person, app_id), range(8)))
    assert [answer.status_int for answer in answers] == [201] * 8
