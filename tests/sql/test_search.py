"""Free-text search: the functions that pass the wall for it, and the indexes where they can be had."""

from collections.abc import Iterator

import psycopg
import pytest

from app.lists.catalogue import LISTINGS
from app.master_data.kinds import KINDS
from tests.service import Client, Service

MASTER_DATA = {kind.name for kind in KINDS if not kind.listing.looked_up}
DOCUMENTS = {kind for kind, listing in LISTINGS.items() if listing.looked_up and not listing.few_found}

TRIGRAM_INDEXES = """
    SELECT tablename FROM pg_indexes
    WHERE indexname = tablename || '_search' AND indexdef LIKE '%gin_trgm_ops%'"""


def has_trigrams(connection: psycopg.Connection) -> bool:
    return connection.execute("SELECT FROM pg_available_extensions WHERE name = 'pg_trgm'").rowcount == 1


def test_every_searchable_table_has_its_index_where_the_server_has_pg_trgm(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        indexed = {table for (table,) in connection.execute(TRIGRAM_INDEXES)}
        assert indexed == (MASTER_DATA | DOCUMENTS if has_trigrams(connection) else set())


def test_a_search_outside_any_organization_finds_nothing(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("SET LOCAL ROLE invoicing_app")
        for table in MASTER_DATA:
            statement = f"SELECT matching_{table}('%%'), matching_{table}('%%', 200, 0)"
            assert connection.execute(statement.encode()).fetchall() == []
        for table in DOCUMENTS:
            statement = f"SELECT matching_{table}('%%', 200)"
            assert connection.execute(statement.encode()).fetchall() == []


PAYMENTS = """
    INSERT INTO payments_received (
        organization_id, id, payment_number, fiscal_year, customer_id, payment_date, mode, amount,
        currency_code, exchange_rate)
    SELECT %(org)s, 'pmt_found_' || n, 'FOUND-' || n, 2026, 'cus_found', '2026-05-01', 'CASH', 1, 'INR', 1
    FROM generate_series(1, %(many)s) AS n"""
MATCHING = "SELECT matching_payments_received(%s, 200)"


@pytest.fixture
def found(service: Service) -> Iterator[tuple[psycopg.Connection, Client]]:
    """A connection in an organization that has 20,000 payments until the test ends, and the organization."""
    org = service.organization()
    with psycopg.connect(service.url) as connection:
        connection.execute("ALTER TABLE payments_received DISABLE TRIGGER ALL")
        connection.execute(PAYMENTS.encode(), {"org": org.organization_id, "many": 20_000})
        connection.execute("ANALYZE payments_received")
        connection.execute("SELECT set_config('app.organization_id', %s, true)", [org.organization_id])
        yield connection, org
        connection.rollback()


def test_a_search_finds_so_many_of_the_organization_s_own_live_records(
    found: tuple[psycopg.Connection, Client], service: Service
) -> None:
    connection, org = found
    connection.execute(
        "UPDATE payments_received SET deleted_at = now() WHERE organization_id = %s AND id = 'pmt_found_777'",
        [org.organization_id],
    )
    connection.execute("SET LOCAL ROLE invoicing_app")
    assert sorted(connection.execute(MATCHING.encode(), ["%found-1777"])) == [("pmt_found_1777",)]
    assert sorted(connection.execute(MATCHING.encode(), ["%D-777"])) == []
    assert connection.execute(MATCHING.encode(), ["%found-1777%"]).rowcount == 11
    assert connection.execute(MATCHING.encode(), ["%lost-1777%"]).rowcount == 0
    assert connection.execute(MATCHING.encode(), ["%found%"]).rowcount == 200
    other = service.organization()
    connection.execute("SELECT set_config('app.organization_id', %s, true)", [other.organization_id])
    assert connection.execute(MATCHING.encode(), ["%found%"]).rowcount == 0


def test_a_search_among_documents_goes_through_the_trigrams_where_the_server_has_them(
    found: tuple[psycopg.Connection, Client],
) -> None:
    connection, _ = found
    if not has_trigrams(connection):
        pytest.skip("this server has no pg_trgm")
    # What was inserted lies in a list until PostgreSQL puts it in, which this search would have to go through.
    connection.execute("SELECT gin_clean_pending_list('payments_received_search')")
    source = connection.execute(
        """SELECT substring(prosrc FROM 'WITH .* most') FROM pg_proc
           WHERE oid = 'matching_payments_received(text, bigint)'::regprocedure"""
    ).fetchone()
    assert source
    for pattern in ("%1777%", "%FOUND-1777", "%no such number%"):
        statement = source[0].replace("pattern", f"'{pattern}'").replace("rare", f"'{pattern}'")
        statement = statement.replace("most", "200")
        plan = "\n".join(line for (line,) in connection.execute(b"EXPLAIN " + statement.encode()))
        assert "Bitmap Index Scan on payments_received_search" in plan, plan
