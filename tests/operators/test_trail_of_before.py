"""The trail of before migration 0024: it is turned into entries, and reads the same before, meanwhile and after."""

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql

from app.postgres.migrations import turn_copies
from tests.conftest import fresh_database
from tests.operators.commands import Operator
from tests.operators.copied_trail import SLUG, copies, demonstrate, what_is_told, without_keys
from tests.shards import needs_one_server

# Each makes a year of books of its own; what it tells of happens once in the life of a database.
pytestmark = [
    pytest.mark.slow,
    needs_one_server("the release that lets a database be spread turned it long before"),
]


@pytest.fixture
def url(server_url: str) -> Iterator[str]:
    yield from fresh_database(server_url, f"before_{os.getpid()}")


@pytest.fixture
def operator(url: str) -> Operator:
    """The operator of a database with the former trail: whole copies, and rows without the number of an entry."""
    operator = demonstrate(url)
    with psycopg.connect(url, autocommit=True) as connection:
        go_back(connection)
    return operator


def go_back(connection: psycopg.Connection[Any]) -> None:
    connection.execute("TRUNCATE trail, trail_transactions")
    for (table,) in connection.execute("SELECT table_name FROM trail_tables WHERE added_to").fetchall():
        name = sql.Identifier(table)
        connection.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER trail_unchanged").format(name))
        connection.execute(sql.SQL("UPDATE {} SET made_in = NULL").format(name))
        connection.execute(sql.SQL("ALTER TABLE {} ENABLE ALWAYS TRIGGER trail_unchanged").format(name))
    connection.execute("UPDATE copies SET before = before - 'made_in', after = after - 'made_in'")
    connection.execute("INSERT INTO audit_copies SELECT * FROM copies")
    connection.execute("SELECT setval('trail_ids', (SELECT max(id) FROM copies))")


def assert_all_is_told(operator: Operator, url: str) -> None:
    difference = Counter(map(what_is_told, without_keys(copies(url))))
    difference.subtract(Counter(map(what_is_told, without_keys(operator.trail(SLUG)))))
    assert [row for row, count in difference.items() if count] == []


def count(url: str, table: str, condition: str = "true") -> int:
    with psycopg.connect(url) as connection:
        found = connection.execute(f"SELECT count(*) FROM {table} WHERE {condition}".encode()).fetchone()
    assert found
    return int(found[0])


def rows_read_by_scans(url: str) -> int:
    """Return how many rows of the trail were read by scans of the whole table."""
    with psycopg.connect(url) as connection:
        query = "SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'trail'"
        (read,) = connection.execute(query).fetchone() or (0,)
    return int(read)


def test_copies_are_turned_in_pieces_that_can_be_ended_and_gone_on_with(operator: Operator, url: str) -> None:
    assert_all_is_told(operator, url)
    assert "run migrate" in operator.run("check", "--org", SLUG, "--trail").stderr
    pieces = turn_copies(url, rows=200)
    assert [next(pieces), next(pieces)] == [200, 200]
    pieces.close()
    assert_all_is_told(operator, url)
    assert count(url, "audit_copies", "NOT stays") > 0
    assert operator.make("migrate")["turned"] > 0
    assert operator.make("migrate")["turned"] == 0
    assert_all_is_told(operator, url)
    assert count(url, "audit_copies", "table_name <> 'idempotency_keys'") == 0
    assert operator.run("check", "--org", SLUG, "--trail").exit_code == 0


def test_a_piece_does_not_read_what_was_turned_before_it(operator: Operator, url: str) -> None:
    read = rows_read_by_scans(url)
    pieces = list(turn_copies(url, rows=200))
    assert rows_read_by_scans(url) - read < 2 * sum(pieces)


def test_what_is_turned_is_no_event_of_today(operator: Operator, url: str) -> None:
    told = count(url, "events")
    assert operator.make("migrate")["turned"] > 0
    assert count(url, "events") == told


def test_what_is_written_afterwards_goes_on_from_what_was_turned(operator: Operator, url: str) -> None:
    operator.make("org", "update", "--slug", SLUG, "--phone", "3")
    operator.make("migrate")
    operator.make("org", "update", "--slug", SLUG, "--phone", "4")
    assert_all_is_told(operator, url)
    phones = [
        (row["before"]["phone"], row["after"]["phone"])
        for row in operator.trail(SLUG, "--table", "organizations")
        if row["operation"] == "UPDATE" and row["before"]["phone"] != row["after"]["phone"]
    ]
    assert phones[-3:] == [("1", "2"), ("2", "3"), ("3", "4")]


def test_the_last_copy_of_a_row_that_was_changed_past_the_trail_stays(operator: Operator, url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER TABLE customers DISABLE TRIGGER ALL")
        changed = connection.execute(
            "UPDATE customers SET notes = 'forged' WHERE id = (SELECT min(id) FROM customers) RETURNING id"
        ).fetchone()
        connection.execute("ALTER TABLE customers ENABLE TRIGGER ALL")
    assert changed
    operator.make("migrate")
    assert_all_is_told(operator, url)
    said = operator.run("check", "--org", SLUG, "--trail").stdout
    assert said.startswith(f"customers {changed[0]} was made past the trail")
