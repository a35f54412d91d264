"""The roles of a production database: a plain owner migrates, a member of invoicing_app serves."""

import os
from collections.abc import Iterator

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from app.config import Settings
from app.postgres.migrations import migrate
from resources.api import create_app
from tests.operators.commands import Operator
from tests.service import Service


@pytest.fixture(scope="module")
def roles(server_url: str, database_url: str) -> Iterator[tuple[str, str]]:
    """A migrated database of its own: its URLs as its owner and as the service's login, neither of them a superuser."""
    name = f"roles_{os.getpid()}"
    owner, login = f"{name}_owner", f"{name}_login"
    with psycopg.connect(server_url, autocommit=True) as connection:
        if connection.pgconn.parameter_status(b"is_superuser") != b"on":
            pytest.skip("making roles takes a superuser")
        for statement in (
            "CREATE ROLE {owner} LOGIN PASSWORD 'owner'",
            "CREATE ROLE {login} LOGIN PASSWORD 'login'",
            "GRANT invoicing_app TO {owner}",
            "GRANT invoicing_app TO {login}",
            "CREATE DATABASE {name} OWNER {owner}",
        ):
            connection.execute(_named(statement, name=name, owner=owner, login=login))
        as_owner = make_conninfo(server_url, dbname=name, user=owner, password="owner")
        migrate(as_owner)
        yield as_owner, make_conninfo(server_url, dbname=name, user=login, password="login")
        for statement in ("DROP DATABASE {name} WITH (FORCE)", "DROP ROLE {owner}", "DROP ROLE {login}"):
            connection.execute(_named(statement, name=name, owner=owner, login=login))


def _named(statement: str, **names: str) -> sql.Composed:
    return sql.SQL(statement).format(**{key: sql.Identifier(name) for key, name in names.items()})


def test_a_plain_owner_migrates_and_a_plain_login_serves(roles: tuple[str, str]) -> None:
    as_owner, as_login = roles
    service = Service(create_app(Settings(database_url=as_login)), as_owner)
    try:
        org = service.organization()
        customer = org.make("/customers", {"displayName": "Kaveri Stores"})
        lines = [{"description": "Chair", "quantity": 1, "rate": 100, "taxRatePercent": 18}]
        bill = {"customerId": customer["id"], "invoiceDate": "2026-04-01", "status": "SENT", "lines": lines}
        assert org.make("/invoices", bill)["total"] == 118
        assert service.anonymous().get("//readyz").status_int == 200
    finally:
        service.close()


def test_the_service_s_login_sees_nothing_by_itself(roles: tuple[str, str]) -> None:
    as_owner, as_login = roles
    service = Service(create_app(Settings(database_url=as_login)), as_owner)
    try:
        service.organization().make("/customers", {"displayName": "Kaveri Stores"})
    finally:
        service.close()
    with psycopg.connect(as_login) as connection:
        assert connection.execute("SELECT count(*) FROM customers").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM users").fetchone() == (0,)


@pytest.fixture(scope="module")
def junction(roles: tuple[str, str]) -> None:
    """The organization that the commands mean."""
    create = ("org", "create", "--slug", "junction", "--name", "Food Junction", "--state-code", "27")
    assert Operator(roles[0]).run(*create).exit_code == 0


@pytest.mark.usefixtures("junction")
@pytest.mark.parametrize(
    "command",
    [
        ("check", "--org", "junction"),
        ("audit", "--org", "junction"),
        ("org", "update", "--slug", "junction", "--phone", "1"),
        ("import", "customers", os.devnull, "--org", "junction"),
        ("template", "show", "--org", "junction", "--document", "invoice"),
        ("token", "revoke", "tok_1"),
        ("prune",),
    ],
)
def test_a_command_with_the_service_s_login_says_so_and_not_that_there_is_no_organization(
    command: tuple[str, ...], roles: tuple[str, str]
) -> None:
    refused = Operator(roles[1]).run(*command)
    said = "Error: Operators work as the owner of the tables; DATABASE_URL logs in as another role.\n"
    assert (refused.exit_code, refused.stdout, refused.stderr) == (1, "", said)
