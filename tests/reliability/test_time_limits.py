"""Time limits: every wait for the database ends, and a database that was away is found again."""

import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from webtest import TestResponse

import app.postgres.database
from app.config import Settings
from app.errors import Unavailable
from app.identity.caller import authorization
from app.postgres.database import Database, Transaction
from app.postgres.queries import load
from resources.api import create_app
from tests.contract import Checked
from tests.service import FIXTURES, POOLER, Client, Service
from tests.sql.proxy import SOCKET_NAME, counting
from tests.waiting import eventually, waiting_for_locks

DOOMED = "doomed"
# What counts how often it was called survives the connection that it ends.
DEADLY = """
CREATE SEQUENCE deaths;
CREATE FUNCTION deadly() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    PERFORM nextval('deaths');
    PERFORM pg_terminate_backend(pg_backend_pid());
    PERFORM pg_sleep(1);
END $$;
"""


Opens = Callable[..., Database]


@pytest.fixture
def opens(service: Service) -> Iterator[Opens]:
    """Opens the database of the tests with settings of its own."""
    with ExitStack() as stack:

        def opened(**settings: float) -> Database:
            url = make_conninfo(service.url, application_name=DOOMED)
            # Other tests may leave little of the machine: none of these waits is for a connection to be made.
            database = Database(url, **{"pool_wait": 30.0} | settings)  # type: ignore[arg-type]
            database.queries |= load(FIXTURES)
            stack.callback(database.close)
            return database

        yield opened


def end_backends(service: Service) -> int:
    ended = service.owner.run_as_owner(lambda tx: tx.one("patience.end_backends", application=DOOMED))
    return int(ended["ended"]) if ended else 0


def timed(client: Client, path: str = "/me") -> tuple[TestResponse, float]:
    began = time.monotonic()
    return client.get(path), time.monotonic() - began


def assert_unavailable(response: TestResponse) -> None:
    assert response.status_int == 503
    assert response.json["error"]["code"] == "service_unavailable"
    assert int(response.headers["Retry-After"]) >= 1


def test_each_wait_in_postgresql_is_bounded(opens: Opens) -> None:
    settings = opens().run(lambda tx: tx.one("patience.settings"))
    assert settings is not None
    assert (settings["statement"], settings["lock"], settings["idle"]) == ("15s", "5s", "30s")


def test_a_request_that_works_too_long_is_given_up_and_an_operator_s_command_is_not(opens: Opens) -> None:
    database = opens(request_timeout=0.3)

    def slow(tx: Transaction) -> bool:
        time.sleep(0.4)
        return tx.one("patience.settings") is not None

    with pytest.raises(Unavailable, match="too long"):
        database.run(slow)
    assert database.run_as_owner(slow)


def test_where_no_connection_is_free_a_request_is_refused_after_a_short_wait(service: Service) -> None:
    org = service.organization()
    customer = org.make("/customers", {"displayName": "Held"})["id"]
    settings = Settings(database_url=service.url, pooler=POOLER, pool_size=1, pool_wait=0.3)
    small = Client(Checked(create_app(settings)), org.token, **org.known)
    assert small.get("/me").status_int == 200
    held, asked = Barrier(2), Barrier(2)

    def hold(tx: Transaction) -> None:
        tx.enter(org.organization_id)
        tx.execute("patience.hold", id=customer)
        held.wait(10)
        asked.wait(10)

    with ThreadPoolExecutor(2) as pool:
        holding = pool.submit(service.owner.run_as_owner, hold)
        held.wait(10)
        waiting = pool.submit(
            Client(small.web.app, org.token).patch, f"/customers/{customer}", {"displayName": "x"}
        )
        assert eventually(lambda: waiting_for_locks(service) == 1, 10)
        response, seconds = timed(small)
        asked.wait(10)
        holding.result(10)
    assert_unavailable(response)
    assert 0.2 < seconds < 2
    assert waiting.result(10).status_int == 200


def test_connections_that_died_in_the_pool_cost_no_request(opens: Opens, service: Service) -> None:
    database = opens(pool_size=4, pool_wait=10)
    gate = Barrier(4)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: database.run(lambda tx: gate.wait(10)), range(4)))
    assert end_backends(service) >= 4
    assert database.run(lambda tx: tx.one("patience.settings"))


def test_a_read_that_ends_its_connection_is_tried_once_more_at_most(opens: Opens, service: Service) -> None:
    database, caller = opens(pool_size=4), authorization(str(service.organization().token), "")
    database.queries["deadly"] = "SELECT deadly() WHERE %(now)s"
    together = Barrier(4)

    def prepare() -> None:
        def work(tx: Transaction) -> None:
            together.wait(10)
            tx.all("deadly", now=False)

        database.run(work)

    with psycopg.connect(service.url, autocommit=True) as connection:
        connection.execute(DEADLY)
        try:
            with ThreadPoolExecutor(4) as pool:
                list(pool.map(lambda _: prepare(), range(4)))
            with pytest.raises(Unavailable):
                database.run_as_caller(caller, lambda tx: tx.fetch_and_commit(("deadly", {"now": True})))
            assert connection.execute("SELECT nextval('deaths')").fetchone() <= (3,)
        finally:
            connection.execute("DROP FUNCTION deadly(); DROP SEQUENCE deaths")


def test_while_the_database_is_away_requests_are_refused_soon_and_then_served_soon(service: Service) -> None:
    org = service.organization()
    url = make_conninfo(service.url, application_name=DOOMED)
    with tempfile.TemporaryDirectory(prefix="away-") as folder:
        with counting(url, Path(folder)) as (through, _):
            client = Client(
                Checked(create_app(Settings(database_url=through, pool_size=1, pool_wait=0.5))),
                org.token,
                **org.known,
            )
            assert client.get("/me").status_int == 200
        (Path(folder) / SOCKET_NAME).unlink()
        end_backends(service)
        for _ in range(2):
            response, seconds = timed(client)
            assert_unavailable(response)
            assert seconds < 2
        assert timed(client, "//readyz")[0].status_int == 503
        assert timed(client, "//healthz")[0].status_int == 200
        with counting(url, Path(folder)):
            back = time.monotonic()
            while client.get("/me").status_int != 200:
                assert time.monotonic() - back < 10


def test_a_server_that_answers_no_more_is_given_up(
    opens: Opens, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    single = opens(pool_size=1)

    def ask() -> None:
        single.run(lambda tx: tx.one("patience.settings"))

    ask()
    backend = single.run(lambda tx: tx.one("patience.backend"))
    assert backend is not None
    try:
        os.kill(backend["pid"], signal.SIGSTOP)
    except OSError:
        pytest.skip("PostgreSQL is not ours to stop")
    monkeypatch.setattr(
        app.postgres.database, "ANSWER_SECONDS", 1.2
    )  # longer than what died in the pool takes to say so
    try:
        began = time.monotonic()
        with pytest.raises(Unavailable):
            ask()
        assert time.monotonic() - began < 4
    finally:
        os.kill(backend["pid"], signal.SIGCONT)
    ask()
