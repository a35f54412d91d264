"""A dump of a filled organization, restored into a new database: the same books, and the service goes on with them."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from app.config import Settings
from app.embedded.server import program
from app.postgres.migrations import migrate
from resources.api import create_app
from tests.operators.commands import Operator
from tests.reliability.sizes import FULL
from tests.selling import customer, goods, line, pay, sent
from tests.service import Client, Service

DUMP, RESTORE = program("pg_dump"), program("pg_restore")
TABLES = """
    SELECT c.relname FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1"""

pytestmark = pytest.mark.skipif(
    not (Path(DUMP).exists() and Path(RESTORE).exists()), reason="the embedded PostgreSQL has no pg_dump"
)


@pytest.fixture
def two(server_url: str) -> Iterator[tuple[str, str]]:
    """Two empty databases of one plain owner, as their owner; nobody in the test but the fixture is a superuser."""
    names = [f"backup_{os.getpid()}_{word}" for word in ("origin", "copy")]
    owner = f"{names[0]}_owner"
    with psycopg.connect(server_url, autocommit=True) as connection:
        if connection.pgconn.parameter_status(b"is_superuser") != b"on":
            pytest.skip("making roles takes a superuser")
        if connection.info.server_version // 10_000 < major(RESTORE):
            pytest.skip("pg_restore of the embedded PostgreSQL fills no older server than its own")
        _run(connection, "CREATE ROLE {} LOGIN PASSWORD 'owner' IN ROLE invoicing_app", owner)
        for name in names:
            _run(connection, "CREATE DATABASE {} OWNER {}", name, owner)
        first, second = (
            make_conninfo(server_url, dbname=name, user=owner, password="owner") for name in names
        )
        yield first, second
        for name in names:
            _run(connection, "DROP DATABASE {} WITH (FORCE)", name)
        _run(connection, "DROP ROLE {}", owner)


def major(program: str) -> int:
    """The major version of a program of PostgreSQL."""
    told = subprocess.run((program, "--version"), capture_output=True, text=True, check=True).stdout
    return int(told.split()[-1].split(".")[0])


def _run(connection: psycopg.Connection, statement: str, *names: str) -> None:
    connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def asprogram(program: str, url: str, *words: str) -> None:
    given = conninfo_to_dict(url)
    environment = os.environ | {"PGPASSWORD": str(given.pop("password"))}
    command = (program, *words, "-d", make_conninfo(**given))
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


def counts(url: str) -> dict[str, int]:
    """How many rows each table has."""
    with psycopg.connect(url) as connection:
        tables = [name for (name,) in connection.execute(TABLES)]
        one = sql.SQL("SELECT {}, count(*) FROM {}")
        each = sql.SQL(" UNION ALL ").join(
            one.format(sql.Literal(name), sql.Identifier(name)) for name in tables
        )
        return dict(connection.execute(each).fetchall())


def serve(url: str, token: str) -> Client:
    return Client(create_app(Settings(database_url=url, pool_size=1, pdf_cache=None)), token)


def fill(url: str) -> tuple[str, str]:
    """An organization with documents, goods, payments and history: its slug, and a token."""
    if FULL:
        return "demo", Operator(url).make("demo")["token"]
    service = Service(create_app(Settings(database_url=url, pool_size=1)), url)
    try:
        org = service.organization()
        bolt = goods(org)["id"]
        for _ in range(5):
            buyer = customer(org, openingBalance=10)
            made = sent(org, buyer, line(itemId=bolt, rate=118), applyCustomerCredit=True)
            pay(org, buyer, 100, (made["id"], 60))
        return org.slug, org.token or ""
    finally:
        service.close()


def number_of_next_invoice(client: Client, buyer: str) -> int:
    return int(sent(client, buyer)["invoiceNumber"].rpartition("-")[2].rpartition("/")[2])


def test_a_restored_copy_ties_and_goes_on_where_the_original_was(
    database_url: str, two: tuple[str, str], tmp_path: Path
) -> None:
    origin, copy = two
    migrate(origin)
    slug, token = fill(origin)
    client = serve(origin, token)
    buyer = customer(client)
    last = number_of_next_invoice(client, buyer)
    dump = str(tmp_path / "invoicing.dump")
    asprogram(DUMP, origin, "-Fc", "--enable-row-security", "-f", dump)
    asprogram(RESTORE, copy, "--enable-row-security", "--exit-on-error", dump)

    counted = counts(copy)
    assert counted == counts(origin)
    assert (
        min(counted[name] for name in ("invoices", "payments_received", "inventory_movements", "trail")) >= 5
    )
    assert Operator(copy).run("check", "--org", slug).stdout == "The books tie.\n"
    assert migrate(copy) == []
    restored = serve(copy, token)
    assert restored.get("//readyz").status_int == 200
    assert [number_of_next_invoice(each, buyer) for each in (restored, client)] == [last + 1, last + 1]
