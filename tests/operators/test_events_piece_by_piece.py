"""The events of a long transaction are written piece by piece of its entries, and are what they would be at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from tests.operators.commands import Operator
from tests.operators.demonstration import Demonstration
from tests.service import Client, Service
from tests.shards import beside_the_rows, table

pytestmark = pytest.mark.slow

Events = list[tuple[Any, ...]]
_TRANSACTION = "SELECT id FROM trail_transactions WHERE organization_id = %s ORDER BY id LIMIT 1"


@contextmanager
def trying(service: Service, organization: str) -> Iterator[psycopg.Connection]:
    """A transaction beside the rows of an organization, which is rolled back."""
    with beside_the_rows(service, organization) as opened, opened.transaction(force_rollback=True):
        opened.execute("SET LOCAL timezone TO 'UTC'")
        yield opened


@pytest.fixture
def connection(service: Service, org: Client) -> Iterator[psycopg.Connection]:
    """A transaction beside the rows of `org`, which is rolled back."""
    with trying(service, str(org.organization_id)) as opened:
        yield opened


def events(connection: psycopg.Connection, organization: str, transaction: int) -> Events:
    found = connection.execute(
        """SELECT e.id, e.type, e.record_id, e.data
           FROM events e
           JOIN trail t ON t.organization_id = e.organization_id AND t.id = e.id / 10
           WHERE e.organization_id = %s AND t.transaction_id = %s
           ORDER BY e.id""",
        [organization, transaction],
    )
    return found.fetchall()


def written(connection: psycopg.Connection, organization: str, transaction: int, piece: int) -> Events:
    """The events that pieces of so many numbers give, in place of those that are there."""
    connection.execute("DELETE FROM events WHERE organization_id = %s", [organization])
    connection.execute(
        """SELECT write_events_of(%(organization)s, %(first)s, first, first + %(piece)s - 1)
           FROM generate_series(
               %(first)s::bigint, (SELECT max(id) FROM trail WHERE organization_id = %(organization)s), %(piece)s
           ) AS first""",
        {"organization": organization, "first": transaction, "piece": piece},
    )
    return events(connection, organization, transaction)


def test_a_year_of_documents_has_the_same_events_in_pieces_of_any_size(
    operator: Operator, service: Service
) -> None:
    organization = str(Demonstration(operator, "demo-of-events").made["id"])
    with trying(service, organization) as connection:
        row = connection.execute(_TRANSACTION, [organization]).fetchone()
        assert row
        there = events(connection, organization, row[0])
        assert {"invoice.created", "invoice.sent", "invoice.paid", "invoice.voided"} <= {
            event[1] for event in there
        }
        assert written(connection, organization, row[0], 1_000_000_000) == there
        assert written(connection, organization, row[0], 3) == there


def make_customers(connection: psycopg.Connection, organization: str, first: int, last: int) -> None:
    connection.execute(
        """INSERT INTO customers (organization_id, id, display_name, notes)
           SELECT %s, 'cust_' || n, 'Customer ' || n, repeat('x', 2000) FROM generate_series(%s::int, %s) n""",
        [organization, first, last],
    )


def test_what_is_made_and_removed_in_different_pieces_was_never_there(
    org: Client, connection: psycopg.Connection
) -> None:
    organization = str(org.organization_id)
    make_customers(connection, organization, 1, 1)
    make_customers(connection, organization, 2, 3_000)
    connection.execute("DELETE FROM customers WHERE organization_id = %s AND id = 'cust_1'", [organization])
    connection.execute(
        "UPDATE customers SET display_name = 'Last' WHERE organization_id = %s AND id = 'cust_2'",
        [organization],
    )
    connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
    told = connection.execute(
        "SELECT type, record_id FROM events WHERE organization_id = %s ORDER BY id", [organization]
    ).fetchall()
    assert told == [("customer.created", f"cust_{n}") for n in (*range(3, 3_001), 2)]


def test_the_events_of_many_records_need_no_temporary_files(
    org: Client, connection: psycopg.Connection
) -> None:
    organization = str(org.organization_id)
    connection.execute("SET temp_file_limit TO 0")
    for first in range(1, 10_000, 500):
        make_customers(connection, organization, first, first + 499)
    connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
    count = "SELECT count(*) FROM events WHERE organization_id = %s"
    assert connection.execute(count, [organization]).fetchone() == (10_000,)


def test_each_of_many_records_is_looked_up_by_itself_where_other_organizations_are_small(
    org: Client, connection: psycopg.Connection
) -> None:
    connection.execute(
        """INSERT INTO trail (transaction_id, organization_id, table_name, record_id)
           SELECT n, 'org_' || n / 3, 'customers', 'cust_' || n FROM generate_series(1, 5000) n"""
    )
    connection.execute(f"ANALYZE {table(connection, 'trail')}".encode())
    make_customers(connection, str(org.organization_id), 1, 8_000)
    before = read_of_the_trail(connection)
    connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
    # Once as one of the transaction's entries and once as one of its record's.
    assert read_of_the_trail(connection) - before < 3 * 8_000


def read_of_the_trail(connection: psycopg.Connection) -> int:
    """Return how many entries of the trail the open transaction has read."""
    row = connection.execute(
        "SELECT idx_tup_fetch + seq_tup_read FROM pg_stat_xact_user_tables WHERE relid = %s::regclass",
        [table(connection, "trail")],
    ).fetchone()
    assert row
    return int(row[0])
