"""Statements of `check` on taxes: each reads every table once, whatever its size."""

from collections import Counter

import psycopg
import pytest
from psycopg.rows import scalar_row

from app.postgres.queries import load
from tests.service import Service
from tests.sql.plans import nodes


@pytest.mark.parametrize("statement", ["taxes", "supply_types"])
def test_each_table_is_read_once(statement: str, service: Service) -> None:
    organization = service.organization().organization_id
    query = load()[f"check_taxes.{statement}"]
    with psycopg.connect(service.url, row_factory=scalar_row) as connection:
        asking = psycopg.ClientCursor(connection, row_factory=scalar_row)
        asking.execute("SET LOCAL enable_nestloop = off")
        asking.execute(f"EXPLAIN (FORMAT JSON) {query}".encode(), {"organization_id": organization})
        (plan,) = asking.fetchone()  # type: ignore[misc]
    read = Counter(node["Relation Name"] for node in nodes(plan["Plan"]) if "Relation Name" in node)
    assert {"invoices", "credit_notes"} <= read.keys()
    assert set(read.values()) == {1}
