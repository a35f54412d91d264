"""Turns of transactions: one that waits keeps the others neither from turns nor from connections."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier, Event, Lock

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from webtest import TestApp

from app.config import Settings
from app.postgres.database import Database, Transaction
from resources.api import create_app
from tests.service import Service


@pytest.fixture
def database(service: Service) -> Iterator[Database]:
    with closing(Database(service.url, pool_size=4, concurrent_transactions=1)) as database:
        yield database


class Crowd:
    """Counts how many are at work at once."""

    def __init__(self) -> None:
        self.lock, self.now, self.most = Lock(), 0, 0

    def work(self, _: Transaction) -> None:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.005)
        with self.lock:
            self.now -= 1


@pytest.mark.parametrize("concurrent_transactions", [1, 2])
def test_no_more_transactions_than_have_turns_are_at_work(
    service: Service, concurrent_transactions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.postgres.concurrency.LONG_WORK", 30)
    crowd = Crowd()
    database = Database(
        service.url, pool_size=4, pool_wait=30, concurrent_transactions=concurrent_transactions
    )
    with closing(database), ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: database.run(crowd.work), range(40)))
    assert crowd.most == concurrent_transactions


def test_without_turns_all_connections_may_be_at_work(service: Service) -> None:
    crowd, all_of_them = Crowd(), Barrier(4)

    def work(tx: Transaction) -> None:
        all_of_them.wait(30)
        crowd.work(tx)

    database = Database(service.url, pool_size=4, pool_wait=30)
    with closing(database), ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: database.run(work), range(80)))
    assert crowd.most <= 4


def test_the_others_go_on_while_one_waits(database: Database) -> None:
    enough = Event()

    def wait_for_others(_: Transaction) -> None:
        enough.wait(10)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(database.run, wait_for_others)
        began = time.monotonic()
        for _ in range(20):
            database.run(lambda tx: tx.all("identity.applied_migrations"))
        assert time.monotonic() - began < 5
        assert not waiting.done()
        enough.set()


def test_a_transaction_that_fails_gives_its_turn_back(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.postgres.concurrency.LONG_WORK", 30)

    def fail(_: Transaction) -> None:
        raise ZeroDivisionError

    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            database.run(fail)
    assert database.run(lambda tx: len(tx.all("identity.applied_migrations"))) > 0


def test_a_service_whose_transactions_take_turns_needs_few_connections(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.postgres.concurrency.LONG_WORK", 30)
    url = make_conninfo(service.url, application_name="taking turns")
    api = TestApp(
        create_app(Settings(database_url=url, pool_size=4, pool_wait=30, concurrent_transactions=1))
    )

    def ask(number: int) -> None:
        api.get("/api/v1/customers", headers={"Authorization": f"Bearer of_nobody_{number}"}, status=401)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask, range(80)))
    with psycopg.connect(service.url) as connection:
        sessions = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'taking turns'"
        ).fetchone()
    # Whoever comes before the first connection is there asks for another.
    assert sessions in {(1,), (2,)}
