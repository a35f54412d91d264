"""The trail keeps hashes and what was before, and tells as much as whole copies of every row would."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests.conftest import fresh_database
from tests.operators.commands import Operator
from tests.operators.copied_trail import SLUG, copies, demonstrate, what_is_told, without_keys
from tests.shards import needs_one_server

pytestmark = [
    pytest.mark.slow,
    needs_one_server(
        "each node that has a row would copy it, which tests/operators/copied_trail.py does not undo"
    ),
]


@pytest.fixture(scope="module")
def url(server_url: str) -> Iterator[str]:
    yield from fresh_database(server_url, f"trail_{os.getpid()}")


@pytest.fixture(scope="module")
def operator(url: str) -> Operator:
    return demonstrate(url)


def test_what_is_told_of_a_year_is_what_whole_copies_tell(operator: Operator, url: str) -> None:
    told, kept = operator.trail(SLUG), copies(url)
    assert Counter(row["operation"] for row in kept).keys() == {"INSERT", "UPDATE", "DELETE"}
    difference = Counter(map(what_is_told, without_keys(kept)))
    difference.subtract(Counter(map(what_is_told, without_keys(told))))
    assert [row for row, count in difference.items() if count] == []


def test_each_record_is_told_alone_as_well(operator: Operator, url: str) -> None:
    kept = without_keys(copies(url))
    one_of_each = {row["tableName"]: row["recordId"] for row in kept if row["tableName"] != "number_counters"}
    for table, record in one_of_each.items():
        told = operator.trail(SLUG, "--record", record, "--table", table)
        wanted = [row for row in kept if (row["tableName"], row["recordId"]) == (table, record)]
        assert list(map(what_is_told, told)) == list(map(what_is_told, wanted))


def past_the_trail(owner: psycopg.Connection[Any], statement: str, record: str) -> None:
    """Run a statement about a record without any trigger."""
    with owner.transaction():
        tables = [sql.Identifier(table) for (table,) in owner.execute("SELECT table_name FROM trail_tables")]
        for table in tables:
            owner.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER ALL").format(table))
        assert owner.execute(statement.encode(), [record]).rowcount == 1
        for table in tables:
            owner.execute(sql.SQL("ALTER TABLE {} ENABLE TRIGGER ALL").format(table))


def differences(operator: Operator) -> list[tuple[str, str, str]]:
    """Return the findings of `check --trail` other than balances: table, record and sentence."""
    result = operator.run("check", "--org", SLUG, "--trail", "--json")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == (1 if rows else 0), result.output
    return [(row["table_name"], row["record_id"], row["difference"]) for row in rows if "difference" in row]


def some(owner: psycopg.Connection[Any], table: str, name: str = "id") -> str:
    query = sql.SQL(
        "SELECT {} FROM {} WHERE organization_id = (SELECT id FROM organizations WHERE slug = %s) LIMIT 1"
    )
    row = owner.execute(query.format(sql.SQL(name), sql.Identifier(table)), [SLUG]).fetchone()
    assert row
    return str(row[0])


def test_rows_that_nobody_altered_are_what_the_trail_says(operator: Operator) -> None:
    assert differences(operator) == []
    said = operator.run("check", "--org", SLUG, "--trail").stdout
    assert said == "The books tie, and every row is what the trail says.\n"


FORGED = "notes = 'forged' || coalesce(notes, '')", "notes = nullif(substr(notes, 7), '')"
LATER = "created_at = created_at + interval '1 day'", "created_at = created_at - interval '1 day'"


@pytest.mark.parametrize(
    ("table", "name", "alter", "back"),
    [
        ("customers", "id", *FORGED),
        ("invoices", "id", *FORGED),
        ("invoice_lines", "id", "hsn_or_sac = hsn_or_sac || '0'", "hsn_or_sac = left(hsn_or_sac, -1)"),
        ("inventory_movements", "id", *FORGED),
        ("payment_allocations", "id", *LATER),
        ("price_lists", "id", *LATER),
        ("memberships", "user_id", *LATER),
    ],
)  # fmt: skip
def test_a_row_that_was_changed_past_the_trail_is_named(
    table: str, name: str, alter: str, back: str, operator: Operator, owner: psycopg.Connection[Any]
) -> None:
    record = some(owner, table, name)
    past_the_trail(owner, f"UPDATE {table} SET {alter} WHERE {name} = %s", record)
    found = differences(operator)
    past_the_trail(owner, f"UPDATE {table} SET {back} WHERE {name} = %s", record)
    ((named, first, sentence),) = found
    assert named == table
    assert sentence.startswith("was changed past the trail")
    assert first == record or "added with it" in sentence
    assert differences(operator) == []


def test_a_row_that_was_made_or_removed_past_the_trail_is_named(
    operator: Operator, owner: psycopg.Connection[Any]
) -> None:
    record = some(owner, "payment_terms")
    owner.execute("CREATE TABLE kept AS SELECT * FROM payment_terms WHERE id = %s", [record])
    past_the_trail(owner, "DELETE FROM payment_terms WHERE id = %s", record)
    assert differences(operator) == [("payment_terms", record, "was removed past the trail")]
    owner.execute("UPDATE kept SET id = 'trm_forged'")
    past_the_trail(owner, "INSERT INTO payment_terms SELECT * FROM kept WHERE id <> %s", record)
    assert ("payment_terms", "trm_forged", "was made past the trail") in differences(operator)
    past_the_trail(owner, "DELETE FROM payment_terms WHERE id <> %s AND id = 'trm_forged'", record)
    restored = "SELECT (jsonb_populate_record(k, jsonb_build_object('id', %s::text))).* FROM kept k"
    past_the_trail(owner, f"INSERT INTO payment_terms {restored}", record)
    owner.execute("DROP TABLE kept")
    assert differences(operator) == []


@pytest.mark.parametrize(
    "table", ["invoice_lines", "inventory_movements", "payment_allocations", "quote_lines"]
)
def test_a_row_that_is_never_changed_cannot_be(table: str, owner: psycopg.Connection[Any]) -> None:
    with pytest.raises(psycopg.errors.RaiseException, match=f"Rows of {table} are never changed"):
        owner.execute(
            sql.SQL("UPDATE {} SET organization_id = organization_id").format(sql.Identifier(table))
        )


@pytest.mark.parametrize("step", [1, 2, 8, 10, 12, 19, 64])
def test_whole_rows_come_again_and_again_however_many_entries_a_request_leaves(
    step: int, owner: psycopg.Connection[Any]
) -> None:
    query = "SELECT count(*) FROM generate_series(1, 610) n WHERE whole_row(1000000007 + n * %s, '')"
    assert owner.execute(query, [step]).fetchone() == (10,)


def test_a_column_that_a_migration_adds_is_no_part_of_older_hashes(server_url: str) -> None:
    for url in fresh_database(server_url, f"younger_{os.getpid()}"):
        operator = demonstrate(url)
        with psycopg.connect(url, autocommit=True) as owner:
            for table in ("customers", "invoice_lines"):
                owner.execute(f"ALTER TABLE {table} ADD COLUMN cess numeric NOT NULL DEFAULT 0".encode())
                owner.execute("CALL hash_columns(%s)", [table])
            assert differences(operator) == []
            owner.execute("UPDATE customers SET cess = 1 WHERE id = %s", [some(owner, "customers")])
            assert differences(operator) == []
            past_the_trail(owner, "UPDATE customers SET cess = 2 WHERE id = %s", some(owner, "customers"))
            assert [table for table, *_ in differences(operator)] == ["customers"]
