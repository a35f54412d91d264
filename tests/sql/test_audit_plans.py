"""A page of the trail reads about as many entries as it shows, however many there are."""

import json
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests.service import Service

pytestmark = pytest.mark.slow

ENTRIES = 300_000
# Of what a fifth of all entries has, the most that are counted are found among five times as many; each is joined.
MOST_READ = 7_000
NOTHING = dict.fromkeys(("after_id", "record", "found", "table", "user", "request", "from_day", "to_day"))


@pytest.fixture(scope="module")
def asking(_running: Service) -> Iterator[tuple[psycopg.ClientCursor[Any], dict[str, Any]]]:
    """A cursor of the service, and the parameters of an organization with many entries, which go when the tests end."""
    organization = _running.organization().organization_id
    with psycopg.connect(_running.url) as connection:
        connection.execute(
            """INSERT INTO trail_transactions (id, organization_id, user_id, request_id)
               SELECT nextval('trail_ids'), %s, 'usr_' || n %% 5, 'req_' || n FROM generate_series(1, %s / 4) n""",
            [organization, ENTRIES],
        )
        connection.execute(
            """INSERT INTO trail (id, transaction_id, organization_id, table_name, record_id, row_hash)
               SELECT nextval('trail_ids'), t.id, t.organization_id,
                      (ARRAY['invoices', 'stock_positions', 'number_counters', 'invoices'])[k], t.id || '_' || k, ''
               FROM trail_transactions t, generate_series(1, 4) k
               WHERE t.organization_id = %s""",
            [organization],
        )
        # Of many organizations, so that the share of one is small and so is that of its users.
        connection.execute(
            """INSERT INTO trail_transactions (id, organization_id, user_id, request_id)
               SELECT nextval('trail_ids'), 'org_' || n %% 3000, 'usr_of_org_' || n %% 3000, 'req_' || n
               FROM generate_series(1, %s) n""",
            [ENTRIES],
        )
        connection.execute("ANALYZE trail, trail_transactions")
        # Beside the rows of other tests a table of this size may be cheaper to read as a whole; a large one is not.
        connection.execute("SET enable_seqscan = off")
        connection.execute("SET enable_bitmapscan = off")
        connection.execute("SET ROLE invoicing_app")
        connection.execute("SELECT set_config('app.organization_id', %s, true)", [organization])
        yield (
            psycopg.ClientCursor(connection),
            {"organization_id": organization, "limit": 201, "offset": 0} | NOTHING,
        )
        connection.rollback()


def scans(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if node.get("Relation Name") in ("trail", "trail_transactions"):
        yield node
    for inner in node.get("Plans", ()):
        yield from scans(inner)


@pytest.mark.parametrize("statement", ["newest", "count_chosen", "list", "count"])
@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"table": "invoices"},
        {"table": "payment-terms"},
        {"user": "usr_3"},
        {"user": "nobody"},
        {"request": "req_77"},
        {"record": "nobody"},
        {"found": [f"record {n}" for n in range(1000)]},
        {"after_id": "aud_000000000000001_0000001"},
        {"user": "usr_3", "table": "customers"},
    ],
    ids=lambda asked: str(asked)[:60],
)
def test_no_page_scans_the_trail(
    asking: tuple[psycopg.ClientCursor[Any], dict[str, Any]],
    service: Service,
    statement: str,
    asked: dict[str, Any],
) -> None:
    cursor, parameters = asking
    assert_reads_little(cursor, service.owner.queries[f"audit.{statement}"], parameters | asked)


@pytest.mark.parametrize("asked", [{"record": "nobody"}, {"since": "2999-01-01"}, {}], ids=str)
def test_neither_does_a_page_of_the_command(
    asking: tuple[psycopg.ClientCursor[Any], dict[str, Any]], service: Service, asked: dict[str, Any]
) -> None:
    cursor, parameters = asking
    chosen = parameters | {"since": None, "after_record": None} | asked
    # By the owner, whom no row security holds.
    cursor.execute("RESET ROLE")
    assert_reads_little(cursor, service.owner.queries["operators.audit_page"], chosen)
    cursor.execute("SET ROLE invoicing_app")


def assert_reads_little(cursor: psycopg.ClientCursor[Any], query: str, parameters: dict[str, Any]) -> None:
    text = sql.SQL(query)  # type: ignore[arg-type]
    explained = cursor.execute(sql.SQL("EXPLAIN (ANALYZE, FORMAT JSON) ") + text, parameters).fetchone()
    assert explained
    for scan in scans(explained[0][0]["Plan"]):
        assert scan["Node Type"] != "Seq Scan", json.dumps(scan)
        read = (scan["Actual Rows"] + scan.get("Rows Removed by Filter", 0)) * scan["Actual Loops"]
        assert read <= MOST_READ, json.dumps(scan)
