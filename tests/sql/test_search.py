"""Free-text search: the functions that pass the wall for it, and the indexes where they can be had."""

import re
import time
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

DIGIT_INDEXES = """
    SELECT tablename, substring(indexdef FROM 'digit_runs\\(organization_id, VARIADIC ARRAY\\[(.*?)\\]')
    FROM pg_indexes WHERE indexname = tablename || '_digits'"""


def has_trigrams(connection: psycopg.Connection) -> bool:
    return connection.execute("SELECT FROM pg_available_extensions WHERE name = 'pg_trgm'").rowcount == 1


def test_every_searchable_table_has_its_index_where_the_server_has_pg_trgm(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        indexed = {table for (table,) in connection.execute(TRIGRAM_INDEXES)}
        assert indexed == (MASTER_DATA | DOCUMENTS if has_trigrams(connection) else set())


def test_every_kind_of_document_has_an_index_of_the_digits_in_what_is_searched(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        indexed = dict(connection.execute(DIGIT_INDEXES).fetchall())
    assert indexed.keys() ^ DOCUMENTS == set()
    for kind, fields in indexed.items():
        assert set(fields.split(", ")) == {*LISTINGS[kind].searched} - {"display_name"}


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


NUMBERS = """
    UPDATE payments_received
    SET payment_number = CASE mod(n, 3) WHEN 0 THEN 'F-' ELSE 'F/26-27/' END || n * 7919 || '-A',
        reference_number = CASE mod(n, 2) WHEN 0 THEN 'UTR' || n * 829348951 END,
        external_reference = CASE mod(n, 5) WHEN 0 THEN n * 7 || ' ' || n * 9973 END
    FROM (
        SELECT id AS named, substring(id FROM 11)::bigint AS n
        FROM payments_received
        WHERE organization_id = %(org)s
    ) numbered
    WHERE organization_id = %(org)s AND id = named"""
ALL_MATCHING = """
    SELECT id FROM payments_received
    WHERE organization_id = current_organization()
      AND (payment_number ILIKE %(q)s OR reference_number ILIKE %(q)s OR external_reference ILIKE %(q)s)"""


def test_a_search_by_runs_of_digits_finds_what_a_comparison_of_every_text_finds(
    found: tuple[psycopg.Connection, Client],
) -> None:
    connection, org = found
    connection.execute(NUMBERS.encode(), {"org": org.organization_id})
    number, reference, own = connection.execute(
        b"""SELECT payment_number, reference_number, external_reference FROM payments_received
            WHERE id = 'pmt_found_17770' AND organization_id = %s""",
        [org.organization_id],
    ).fetchone() or ("", "", "")
    parts = {
        text[start:end]
        for text in (number, reference, own)
        for start in range(len(text))
        for end in (start + 5, start + 8, len(text))
    }
    for part in parts | {"719630", "140719", "000000000000", "26-27/140"}:
        expected = connection.execute(ALL_MATCHING.encode(), {"q": f"%{part}%"}).fetchall()
        answered = connection.execute(
            b"SELECT matching_payments_received(%s, 30000)", [f"%{part}%"]
        ).fetchall()
        assert sorted(answered) == sorted(expected), part


def test_the_same_digits_in_two_organizations_are_different_runs(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        one, other = (
            connection.execute(b"SELECT digit_runs(%s, 'INV-123456')", [org]).fetchone()
            for org in ("org_a", "org_b")
        )
    assert one != other


@pytest.mark.parametrize(
    ("texts", "runs"),
    [
        (["RCT/26-27/1234", None], 0),
        (["RCT/26-27/12345", None], 1),
        (["12345", "12345"], 2),
        (["1234567", "UTR987654"], 5),
        (["1234 5", "123-45"], 0),
        ([None], 0),
    ],
)
def test_a_text_has_a_run_for_each_five_digits_that_follow_each_other(
    database_url: str, texts: list[str | None], runs: int
) -> None:
    with psycopg.connect(database_url) as connection:
        found = connection.execute(
            b"SELECT cardinality(digit_runs('org', VARIADIC %s::text[]))", [texts]
        ).fetchone()
    assert found == (runs,)


def test_long_digits_cost_as_much_as_their_length(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("SELECT digit_runs('org', '12345')")
        began = time.perf_counter()
        (found,) = connection.execute(
            b"SELECT digit_runs('org', repeat('0123456789', 10000))"
        ).fetchone() or ([],)
        elapsed = time.perf_counter() - began
    assert len(found) == 100_000 - 4
    assert len(set(found)) == 10
    # Measured: 0.1; in proportion to the square of the length it would take a minute.
    assert elapsed < 3


def plan(connection: psycopg.Connection, pattern: str) -> str:
    """Return the plan of a search of payments, whose function knows the values of its variables."""
    # What was inserted lies in a list until PostgreSQL puts it in, which this search would have to go through.
    connection.execute(
        "SELECT gin_clean_pending_list(indexrelid) FROM pg_index JOIN pg_class ON oid = indexrelid "
        "WHERE indrelid = 'payments_received'::regclass AND relname ~ '_(search|digits)$'"
    )
    source, runs = connection.execute(
        b"""SELECT substring(prosrc FROM 'WITH .* most'), digit_runs(current_organization(), %s)
            FROM pg_proc WHERE oid = 'matching_payments_received(text, bigint)'::regprocedure""",
        [pattern],
    ).fetchone() or ("", [])
    values = {
        "organization": "current_organization()",
        "parties": "NULL::text[]",
        "pattern": f"'{pattern}'",
        "rare": f"'{pattern}'",
        "runs": f"'{{{str(runs)[1:-1]}}}'::bigint[]",
        "most": "200",
    }
    statement = re.sub(
        r"\b(organization|pattern|rare|runs|parties|most)\b", lambda name: values[name[0]], source
    )
    return "\n".join(line for (line,) in connection.execute(b"EXPLAIN " + statement.encode()))


def test_a_search_for_five_digits_goes_through_the_runs_of_digits(
    found: tuple[psycopg.Connection, Client],
) -> None:
    connection, org = found
    connection.execute(
        "UPDATE payments_received SET payment_number = 'FOUND-' || 1000000 + substring(payment_number FROM 7)::int "
        "WHERE organization_id = %s",
        [org.organization_id],
    )
    connection.execute("ANALYZE payments_received")
    for pattern in ("%FOUND-1001777%", "%001777", "%no such number 12345%"):
        told = plan(connection, pattern)
        assert "Bitmap Index Scan on payments_received_digits" in told, told
        assert "Seq Scan" not in told


def test_a_search_without_five_digits_goes_through_the_trigrams_where_the_server_has_them(
    found: tuple[psycopg.Connection, Client],
) -> None:
    connection, _ = found
    if not has_trigrams(connection):
        pytest.skip("this server has no pg_trgm")
    for pattern in ("%1777%", "%FOUND-1777", "%no such number%"):
        told = plan(connection, pattern)
        assert "Bitmap Index Scan on payments_received_search" in told, told
        assert "payments_received_digits" not in told
