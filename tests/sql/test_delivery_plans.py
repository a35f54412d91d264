"""Plans of statements that find the deliveries of a record and the failed ones: by an index, among all deliveries."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from app.postgres.queries import load
from tests.service import Service
from tests.sql.plans import nodes

pytestmark = pytest.mark.slow

DELIVERIES = 100_000
NOTHING = dict.fromkeys(("status", "found", "after_created_at", "after_id"))


@pytest.fixture(scope="module")
def asking(_running: Service) -> Iterator[tuple[psycopg.ClientCursor[Any], dict[str, Any]]]:
    """A cursor of the service, and the parameters of an endpoint with many deliveries, which go when the tests end."""
    org = _running.organization()
    endpoint = org.make("/webhook-endpoints", {"url": "https://example.com/hooks", "events": ["*"]})["id"]
    with psycopg.connect(_running.url) as connection:
        connection.execute(
            """INSERT INTO webhook_deliveries
                   (organization_id, endpoint_id, event_id, event_type, record_id, status, created_at)
               SELECT %s, %s, n, 'invoice.updated', 'inv_' || n / 10,
                      CASE WHEN n %% 10000 = 7 THEN 'FAILED' ELSE 'DELIVERED' END, now() - n * interval '1 second'
               FROM generate_series(1, %s) n""",
            [org.organization_id, endpoint, DELIVERIES],
        )
        connection.execute("ANALYZE webhook_deliveries")
        connection.execute("SET ROLE invoicing_app")
        connection.execute("SELECT set_config('app.organization_id', %s, true)", [org.organization_id])
        asked = {"organization_id": org.organization_id, "endpoint": endpoint, "limit": 51, "offset": 0}
        yield psycopg.ClientCursor(connection), asked | NOTHING
        connection.rollback()


@pytest.mark.parametrize("statement", ["newest", "oldest", "count_chosen"])
@pytest.mark.parametrize(
    ("asked", "index"),
    [
        ({"status": "FAILED"}, "webhook_deliveries_failed"),
        ({"found": ["inv_77"]}, "webhook_deliveries_of_any_record"),
    ],
    ids=str,
)
def test_deliveries_are_found_by_an_index_and_little_else_is_read(
    asking: tuple[psycopg.ClientCursor[Any], dict[str, Any]],
    statement: str,
    asked: dict[str, Any],
    index: str,
) -> None:
    cursor, parameters = asking
    text = f"EXPLAIN (ANALYZE, FORMAT JSON) {load()[f'webhook_deliveries.{statement}']}"
    row = cursor.execute(text.encode(), parameters | asked).fetchone()
    assert row
    scans = [node for node in nodes(row[0][0]["Plan"]) if node.get("Relation Name") == "webhook_deliveries"]
    found = {node.get("Index Name") for node in nodes(row[0][0]["Plan"])}
    assert index in found, found
    assert sum(node["Actual Rows"] + node.get("Rows Removed by Filter", 0) for node in scans) <= 1_000
