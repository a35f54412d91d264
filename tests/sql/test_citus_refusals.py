"""`sql/citus/distribute.sql` refuses, before it changes anything, what it could only spoil."""

from collections.abc import Iterator

import psycopg
import pytest

from tests.service import Client
from tests.sql.test_citus import FILE, STAND_INS


@pytest.fixture
def connection(database_url: str, org: Client) -> Iterator[psycopg.Connection]:
    """A transaction on a database with an organization, which is rolled back."""
    with psycopg.connect(database_url) as opened, opened.transaction(force_rollback=True):
        yield opened


def assert_refused(connection: psycopg.Connection, reason: str) -> None:
    with pytest.raises(psycopg.errors.RaiseException, match=reason):
        connection.execute(FILE.encode())


def test_a_role_that_row_security_holds_is_told_so(connection: psycopg.Connection) -> None:
    connection.execute("SET LOCAL ROLE invoicing_app")
    assert_refused(connection, "ALTER ROLE invoicing_app BYPASSRLS")


def test_a_database_is_spread_once(connection: psycopg.Connection) -> None:
    connection.execute(STAND_INS.encode())
    connection.execute(FILE.encode())
    assert_refused(connection, "begin with a new one")


def test_a_trigger_that_is_disabled_does_not_come_back_enabled(connection: psycopg.Connection) -> None:
    connection.execute("ALTER TABLE items DISABLE TRIGGER trail_made")
    assert_refused(connection, "a trigger is disabled")
