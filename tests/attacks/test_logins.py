"""Getting more out of a login than it is worth: wider scopes, other people's accounts, who has one."""

import time
from collections.abc import Callable
from statistics import median

import pytest

from app.identity.passwords import hash_password
from app.ids import new_id
from tests.logins import PASSWORD, REVOKE, TOKEN, Logins, Person, refused
from tests.reliability.sizes import FULL
from tests.service import Client

NARROW = "customers.read invoices.read"
#: Logins of each kind that are timed.
SAMPLES = 200 if FULL else 5
# The tenth failure locks a username.
UNLOCKED = 9


# Scopes.


WIDER = (
    "full",
    "write",
    "read",
    "*",
    "customers",
    "customers.*",
    "customers.write",
    f"{NARROW} taxes.read",
    f"{NARROW} {NARROW} customers.write",
    "CUSTOMERS.WRITE",
    "customers.read\tcustomers.write",
    "customers.read\ncustomers.write",
    "customers.read,customers.write",
    "customers.read+customers.write",
    "customers.read full\x00",
    "cust\u043emers.read",
    "x" * 100_000,
)


def test_a_refresh_gives_no_more_than_the_login_had(logins: Logins, person: Person, app_id: str) -> None:
    first = logins.tokens(person, app_id, scope=NARROW)
    for wanted in WIDER:
        answer = logins.refresh(first["refresh_token"], app_id, scope=wanted)
        assert answer.status_int == 400, wanted
        assert answer.json["error"] in ("invalid_scope", "invalid_request"), wanted
    assert set(logins.refresh(first["refresh_token"], app_id).json["scope"].split()) == set(NARROW.split())


def test_scopes_in_other_places_of_a_refresh_are_not_looked_at(
    logins: Logins, person: Person, app_id: str
) -> None:
    first = logins.tokens(person, app_id, scope=NARROW)
    given = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"], "client_id": app_id}
    twice = logins.form([*given.items(), ("scope", NARROW), ("scope", "full")])
    refused(twice, "invalid_request")
    for scope in (["full"], {"0": "full"}, True):
        refused(logins.json(given | {"scope": scope}), "invalid_request")
    more = {"scopes": "full", "role": "ADMIN", "permissions": "full", "audience": "x", "Scope": "full"}
    answer = logins.form(given | more, {"X-Scope": "full"}, f"{TOKEN}?scope=full&grant_type=password")
    assert answer.status_int == 201
    assert set(answer.json["scope"].split()) == set(NARROW.split())


def test_a_narrow_token_cannot_be_traded_for_a_wider_one(logins: Logins, person: Person, app_id: str) -> None:
    first = logins.tokens(person, app_id, scope=NARROW)
    as_refresh = logins.refresh(first["access_token"], app_id)
    refused(as_refresh, "invalid_grant")
    for grant in (
        "client_credentials",
        "authorization_code",
        "urn:ietf:params:oauth:grant-type:token-exchange",
    ):
        given = {
            "grant_type": grant,
            "client_id": app_id,
            "subject_token": first["access_token"],
            "scope": "full",
        }
        refused(logins.form(given), "unsupported_grant_type")
    assert Client(logins.service.app, first["access_token"]).post("/customers", {}).status_int == 403


def test_a_login_cannot_choose_its_organization_role_or_lifetime(
    logins: Logins, person: Person, app_id: str
) -> None:
    other = logins.person()
    wishes = {
        "organization_id": other.organization_id,
        "organizationId": other.organization_id,
        "user_id": other.id,
        "sub": other.id,
        "expires_in": "999999999",
        "role": "ADMIN",
        "token_type": "pat",
    }
    made = logins.tokens(person, app_id, **wishes)
    assert made["expires_in"] == 3600
    caller = Client(logins.service.app, made["access_token"]).get("/me").text
    assert person.organization_id in caller
    assert other.organization_id not in caller and other.id not in caller


# Who has an account.


def test_refusals_of_known_and_unknown_users_are_equal_to_the_byte(logins: Logins, app_id: str) -> None:
    known, silent = logins.person(), logins.person(password_hash=None)
    # Locked afterwards, as all of them are: a name that no other test means.
    unknown = f"{new_id('x').lower()}@example.com"
    told = set()
    for name in (known.email, silent.email, unknown, unknown.removesuffix("@example.com"), f"{known.email} "):
        first = refusal(logins, name, app_id)
        for _ in range(UNLOCKED - 1):
            logins.rows("fail_login", username=name)
        told.add(str((first, refusal(logins, name, app_id))))
    assert len(told) == 1


def refusal(logins: Logins, username: str, app_id: str) -> object:
    """All that an attacker sees of a wrong guess, but for the seconds that a lock has left."""
    given = {"grant_type": "password", "username": username, "password": "wrong", "client_id": app_id}
    answer = logins.form(given, {"X-Request-Id": "the-same"})
    headers = {name: value for name, value in answer.headers.items() if name != "Retry-After"}
    return answer.status_int, sorted(headers.items()), answer.body, "Retry-After" in answer.headers


def test_a_revocation_does_not_tell_whether_there_was_a_token(
    logins: Logins, person: Person, app_id: str
) -> None:
    made = logins.tokens(person, app_id)
    tokens = (made["access_token"], made["access_token"], made["refresh_token"], "oat_none", "x")
    answers = [logins.form({"token": token}, {"X-Request-Id": "the-same"}, REVOKE) for token in tokens]
    assert len({(a.status_int, str(sorted(a.headers.items())), a.body) for a in answers}) == 1


@pytest.mark.slow
def test_known_and_unknown_users_take_the_same_time(logins: Logins, app_id: str) -> None:
    """In full size within 5 ms of each other; in short only a missing verification would show, at any load."""
    people = [logins.person(password_hash=hash_password(PASSWORD)) for _ in range(-(-SAMPLES // UNLOCKED))]
    silent = [logins.person(password_hash=None) for _ in people]
    names: dict[str, Callable[[int], str]] = {
        "known": lambda n: people[n // UNLOCKED].email,
        "without a password": lambda n: silent[n // UNLOCKED].email,
        "unknown": lambda _: f"{new_id('x').lower()}@example.com",
    }
    took: dict[str, list[float]] = {kind: [] for kind in names}
    for n in range(SAMPLES):
        for kind, name in names.items():
            username = name(n)
            began = time.perf_counter()
            answer = logins.fail(username, app_id, 1)
            took[kind].append(time.perf_counter() - began)
            assert "Retry-After" not in answer.headers
    middle = {kind: 1000 * median(times) for kind, times in took.items()}
    print(f"median milliseconds of {SAMPLES} logins each: {middle}")  # noqa: T201
    least, most = min(middle.values()), max(middle.values())
    assert most - least < 5 if FULL else most < 6 * least
