"""A server that takes no writes any more is not the primary: its connections are dropped for others."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier

import psycopg
import pytest

from app.config import Settings
from app.postgres.database import Database, Transaction
from resources.api import create_app
from tests.conftest import fresh_database
from tests.service import Service
from tests.shards import needs_one_server

pytestmark = needs_one_server("each node has a standby of its own, and ALTER DATABASE goes to all at once")
CONNECTIONS = 3
DEMOTE = "ALTER DATABASE {} SET default_transaction_read_only = on"
MODE = "SELECT current_setting('transaction_read_only') AS mode"
WRITE = "SELECT nextval('writes') AS number"
PROMOTE = "ALTER DATABASE {} RESET default_transaction_read_only"


@pytest.fixture
def owned(server_url: str, worker_id: str) -> Iterator[Service]:
    """The service on a database of its own, whose new sessions can be made read-only."""
    for url in fresh_database(server_url, f"read_only_{worker_id}_{os.getpid()}"):
        settings = Settings(database_url=url, pool_size=CONNECTIONS, pool_wait=30)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE SEQUENCE writes")
        with closing(Service(create_app(settings), url)) as service:
            yield service


def switch(service: Service, statement: str) -> None:
    able = "-c default_transaction_read_only=off"
    with psycopg.connect(service.url, autocommit=True, options=able) as connection:
        connection.execute(statement.format(connection.info.dbname).encode())
        # Those that the pools hold end, so that new ones take their place.
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND %s",
            [statement == DEMOTE],
        )


def filled(database: Database) -> None:
    """Have every connection of the pool made."""
    together = Barrier(CONNECTIONS)

    def work(tx: Transaction) -> None:
        tx.open()
        together.wait(30)

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(lambda _: database.run(work), range(CONNECTIONS)))


def test_while_there_is_no_primary_a_write_is_refused_and_a_read_is_served(owned: Service) -> None:
    org = owned.organization()
    switch(owned, DEMOTE)
    assert org.get("/customers").status_int == 200
    refused = org.post("/customers", {"displayName": "Acme"})
    assert refused.status_int == 503
    assert int(refused.headers["Retry-After"]) >= 1
    switch(owned, PROMOTE)
    assert org.post("/customers", {"displayName": "Acme"}).status_int == 201
    assert org.get("/customers").json["meta"]["total"] == 1


def test_connections_to_what_was_the_primary_cost_no_write(owned: Service) -> None:
    with closing(Database(owned.url, pool_size=CONNECTIONS, pool_wait=30)) as database:
        database.queries |= {"write": WRITE, "mode": MODE}
        switch(owned, DEMOTE)
        filled(database)
        switch(owned, PROMOTE)
        assert database.run_as_owner(lambda tx: tx.one("mode")) == {"mode": "on"}
        assert database.run_as_owner(lambda tx: tx.one("write")) == {"number": 1}


def test_a_transaction_that_is_to_read_only_and_writes_is_a_fault_of_ours(owned: Service) -> None:
    with closing(Database(owned.url)) as database:
        database.queries["write"] = WRITE
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            database.run_as_auditor(lambda tx: tx.one("write"))
