"""Failed logins from one address use up its budget, whatever the usernames are."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from webtest import TestApp, TestResponse

from app.config import Settings
from app.errors import Unavailable
from app.identity.passwords import prove_password
from app.ids import new_id
from resources.api import create_app
from tests.logins import PASSWORD, Logins, Person
from tests.service import POOLER, Service

BUDGET = 4
AT_ONCE = 32
_networks = count(1)

At = Callable[[str], Logins]


@pytest.fixture(scope="module")
def counting(_running: Service) -> Iterator[Service]:
    """A service on which few logins of an address may fail."""
    settings = Settings(
        database_url=_running.url,
        pooler=POOLER,
        pool_wait=30.0,
        rate_without_token=1_000_000,
        login_failures_per_address=BUDGET,
    )
    service = Service(create_app(settings), _running.url)
    yield service
    service.close()


@pytest.fixture
def at(counting: Service) -> At:
    """Make clients that log in from an address."""

    def make(address: str) -> Logins:
        logins = Logins(counting)
        environment = {"REMOTE_ADDR": address, "wsgi.url_scheme": "https"}
        logins.web = TestApp(counting.app, extra_environ=environment)
        return logins

    return make


@pytest.fixture
def address() -> str:
    """An address that no other test uses."""
    number = next(_networks)
    return f"198.51.{number // 256}.{number % 256}"


def spray(logins: Logins, app_id: str, times: int) -> list[TestResponse]:
    """Wrong logins, each with a username of its own."""
    return [logins.fail(f"{new_id('x')}@example.com", app_id, 1) for _ in range(times)]


def turned_away(answer: TestResponse) -> bool:
    """Return whether the answer says that the budget is used up."""
    if answer.status_int != 429:
        return False
    assert answer.json["error"] == "temporarily_unavailable"
    assert set(answer.json) == {"error", "error_description"}
    assert 1 <= int(answer.headers["Retry-After"]) <= 900
    return True


def test_ever_other_usernames_from_one_address_use_up_its_budget(
    at: At, address: str, app_id: str, person: Person
) -> None:
    answers = spray(at(address), app_id, BUDGET + 1)
    assert [answer.status_int for answer in answers] == [400] * BUDGET + [429]
    assert turned_away(answers[-1]) and int(answers[-1].headers["Retry-After"]) > 890
    assert turned_away(at(address).login(person, app_id))


def test_no_password_is_hashed_once_the_budget_is_used_up(
    at: At, address: str, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spray(at(address), app_id, BUDGET)

    def prove(form: str | None, text: str) -> str:
        raise AssertionError

    monkeypatch.setattr("app.identity.oauth.grants.prove_password", prove)
    assert turned_away(spray(at(address), app_id, 1)[0])


def test_other_addresses_are_not_held_back(at: At, address: str, app_id: str, person: Person) -> None:
    spray(at(address), app_id, BUDGET + 1)
    assert at("203.0.113.9").login(person, app_id).status_int == 201


def test_the_addresses_of_one_ipv6_network_share_a_budget(at: At, app_id: str, person: Person) -> None:
    for host in range(BUDGET):
        spray(at(f"2001:db8:7:7::{host:x}"), app_id, 1)
    assert turned_away(at("2001:db8:7:7:ffff::1").login(person, app_id))
    assert at("2001:db8:7:8::1").login(person, app_id).status_int == 201


def test_who_is_behind_a_trusted_proxy_is_counted_by_the_address_that_it_tells(
    at: At, address: str, app_id: str, person: Person
) -> None:
    proxied = at("127.0.0.1")
    proxied.web.extra_environ["HTTP_X_FORWARDED_FOR"] = f"203.0.113.77, {address}"
    spray(proxied, app_id, BUDGET)
    assert turned_away(at(address).login(person, app_id))
    made_up = at(address)
    made_up.web.extra_environ["HTTP_X_FORWARDED_FOR"] = "203.0.113.78"
    assert turned_away(made_up.login(person, app_id))


def test_logins_that_succeed_do_not_count(at: At, address: str, app_id: str, person: Person) -> None:
    there = at(address)
    spray(there, app_id, BUDGET - 1)
    for _ in range(2 * BUDGET):
        assert there.login(person, app_id).status_int == 201
    assert not turned_away(spray(there, app_id, 1)[0])
    assert turned_away(there.login(person, app_id))


def test_failures_are_forgotten_after_fifteen_minutes(
    at: At, address: str, app_id: str, person: Person
) -> None:
    there = at(address)
    spray(there, app_id, BUDGET)
    # Half a minute less: on a busy machine the failures themselves take seconds.
    there.owner("age_all_failures", seconds=870)
    assert turned_away(there.login(person, app_id))
    there.owner("age_all_failures", seconds=31)
    assert there.login(person, app_id).status_int == 201


def test_tries_at_a_locked_username_use_up_nothing(
    at: At, logins: Logins, address: str, app_id: str, person: Person
) -> None:
    logins.fail(person.email, app_id, 10)
    there = at(address)
    for _ in range(BUDGET + 1):
        assert there.login(person, app_id).json["error"] == "invalid_grant"
    assert there.login(logins.person(), app_id).status_int == 201


def test_of_wrong_logins_at_once_no_more_are_verified_than_the_budget_has(
    at: At, address: str, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    verified: list[str] = []

    def prove(form: str | None, text: str) -> str:
        verified.append(text)
        return prove_password(form, text)

    monkeypatch.setattr("app.identity.oauth.grants.prove_password", prove)
    there = at(address)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(lambda _: spray(there, app_id, 1)[0], range(AT_ONCE)))
    assert Counter(answer.status_int for answer in answers) == {400: BUDGET, 429: AT_ONCE - BUDGET}
    assert len(verified) == BUDGET


def test_what_is_under_way_when_a_worker_dies_counts_for_a_minute(
    at: At, address: str, app_id: str, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(form: str | None, text: str) -> str:
        raise MemoryError

    there = at(address)
    with monkeypatch.context() as patched:
        patched.setattr("app.identity.oauth.grants.prove_password", die)
        for _ in range(BUDGET):
            assert there.login(person, app_id).status_int == 500
    busy = there.login(person, app_id)
    assert turned_away(busy) and busy.headers["Retry-After"] == "1"
    there.owner("age_all_failures", seconds=61)
    assert there.login(person, app_id).status_int == 201


@pytest.mark.slow
@pytest.mark.parametrize("password", [PASSWORD, "a wrong password"])
def test_what_is_left_does_not_tell_whether_a_password_of_a_locked_username_was_right(
    password: str,
    at: At,
    logins: Logins,
    address: str,
    app_id: str,
    person: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def prove_while_it_is_locked(form: str | None, text: str) -> str:
        with monkeypatch.context() as patched:
            patched.setattr("app.identity.oauth.grants.prove_password", prove_password)
            logins.fail(person.email, app_id, 10)
        return prove_password(form, text)

    there = at(address)
    with monkeypatch.context() as patched:
        patched.setattr("app.identity.oauth.grants.prove_password", prove_while_it_is_locked)
        assert "Retry-After" in there.login(person, app_id, password=password).headers
    spray(there, app_id, BUDGET - 1)
    assert turned_away(spray(there, app_id, 1)[0])


def test_a_login_that_nobody_had_time_to_verify_uses_up_nothing(
    at: At, address: str, app_id: str, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def have_no_time(form: str | None, text: str) -> str:
        raise Unavailable

    there = at(address)
    with monkeypatch.context() as patched:
        patched.setattr("app.identity.oauth.grants.prove_password", have_no_time)
        for _ in range(BUDGET + 1):
            assert there.login(person, app_id).status_int == 503
    assert there.login(person, app_id).status_int == 201


# Devices that logged in before.


def test_a_device_that_logged_in_before_may_still_try_while_its_username_is_locked(
    logins: Logins, person: Person, app_id: str
) -> None:
    known = logins.tokens(person, app_id)["refresh_token"]
    logins.fail(person.email, app_id, 10)
    assert "Retry-After" in logins.login(person, app_id).headers
    assert logins.login(person, app_id, refresh_token=known).status_int == 201
    # Strangers are locked out as before.
    assert "Retry-After" in logins.login(person, app_id).headers


def test_a_known_device_may_try_where_its_address_is_used_up(
    at: At, logins: Logins, address: str, app_id: str, person: Person
) -> None:
    known = logins.tokens(person, app_id)["refresh_token"]
    there = at(address)
    spray(there, app_id, BUDGET)
    assert there.login(person, app_id, refresh_token=known).status_int == 201


def test_a_spent_or_revoked_refresh_token_still_tells_the_device(
    logins: Logins, person: Person, app_id: str
) -> None:
    spent = logins.tokens(person, app_id)["refresh_token"]
    revoked = logins.refresh(spent, app_id).json["refresh_token"]
    logins.revoke(revoked)
    logins.fail(person.email, app_id, 10)
    for known in (spent, revoked):
        assert logins.login(person, app_id, refresh_token=known).status_int == 201


def test_a_known_device_has_ten_failures_of_its_own(logins: Logins, person: Person, app_id: str) -> None:
    known = logins.tokens(person, app_id)["refresh_token"]
    for _ in range(10):
        answer = logins.login(person, app_id, refresh_token=known, password="wrong")
    assert "Retry-After" in answer.headers
    assert "Retry-After" in logins.login(person, app_id, refresh_token=known).headers
    # The username is not locked by them.
    assert logins.login(person, app_id).status_int == 201


def test_the_token_of_another_user_or_client_tells_nothing(
    logins: Logins, person: Person, app_id: str
) -> None:
    others = logins.tokens(logins.person(), app_id)["refresh_token"]
    elsewhere = logins.tokens(person, logins.client())["refresh_token"]
    access = logins.tokens(person, app_id)["access_token"]
    logins.fail(person.email, app_id, 10)
    for token in (others, elsewhere, access, "ort_made-up"):
        assert "Retry-After" in logins.login(person, app_id, refresh_token=token).headers
