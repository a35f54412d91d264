"""Metrics of transactions and of the pool, as Prometheus reads them."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from app.errors import Unavailable
from app.identity.caller import authorization
from app.postgres.database import ATTEMPTS, STALE_ATTEMPTS, Database, Transaction, TryAgain
from app.telemetry.exposition import Exposition
from app.telemetry.metrics import PoolWatch
from tests.api.looking import gained, look
from tests.scraping import Scrape, scraped
from tests.service import Client, Service
from tests.waiting import eventually

pytestmark = pytest.mark.slow


def test_transactions_that_are_begun_again_are_counted_by_reason(measured: Service) -> None:
    before = look(measured.app)
    deadlock = psycopg.errors.DeadlockDetected
    attempts = iter([TryAgain, deadlock, None, deadlock, deadlock, deadlock, *[TryAgain] * STALE_ATTEMPTS])

    def work(_: Transaction) -> str:
        error = next(attempts)
        if error:
            raise error
        return "done"

    assert measured.owner.run(work) == "done"
    for _ in ("deadlocks", "changes"):
        with pytest.raises(Unavailable):
            measured.owner.run(work)
    assert next(attempts, None) is None
    name = "invoicing_transaction_retries_total"
    assert gained(measured, before, name, reason="deadlock") == ATTEMPTS
    assert gained(measured, before, name, reason="stale") == STALE_ATTEMPTS
    assert gained(measured, before, "invoicing_transactions_given_up_total") == 2


def test_a_write_that_found_its_connection_dead_is_counted(measured: Service, watched: Client) -> None:
    database = Database(make_conninfo(measured.url, application_name="dying"), pool_size=1)

    def write() -> None:
        caller = authorization(str(watched.token), "")
        database.run_as_caller(caller, lambda tx: tx.all("identity.applied_migrations"))

    write()
    with psycopg.connect(measured.url) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE application_name = 'dying' AND datname = current_database()"
        )
    before = look(measured.app)
    write()
    database.close()
    assert gained(measured, before, "invoicing_transaction_retries_total", reason="stale") == 1


def hold(database: Database, holding: Barrier, enough: Event) -> None:
    def work(_: Transaction) -> None:
        holding.wait(10)
        enough.wait(10)

    database.run(work)


def test_a_pool_tells_of_connections_in_use_and_of_those_who_wait_or_are_refused(measured: Service) -> None:
    database = Database(measured.url, pool_size=2, pool_wait=1.5)
    watch = database.pool_watch()
    before = told(watch)
    holding, enough = Barrier(3), Event()
    with ThreadPoolExecutor(2) as pool:
        held = [pool.submit(hold, database, holding, enough) for _ in range(2)]
        holding.wait(10)
        with pytest.raises(Unavailable):
            database.run(lambda tx: None)
        during = told(watch)
        enough.set()
        for each in held:
            each.result(10)
    after = told(watch)
    database.close()
    assert (during.of("invoicing_pool_limit"), during.of("invoicing_pool_size")) == (2, 2)
    assert during.of("invoicing_pool_in_use") == 2
    assert after.of("invoicing_pool_in_use") == 0
    for name in ("invoicing_pool_waits_total", "invoicing_pool_refused_total"):
        assert after.of(name) > before.of(name)
    assert (
        0.2
        < after.of("invoicing_pool_wait_seconds_total") - before.of("invoicing_pool_wait_seconds_total")
        < 5
    )


def test_who_waits_for_a_turn_is_told_as_who_waits_for_a_connection_is(
    measured: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.postgres.concurrency.LONG_WORK", 30)
    database = Database(measured.url, pool_size=2, pool_wait=30, concurrent_transactions=1)
    watch = database.pool_watch()
    before = told(watch)
    holding, enough = Barrier(2), Event()
    with ThreadPoolExecutor(2) as pool:
        held = pool.submit(hold, database, holding, enough)
        holding.wait(10)
        waiting = pool.submit(database.run, lambda tx: None)
        assert eventually(lambda: told(watch).of("invoicing_pool_waiting") == 1, 10)
        enough.set()
        held.result(10)
        waiting.result(10)
    after = told(watch)
    database.close()
    assert after.of("invoicing_pool_waiting") == 0
    assert after.of("invoicing_pool_waits_total") > before.of("invoicing_pool_waits_total")


def told(watch: PoolWatch) -> Scrape:
    """The metrics just after this pool told how it stands."""
    watch.tell()
    return scraped(Exposition().text().decode())
