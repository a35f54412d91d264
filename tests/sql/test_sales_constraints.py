"""Constraints of PostgreSQL on invoices, payments, stock and numbers, tried with the service's own role."""

from collections.abc import Callable, Iterator

import psycopg
import pytest
from psycopg import errors, sql
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from tests.selling import Books, body, customer, goods, pay, read, tax_rate
from tests.service import Client, Service
from tests.sql.sales_rules import CASES, IMPLIED, OWN, TABLES, Row


@pytest.fixture(scope="module")
def organization(_running: Service) -> Client:
    """An organization with a row in each table: a part-paid invoice of tracked goods."""
    org = _running.organization()
    customer_id = customer(org, openingBalance=100)
    bolt = goods(org, variants=[{"size": "M"}], taxRateId=tax_rate(org, 18))
    warehouse = Books(_running, org).warehouse("A", is_default=True)
    Books(_running, org).receive(bolt["variants"][0]["id"], warehouse, "10", "5")
    lines = {"itemId": bolt["id"], "itemVariantId": bolt["variants"][0]["id"], "quantity": 1}
    given = body(customer_id, lines, status="SENT")
    made = org.post("/invoices", given, **{"Idempotency-Key": "k"}).json["data"]
    pay(org, customer_id, 50, (made["id"], 40), tdsAmount=10, openingBalanceApplied=5)
    assert (read(org, made["id"])["total"], read(org, made["id"])["status"]) == (118, "PARTIALLY_PAID")
    return org


@pytest.fixture
def connection(_running: Service, organization: Client) -> Iterator[psycopg.Connection[Row]]:
    with psycopg.connect(_running.url, row_factory=dict_row) as connection:
        connection.execute("SET LOCAL ROLE invoicing_app")
        connection.execute(
            "SELECT set_config('app.organization_id', %s, true)", [organization.organization_id]
        )
        connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        yield connection
        connection.rollback()


def copied(connection: psycopg.Connection[Row], table: str, change: Row) -> None:
    """Insert the table's row again, with an id of its own and what is changed; `same` names what is not."""
    named = sql.Identifier(table)
    row = connection.execute(sql.SQL("SELECT * FROM {} LIMIT 1").format(named)).fetchone()
    assert row is not None
    own = {name: value for name, value in OWN[table].items() if name != change.get("same")}
    changed = {name: value for name, value in change.items() if name != "same"}
    new = {name: value for name, value in (row | own | changed).items() if name != "sequence"}
    insert = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
        named,
        sql.SQL(", ").join(map(sql.Identifier, new)),
        sql.SQL(", ").join([sql.Placeholder()] * len(new)),
    )
    connection.execute(
        insert, [Jsonb(value) if isinstance(value, dict | list) else value for value in new.values()]
    )


def broken_by(work: Callable[[], object]) -> str | None:
    with pytest.raises(errors.IntegrityError) as caught:
        work()
    return caught.value.diag.constraint_name


@pytest.mark.parametrize("table", [table for table in TABLES if table != "stock_positions"])
def test_a_faithful_copy_is_taken(connection: psycopg.Connection[Row], table: str) -> None:
    copied(connection, table, {})


@pytest.mark.parametrize(("table", "change", "constraint"), CASES)
def test_a_row_that_breaks_a_rule_is_refused(
    connection: psycopg.Connection[Row], table: str, change: Row, constraint: str
) -> None:
    assert broken_by(lambda: copied(connection, table, change)) == constraint


def test_a_movement_is_taken_back_once_only(connection: psycopg.Connection[Row]) -> None:
    row = connection.execute("SELECT id FROM inventory_movements LIMIT 1").fetchone()
    assert row is not None
    copied(connection, "inventory_movements", {"reverses_id": row["id"]})
    again = {"id": "second", "reverses_id": row["id"]}
    broken = broken_by(lambda: copied(connection, "inventory_movements", again))
    assert broken == "inventory_movements_reversed_once"


@pytest.mark.parametrize(
    ("set_to", "constraint"),
    [
        ("opening_balance_applied = -1", "customers_opening_balance_applied_check"),
        ("opening_balance_applied = 100.01", "customers_opening_balance_covers_what_was_applied"),
        ("opening_balance = 4.99", "customers_opening_balance_covers_what_was_applied"),
        ("opening_balance_applied = 'NaN'", "amount_check"),
    ],
)
def test_the_opening_balance_covers_what_was_applied_of_it(
    connection: psycopg.Connection[Row], set_to: str, constraint: str
) -> None:
    statement = sql.SQL("UPDATE customers SET {}").format(sql.SQL(set_to))  # type: ignore[arg-type]
    assert broken_by(lambda: connection.execute(statement)) == constraint


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE inventory_movements SET quantity = 1",
        "DELETE FROM inventory_movements",
        "UPDATE payment_allocations SET amount = 1",
        "DELETE FROM payment_allocations",
        "DELETE FROM payments_received",
        "DELETE FROM stock_positions",
        "DELETE FROM number_counters",
    ],
)
def test_history_cannot_be_changed(connection: psycopg.Connection[Row], statement: str) -> None:
    with pytest.raises(errors.InsufficientPrivilege):
        connection.execute(statement.encode())


def test_every_constraint_of_these_tables_has_a_test(connection: psycopg.Connection[Row]) -> None:
    found = connection.execute(
        """
        SELECT conname
        FROM pg_constraint
        WHERE conrelid::regclass::text = ANY (%s)
          AND contype IN ('c', 'f', 'p', 'u')
          AND conname NOT LIKE '%%_organization_id_fkey'
        """,
        [list(TABLES)],
    )
    tested = {name for _, _, name in CASES} | {"inventory_movements_reversed_once"}
    assert {row["conname"] for row in found} - tested == IMPLIED
