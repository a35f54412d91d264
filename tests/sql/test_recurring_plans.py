"""Plans of the statements that find due and listed recurring invoices among many."""

import os
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql

from app.postgres.queries import load
from tests.conftest import fresh_database
from tests.reliability.sizes import PLANNED_INVOICES
from tests.service import FIXTURES
from tests.sql.plans import nodes

ORGANIZATIONS = 20
TABLES = ("organizations", "customers", "recurring_invoices")
NOON = "2026-05-01T12:00:00Z"
PLACE = {"after_created_at": "2026-01-01Z", "after_id": "rin_7_3", "limit": 50, "offset": 0}


@pytest.fixture(scope="module")
def loaded(server_url: str, worker_id: str) -> Iterator[psycopg.Connection]:
    """The owner's connection to a database with many schedules."""
    for url in fresh_database(server_url, f"schedules_{worker_id}_{os.getpid()}"):
        with psycopg.connect(url, autocommit=True) as owner:
            size = {"organizations": ORGANIZATIONS, "each": PLANNED_INVOICES // ORGANIZATIONS}
            for word in ("DISABLE", "ENABLE"):
                # Neither a trail nor foreign keys: the rows are only there to be many.
                for table in TABLES:
                    change = sql.SQL("ALTER TABLE {} {} TRIGGER ALL")
                    owner.execute(change.format(sql.Identifier(table), sql.SQL(word)))
                for name, text in load(FIXTURES).items():
                    if word == "DISABLE" and name.startswith("schedules."):
                        owner.execute(text.encode(), size)
            owner.execute("VACUUM ANALYZE")
            yield owner


def explained(loaded: psycopg.Connection, name: str, **given: Any) -> list[dict[str, Any]]:
    statement = f"EXPLAIN (ANALYZE, FORMAT JSON) {load()[name]}".encode()
    with loaded.transaction(force_rollback=True):
        if not name.startswith("operators."):
            loaded.execute("SET LOCAL ROLE invoicing_app")
            loaded.execute("SELECT set_config('app.organization_id', 'org_7', true)")
        row = loaded.execute(statement, given).fetchone()
    assert row
    return list(nodes(row[0][0]["Plan"]))


def indexes(plan: list[dict[str, Any]]) -> set[str]:
    return {node["Index Name"] for node in plan if "Index Name" in node}


def test_what_is_due_is_found_by_its_day_and_little_else_is_read(loaded: psycopg.Connection) -> None:
    plan = explained(loaded, "operators.due_recurring_invoices", now=NOON, most=500)
    assert "recurring_invoices_due" in indexes(plan)
    # Of each organization five fall due, and one of these waits for the next day.
    read = sum(
        node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
        for node in plan
        if node.get("Relation Name") == "recurring_invoices"
    )
    assert read <= ORGANIZATIONS * 6
    assert plan[0]["Actual Rows"] == ORGANIZATIONS * 4


@pytest.mark.parametrize(
    ("name", "given", "index"),
    [
        ("list", {"q": None, "limit": 50, "offset": 0}, "recurring_invoices_newest"),
        (
            "newest",
            PLACE | {"q": None, "customer_id": None, "is_paused": None, "updated_since": None},
            "recurring_invoices_newest",
        ),
        (
            "count_chosen",
            {"q": None, "customer_id": "cus_7_3", "is_paused": None, "updated_since": None},
            "recurring_invoices_by_customer",
        ),
        ("get", {"id": "rin_7_3"}, "recurring_invoices_pkey"),
        ("take", {"id": "rin_7_3", "now": NOON}, "recurring_invoices_pkey"),
    ],
)
def test_recurring_invoices_are_found_by_an_index(
    name: str, given: dict[str, Any], index: str, loaded: psycopg.Connection
) -> None:
    plan = explained(loaded, f"recurring_invoices.{name}", organization_id="org_7", **given)
    assert index in indexes(plan)
    assert "recurring_invoices" not in {
        node["Relation Name"] for node in plan if node["Node Type"] == "Seq Scan"
    }
