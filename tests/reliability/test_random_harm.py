"""Harm made at random for every operation, in full size 100,000 requests; and that all of it is counted."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.api.hostile import CODES, Answer, assert_in_envelope, send
from tests.api.references import OWNER, existing
from tests.api.samples import body_of
from tests.api.targets import BODIES, FORMS, TABLE, WRITES, query_parameters
from tests.logins import Logins
from tests.reliability import random_harm
from tests.reliability.random_harm import Harm
from tests.reliability.sizes import FULL, HARMS
from tests.service import Client, Service

pytestmark = pytest.mark.usefixtures("quiet")

# Operations that write get three times what the others get.
SHARES = {name: 3 if name in WRITES or name.startswith("DELETE") else 1 for name in TABLE}


@pytest.fixture(scope="module")
def counted() -> Iterator[Counter[int]]:
    """The number of answers of each status, printed at the end of the full size."""
    counted: Counter[int] = Counter()
    yield counted
    if FULL and counted.total() >= HARMS:
        print(f"{counted.total()} requests made at random: {dict(sorted(counted.items()))}")  # noqa: T201
        assert counted[200] > 0 and counted[422] > 0


@pytest.fixture
def org(service: Service) -> Client:
    OWNER.set(service.owner)
    return service.organization()


def times(name: str) -> int:
    """Return the number of requests for an operation; together they are a little more than HARMS."""
    return HARMS * SHARES[name] // sum(SHARES.values()) + 1


def made_up(dice: Random, name: str, sample: object) -> Harm:
    """A body for what takes one, parameters for what is read, and now and then an odd id or header."""
    method, path = name.split()
    harm = Harm(body=random_harm.body(dice, sample) if name in BODIES else b"")
    plain = not harm.body
    if (method == "GET" and dice.random() < 0.8) or dice.random() < 0.05:
        harm.query = random_harm.query(dice, query_parameters(path) if method == "GET" else [])
    if "{id}" in path and dice.random() < (0.3 if plain else 0.05):
        harm.id = random_harm.encoded(dice)
    if dice.random() < (0.3 if plain else 0.1):
        harm.headers = random_harm.headers(dice)
    return harm


@pytest.mark.parametrize("name", [name for name in TABLE if name not in FORMS])
def test_nothing_made_at_random_fails_or_leaves_the_envelope(
    name: str, org: Client, counted: Counter[int]
) -> None:
    dice = Random(name)  # noqa: S311 - not for secrets
    method, path = name.split()
    sample = body_of(org, path) if name in BODIES else None
    id = existing(org, path) if "{id}" in path else ""
    for step in range(times(name)):
        harm = made_up(dice, name, sample)
        target = path.replace("{id}", harm.id or id) + (f"?{harm.query}" if harm.query else "")
        answer = send(org.web.app, method, target, harm.body, org.token, headers=harm.headers)
        counted[answer.status] += 1
        assert_answered(answer, (name, step, harm))
        if method == "DELETE" and answer.status == 200:
            id = existing(org, path)


def assert_answered(answer: Answer, what: object) -> None:
    assert answer.status < 500, (what, answer.body)
    if answer.headers.get("content-type") == "application/pdf":
        assert answer.status == 200 and answer.body.startswith(b"%PDF"), what
    elif answer.headers["cache-control"] != "no-store":
        assert answer.json["openapi"], what  # the one answer that everybody may keep
    else:
        assert_in_envelope(answer)


@pytest.mark.parametrize("name", FORMS)
def test_nothing_made_at_random_fails_the_token_endpoints(
    name: str, service: Service, counted: Counter[int]
) -> None:
    dice = Random(name)  # noqa: S311 - not for secrets
    client_id = Logins(service).client()
    for step in range(times(name)):
        body = random_harm.form(dice, client_id)
        media = dice.choice(("application/x-www-form-urlencoded",) * 8 + ("application/json", "text/plain"))
        odd = random_harm.headers(dice) if dice.random() < 0.1 else {}
        answer = send(service.app, "POST", name.split()[1], body, headers={"Content-Type": media} | odd)
        counted[answer.status] += 1
        assert answer.status < 500, (step, body, odd, answer.body)
        assert answer.headers["cache-control"] == "no-store"
        told = json.loads(answer.body)
        assert told.get("success") is True or told["error"], (step, body)
        assert isinstance(told.get("error", ""), str) or told["error"]["code"] in CODES


def test_the_shares_of_all_operations_come_to_what_is_to_be_sent() -> None:
    assert sum(map(times, TABLE)) >= HARMS
