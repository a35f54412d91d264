"""A refresh whose answer was lost may be repeated once, within 30 seconds."""

import psycopg
import pytest

from app.identity.caller import token_hash
from app.identity.oauth.successors import new_nonce, successors
from tests.logins import Logins, Person, refused


@pytest.fixture
def used(logins: Logins, person: Person, app_id: str) -> tuple[str, dict[str, object]]:
    """A refresh token that was just exchanged, and the answer that may have been lost."""
    first: str = logins.tokens(person, app_id)["refresh_token"]
    return first, logins.refresh(first, app_id).json


def test_the_same_tokens_are_given_once_more(
    logins: Logins, app_id: str, used: tuple[str, dict[str, object]]
) -> None:
    first, lost = used
    again = logins.refresh(first, app_id)
    assert again.status_int == 201
    same = ("access_token", "refresh_token", "scope", "token_type")
    assert {name: again.json[name] for name in same} == {name: lost[name] for name in same}
    assert 3560 < again.json["expires_in"] <= 3600
    assert logins.works(again.json["access_token"])
    assert logins.refresh(again.json["refresh_token"], app_id).status_int == 201


def test_a_third_use_ends_the_login(logins: Logins, app_id: str, used: tuple[str, dict[str, object]]) -> None:
    first, lost = used
    logins.refresh(first, app_id)
    refused(logins.refresh(first, app_id), "invalid_grant")
    assert not logins.works(str(lost["access_token"]))
    refused(logins.refresh(str(lost["refresh_token"]), app_id), "invalid_grant")


def test_after_thirty_seconds_a_second_use_ends_the_login(
    logins: Logins, app_id: str, used: tuple[str, dict[str, object]]
) -> None:
    first, lost = used
    logins.owner("age_exchanges", seconds=31)
    refused(logins.refresh(first, app_id), "invalid_grant")
    assert not logins.works(str(lost["access_token"]))


def test_within_thirty_seconds_it_does_not(
    logins: Logins, app_id: str, used: tuple[str, dict[str, object]]
) -> None:
    first, lost = used
    logins.owner("age_exchanges", seconds=15)
    again = logins.refresh(first, app_id).json
    assert again["refresh_token"] == lost["refresh_token"]
    assert again["expires_in"] <= 3585


def test_once_the_successor_was_used_the_token_before_it_is_a_reuse(
    logins: Logins, app_id: str, used: tuple[str, dict[str, object]]
) -> None:
    first, second = used
    third = logins.refresh(str(second["refresh_token"]), app_id).json
    refused(logins.refresh(first, app_id), "invalid_grant")
    assert not logins.works(third["access_token"])


def test_another_client_gets_nothing_and_ends_nothing(
    logins: Logins, app_id: str, used: tuple[str, dict[str, object]]
) -> None:
    first, lost = used
    refused(logins.refresh(first, logins.client()), "invalid_grant")
    assert logins.refresh(first, app_id).json["refresh_token"] == lost["refresh_token"]


def test_a_login_that_was_ended_gives_nothing_again(
    logins: Logins, app_id: str, used: tuple[str, dict[str, object]]
) -> None:
    first, lost = used
    logins.revoke(str(lost["refresh_token"]))
    refused(logins.refresh(first, app_id), "invalid_grant")


def test_a_repetition_has_the_scope_of_the_first_answer(logins: Logins, person: Person, app_id: str) -> None:
    first = logins.tokens(person, app_id)["refresh_token"]
    narrow = logins.refresh(first, app_id, scope="customers.read").json
    again = logins.refresh(first, app_id).json
    assert (again["scope"], again["access_token"]) == ("customers.read", narrow["access_token"])


def test_the_database_does_not_know_the_successors(
    logins: Logins, app_id: str, used: tuple[str, dict[str, object]]
) -> None:
    first, lost = used
    with psycopg.connect(logins.service.url) as connection:
        rows = connection.execute("SELECT r::text, r.nonce FROM refresh_repeats r").fetchall()
    kept = " ".join(text for text, _ in rows)
    assert str(lost["refresh_token"]) not in kept and str(lost["access_token"]) not in kept
    nonces = [nonce for _, nonce in rows if successors(first, nonce)[1] == lost["refresh_token"]]
    assert len(nonces) == 1
    # What the database has in place of the token is its hash, which leads nowhere.
    assert successors(token_hash(first), nonces[0])[1] != lost["refresh_token"]


def test_old_answers_are_forgotten_by_later_refreshes(
    logins: Logins, person: Person, app_id: str, used: tuple[str, dict[str, object]]
) -> None:
    assert used
    logins.owner("age_exchanges", seconds=61)
    logins.refresh(logins.tokens(person, app_id)["refresh_token"], app_id)
    assert logins.rows("exchanges_older_than", seconds=60) == []


def test_successors_differ_by_purpose_token_and_nonce() -> None:
    nonce = new_nonce()
    made = {*successors("ort_a", nonce), *successors("ort_b", nonce), *successors("ort_a", new_nonce())}
    assert len(made) == 6
    assert successors("ort_a", nonce) == successors("ort_a", nonce)
    assert all(len(token) == len("oat_") + 43 for token in made)
