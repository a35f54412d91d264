"""Ten failed logins lock a username for fifteen minutes."""

import pytest

from app.identity.passwords import prove_password
from app.ids import new_id
from tests.logins import Logins, Person, refused, username_hash


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


@pytest.mark.slow
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
    def prove_slowly(form: str | None, text: str) -> str:
        for _ in range(10):
            logins.rows("fail_login", username=person.email)
        return prove_password(form, text)

    monkeypatch.setattr("app.identity.oauth.grants.prove_password", prove_slowly)
    answer = logins.login(person, app_id)
    refused(answer, "invalid_grant")
    assert "Retry-After" in answer.headers
    assert logins.rows("tokens", member=person.id) == []


def test_a_user_who_leaves_while_the_password_is_verified_is_refused(
    logins: Logins, person: Person, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prove_slowly(form: str | None, text: str) -> str:
        logins.owner("no_default_organization", member=person.id)
        logins.owner("leave", person.organization_id, member=person.id)
        return prove_password(form, text)

    monkeypatch.setattr("app.identity.oauth.grants.prove_password", prove_slowly)
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
