"""A migrated database for each worker of the test run, a service on it, and people who log in there."""

import gc
import logging
import os
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from app.config import ROOT, Settings
from app.embedded.server import embedded_database
from app.mailing.mail_server import MailServer
from app.postgres.migrations import files, migrate
from resources.api import create_app
from tests.api.receiving import Receiver, receiving
from tests.api.registering import SELLER
from tests.deployment.citus import clustered
from tests.logins import Logins, Person
from tests.reliability.sales import Shop, shop_of
from tests.service import POOLER, Client, Service


def pytest_collection() -> None:
    """Thousands of collected tests last until the end: the garbage collector need not look through them each time."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000)


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """A PostgreSQL server to make databases on: TEST_DATABASE_URL, or the embedded one of the tests."""
    with ExitStack() as stack:
        given = os.environ.get("TEST_DATABASE_URL")
        yield given or stack.enter_context(
            embedded_database(Path(ROOT) / "var" / "test-postgres", durable=False)
        )


@pytest.fixture(scope="session")
def database_url(request: pytest.FixtureRequest, worker_id: str) -> Iterator[str]:
    """The owner's URL of a database that is this test worker's alone, with all migrations.

    With TEST_POOLER=citus it leads to the coordinator of a cluster that is this worker's alone.
    """
    if POOLER == "citus":
        with clustered(fsync="off") as cluster:
            yield cluster.url
    else:
        server_url = request.getfixturevalue("server_url")
        yield from fresh_database(server_url, f"test_{worker_id}_{os.getpid()}")


def fresh_database(server_url: str, name: str, *, migrated: bool = True) -> Iterator[str]:
    """Make a database, yield its URL, drop it. With TEST_POOLER=citus one with migrations is a cluster of its own."""
    if migrated and POOLER == "citus":
        with clustered(fsync="off") as cluster:
            yield cluster.url
        return
    with psycopg.connect(server_url, autocommit=True) as connection:
        if migrated:
            copy_migrated(connection, server_url, name)
        else:
            create(connection, name)
        try:
            yield make_conninfo(server_url, dbname=name)
        finally:
            drop(connection, name)


def copy_migrated(connection: psycopg.Connection, server_url: str, name: str) -> None:
    """Make a database with all migrations, by copying one that the first to need it makes and later runs find."""
    checksums = "".join(migration.checksum for migration in files())
    template = f"migrated_{sha256(checksums.encode()).hexdigest()[:16]}"
    connection.execute("SELECT pg_advisory_lock(8461)")
    try:
        known = connection.execute("SELECT datname FROM pg_database WHERE datname LIKE 'migrated\\_%'")
        found = {row[0] for row in known}
        if template not in found:
            for outdated in found:
                drop(connection, outdated)
            create(connection, "migrated_soon")
            migrate(make_conninfo(server_url, dbname="migrated_soon"))
            rename = sql.SQL("ALTER DATABASE migrated_soon RENAME TO {}")
            connection.execute(rename.format(sql.Identifier(template)))
        create(connection, name, template)
    finally:
        connection.execute("SELECT pg_advisory_unlock(8461)")


def create(connection: psycopg.Connection, name: str, template: str = "template1") -> None:
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    connection.execute(statement.format(sql.Identifier(name), sql.Identifier(template)))


def drop(connection: psycopg.Connection, name: str) -> None:
    connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture
def empty_url(server_url: str, worker_id: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The owner's URL of a database without migrations, which is on one PostgreSQL always."""
    monkeypatch.setenv("DATABASE_POOLER", "none")
    yield from fresh_database(server_url, f"empty_{worker_id}_{os.getpid()}", migrated=False)


@pytest.fixture(scope="session", autouse=True)
def _nothing_beside() -> Iterator[None]:
    """The hashes of tests are cheaper than new ones, and stay so: else each first login would make a dear one."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("app.identity.oauth.grants.is_outdated", lambda form: False)
        # Who counts what is sent to the database counts no writes of a minute before.
        patched.setattr("app.identity.token_uses.DELAY", 86_400.0)
        yield


@pytest.fixture(scope="session")
def _running(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    # Limits that tests cannot reach, so that every answer tells of them and none is a 429.
    settings = Settings(
        database_url=database_url,
        pooler=POOLER,
        pdf_cache=tmp_path_factory.mktemp("pdf-cache"),
        rate_per_token=1_000_000,
        rate_per_address=1_000_000,
        rate_without_token=1_000_000,
        login_failures_per_address=None,
        public_url="https://invoicing.example.com",
        # Nobody sends what the tests put into the outbox, unless a test does.
        mail_server=MailServer("smtp", "localhost", 25),
        mail_from="bills@example.com",
        # Dozens who race for four connections may need longer than production waits, where others take the processors.
        pool_wait=30.0,
    )
    app = create_app(settings)
    service = Service(app, database_url)
    yield service
    service.close()


@pytest.fixture
def service(_running: Service) -> Iterator[Service]:
    """The service. Tests share its database, so each one works in organizations of its own."""
    yield _running
    # Whoever looks into books looks into those of one test.
    _running.unchecked.clear()


@pytest.fixture
def org(service: Service) -> Client:
    """The administrator of a new organization."""
    return service.organization()


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Thousands of lines of the log are not worth the time to write them."""
    caplog.set_level(logging.ERROR, "requests")


@pytest.fixture
def logins(service: Service) -> Logins:
    return Logins(service)


@pytest.fixture
def person(logins: Logins) -> Person:
    return logins.person()


@pytest.fixture
def app_id(logins: Logins) -> str:
    """A public client."""
    return logins.client()


@pytest.fixture
def described(service: Service, org: Client) -> None:
    """The organization has what the government's portals ask of a seller."""
    service.describe(org, **SELLER)


@pytest.fixture
def shop(service: Service) -> Shop:
    """An organization that sells to one customer."""
    return shop_of(service)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver of webhooks."""
    with receiving() as each:
        yield each


@pytest.fixture
def owner(url: str) -> Iterator[psycopg.Connection]:
    """A connection of the owner of the tables, to the database of the test's own fixture `url`."""
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="module")
def catalogue(database_url: str) -> Iterator[psycopg.Connection]:
    """A connection of the owner, for questions about tables, functions and rights."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection
