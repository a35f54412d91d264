"""Logins, refreshes and revocations that arrive at the same moment (RFC 9700 section 4.14).

Of many uses of one token one makes the exchange, and one other, the first that comes after it, is taken for a client
that lost the answer and gets the same tokens. A request that was here before these two is their rival in a race and is
merely refused. One that arrives after both is a reuse, and ends the whole login.
"""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager

import psycopg
import pytest
from webtest import TestResponse

from app.config import Settings
from app.identity.caller import token_hash
from app.identity.oauth.storage import Source, Storage
from app.operators.people import end_logins, end_membership, set_password
from app.postgres.database import Database, Transaction
from resources.api import create_app
from tests.logins import PASSWORD, Logins, Person
from tests.reliability.racing import statuses
from tests.service import POOLER, Service
from tests.waiting import eventually, waiting_for_locks

AT_ONCE = 32


@contextmanager
def held(logins: Logins, token: str) -> Iterator[None]:
    """Hold the token within the block, so that every refresh waits."""
    taken, release = threading.Event(), threading.Event()

    def work(tx: Transaction) -> None:
        assert tx.one("logins.hold_token", token_hash=token_hash(token))
        taken.set()
        assert release.wait(10)

    with ThreadPoolExecutor(1) as pool:
        holding = pool.submit(logins.service.owner.run_as_owner, work)
        assert taken.wait(10)
        try:
            yield
        finally:
            release.set()
            holding.result()


def started(pool: ThreadPoolExecutor, work: Callable[[], TestResponse]) -> list[Future[TestResponse]]:
    """Start `AT_ONCE` calls at the same moment."""
    barrier = threading.Barrier(AT_ONCE + 1)

    def one() -> TestResponse:
        barrier.wait(10)
        return work()

    futures = [pool.submit(one) for _ in range(AT_ONCE)]
    barrier.wait(10)
    return futures


def same_tokens(answers: list[TestResponse]) -> dict[str, str]:
    """The one pair of tokens that all who succeeded were given."""
    given = [answer.json for answer in answers if answer.status_int == 201]
    assert len({(tokens["access_token"], tokens["refresh_token"]) for tokens in given}) == 1
    return dict(given[0])


@pytest.fixture
def arrivals(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """Released once for each request at the moment from which on it counts as being here."""
    arrivals = threading.Semaphore(0)

    class Noticed(Storage):
        def __init__(self, database: Database, request_id: str, source: Source) -> None:
            super().__init__(database, request_id, source)
            arrivals.release()

    monkeypatch.setattr("app.identity.oauth.authorization_server.Storage", Noticed)
    return arrivals


def test_of_many_uses_at_once_two_get_the_same_tokens_and_a_use_afterwards_ends_the_login(
    logins: Logins, person: Person
) -> None:
    client = logins.client()
    first = logins.tokens(person, client)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        futures = started(pool, lambda: logins.refresh(first["refresh_token"], client))
        answers = [future.result() for future in futures]
    assert statuses(answers) == {201: 2, 400: AT_ONCE - 2}
    assert {a.json["error"] for a in answers if a.status_int == 400} == {"invalid_grant"}
    winner = same_tokens(answers)
    issued = [row for row in logins.rows("tokens", member=person.id) if row["kind"] == "refresh"]
    assert len(issued) == 2 and len({row["family_id"] for row in issued}) == 1
    assert logins.refresh(first["refresh_token"], client).json["error"] == "invalid_grant"
    assert not logins.works(winner["access_token"])
    assert not logins.works(first["access_token"])
    assert logins.refresh(winner["refresh_token"], client).json["error"] == "invalid_grant"


def test_uses_that_were_waiting_when_one_won_leave_the_winner_its_tokens(
    logins: Logins, person: Person, arrivals: threading.Semaphore
) -> None:
    client = logins.client()
    first = logins.tokens(person, client)
    assert arrivals.acquire(timeout=0)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        with held(logins, first["refresh_token"]):
            futures = [pool.submit(logins.refresh, first["refresh_token"], client)]
            assert eventually(lambda: waiting_for_locks(logins.service) == 1, 5)
            futures += [
                pool.submit(logins.refresh, first["refresh_token"], client) for _ in range(AT_ONCE - 1)
            ]
            # Some of them wait for the token and some for a connection.
            assert all(arrivals.acquire(timeout=5) for _ in range(AT_ONCE))
            assert eventually(lambda: waiting_for_locks(logins.service) > 1, 5)
            # How long each has been here reaches the database late on a busy machine: it would seem to have come after
            # the winner.
            time.sleep(0.5)
        answers = [future.result() for future in futures]
    assert statuses(answers) == {201: 2, 400: AT_ONCE - 2}
    winner = same_tokens(answers)
    assert logins.works(winner["access_token"])
    second = logins.refresh(winner["refresh_token"], client)
    assert second.status_int == 201
    assert logins.refresh(first["refresh_token"], client).status_int == 400
    assert not logins.works(second.json["access_token"])


def test_a_use_that_waited_for_slow_commits_of_others_is_their_rival_and_no_reuse(
    logins: Logins, person: Person
) -> None:
    client = logins.client()
    hashed = token_hash(logins.tokens(person, client)["refresh_token"])
    exchange = "SELECT nonce FROM refresh_token_exchanged(%s, %s, '1 ms', sha256('n'), '[]')"

    def wait_and_use() -> object:
        with psycopg.connect(logins.service.url) as waiting:
            return waiting.execute(exchange, [hashed, client]).fetchone()

    with ThreadPoolExecutor(2) as pool, psycopg.connect(logins.service.url) as second:
        with psycopg.connect(logins.service.url) as first:
            assert first.execute(exchange, [hashed, client]).fetchone() != (None,)
            repetition = pool.submit(second.execute, exchange, [hashed, client])
            assert eventually(lambda: waiting_for_locks(logins.service) == 1, 5)
            rival = pool.submit(wait_and_use)
            assert eventually(lambda: waiting_for_locks(logins.service) == 2, 5)
        assert repetition.result().fetchone() != (None,)
        # As long as a disk or a standby may take for a commit.
        time.sleep(0.05)
        second.commit()
        assert rival.result() == (None,)
    assert not any(row["revoked_at"] for row in logins.rows("tokens", member=person.id))


def test_a_revocation_catches_the_tokens_of_a_refresh_that_runs_at_the_same_time(
    logins: Logins, person: Person
) -> None:
    client = logins.client()
    for _ in range(10):
        first = logins.tokens(person, client)
        second = logins.refresh(first["refresh_token"], client).json
        with ThreadPoolExecutor(2) as pool:
            with held(logins, first["refresh_token"]):
                refreshing = pool.submit(logins.refresh, second["refresh_token"], client)
                revoking = pool.submit(logins.revoke, first["refresh_token"])
                time.sleep(0.05)
            assert revoking.result().status_int == 200
            answer = refreshing.result()
        if answer.status_int == 201:
            assert not logins.works(answer.json["access_token"])
            assert logins.refresh(answer.json["refresh_token"], client).status_int == 400
        assert not logins.works(second["access_token"])


def another_password(tx: Transaction, person: Person) -> None:
    (organization_id,) = set_password(tx, {"id": person.id, "email": person.email}, "another")
    end_logins(tx, user_id=person.id, organization_id=organization_id)


def no_membership(tx: Transaction, person: Person) -> None:
    tx.enter(person.organization_id)
    end_membership(tx, {"id": person.id, "email": person.email}, "theirs")


@pytest.mark.parametrize("end", [another_password, no_membership])
def test_an_operator_who_ends_logins_waits_for_a_refresh_under_way_without_being_in_its_way(
    end: Callable[[Transaction, Person], None], logins: Logins, person: Person, service: Service
) -> None:
    token = logins.tokens(person, logins.client())["refresh_token"]
    membership = {"organization": person.organization_id, "member": person.id}
    with ThreadPoolExecutor(1) as pool, closing(Database(service.url, pool_size=1)) as database:

        def refresh(tx: Transaction) -> Future[None]:
            assert tx.one("logins.hold_token", token_hash=token_hash(token))
            ending = pool.submit(database.run_as_owner, lambda other: end(other, person))
            assert eventually(lambda: waiting_for_locks(service) == 1, 10)
            assert tx.one("logins.share_membership", **membership)
            return ending

        service.owner.run_as_owner(refresh).result(10)
    assert all(row["revoked_at"] for row in logins.rows("tokens", member=person.id))


def test_reuses_of_different_tokens_of_a_family_at_once_only_refuse(logins: Logins, person: Person) -> None:
    client = logins.client()
    chain = [logins.tokens(person, client)]
    for _ in range(8):
        chain.append(logins.refresh(chain[-1]["refresh_token"], client).json)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda old: logins.refresh(old["refresh_token"], client), chain[:-1]))
    assert statuses(answers) == {400: 8}
    assert not logins.works(chain[-1]["access_token"])


def test_guesses_at_once_are_all_counted(logins: Logins, person: Person) -> None:
    client = logins.client()
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda _: logins.fail(person.email, client, 1), range(12)))
    assert statuses(answers) == {400: 12}
    assert "Retry-After" in logins.login(person, client).headers


def test_a_lock_and_a_revocation_hold_in_another_worker_and_after_a_restart(
    logins: Logins, person: Person, service: Service
) -> None:
    client, victim = logins.client(), logins.person()
    made = logins.tokens(person, client)
    settings = Settings(database_url=service.url, pooler=POOLER, login_failures_per_address=None)
    other_worker = Service(create_app(settings), service.url)
    try:
        there = Logins(other_worker)
        assert there.works(made["access_token"])
        logins.revoke(made["refresh_token"])
        assert not there.works(made["access_token"])
        logins.fail(victim.email, client, 5)
        there.fail(victim.email, client, 5)
        assert "Retry-After" in logins.login(victim, client, password=PASSWORD).headers
        assert "Retry-After" in there.login(victim, client).headers
    finally:
        other_worker.close()
