"""Free-text search: the functions that pass the wall for it, and the indexes where they can be had."""

import psycopg

SEARCHABLE = {"customers", "customer_contacts", "vendors", "items", "price_lists"}


TRIGRAM_INDEXES = """
    SELECT tablename FROM pg_indexes
    WHERE indexname = tablename || '_search' AND indexdef LIKE '%gin_trgm_ops%'"""


def test_every_searchable_table_has_its_index_where_the_server_has_pg_trgm(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        known = "SELECT FROM pg_available_extensions WHERE name = 'pg_trgm'"
        available = connection.execute(known).rowcount == 1
        indexed = {table for (table,) in connection.execute(TRIGRAM_INDEXES)}
    assert indexed == (SEARCHABLE if available else set())


def test_a_search_outside_any_organization_finds_nothing(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("SET LOCAL ROLE invoicing_app")
        for table in SEARCHABLE:
            statement = f"SELECT matching_{table}('%%'), matching_{table}('%%', 200, 0)"
            assert connection.execute(statement.encode()).fetchall() == []
