"""The cost of a large import: each batch costs as much as the one before it."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest

from app.importing.file_kinds import FILE_KINDS
from app.importing.loading import act_for_the_organization, load
from app.postgres.database import Database, Transaction
from app.postgres.transactions import FIRST_ANALYSIS
from tests.conftest import fresh_database
from tests.operators.commands import Operator
from tests.operators.importing import Books
from tests.service import Service
from tests.shards import needs_one_server
from tests.sql.test_search import has_trigrams

pytestmark = pytest.mark.slow

SCANS = "SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'invoices_search'"
PAYMENT = {"customer": "Acme", "paymentDate": "2026-05-04", "amount": 1}


@pytest.fixture
def empty(server_url: str) -> Iterator[str]:
    """A database whose statistics say that there are no payments."""
    for url in fresh_database(server_url, "test_import_plans"):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("ANALYZE")
        yield url


@needs_one_server("the plan of a statement is that of each shard, which EXPLAIN there does not take apart")
def test_the_statements_of_a_growing_import_go_by_their_whole_index(empty: str) -> None:
    organization_id = Operator(empty).organization("growing")
    customer = json.dumps({"displayName": "Acme"}).encode()
    payments = [json.dumps(PAYMENT).encode()] * (FIRST_ANALYSIS + 1)

    def work(tx: Transaction) -> Any:
        tx.enter(organization_id)
        act_for_the_organization(tx)
        load(tx, FILE_KINDS["customers"], [customer], lambda _: None)
        load(tx, FILE_KINDS["payments-received"], payments, lambda _: None)
        values = {"fiscal_years": [2026], "numbers": ["PMT-00001"]}
        # EXPLAIN cannot be prepared.
        return tx.records_of_all(("plans.taken", values), ("plans.bitmaps", {}), replan=True)

    with closing(Database(empty, pool_size=1)) as database:
        taken = database.queries["payments_received.taken"]
        database.queries = database.queries | {
            "plans.taken": f"EXPLAIN (FORMAT JSON) {taken}",
            "plans.bitmaps": "SHOW enable_bitmapscan",
        }
        explained, bitmaps = database.run_as_owner(work)
    plan = json.dumps(explained)
    # An organization that is believed empty would be read as a whole for each batch.
    assert "fiscal_year = n.fiscal_year" in plan
    assert "Join Filter" not in plan
    # The test below has the reason; it needs pg_trgm.
    assert bitmaps == [{"enableBitmapscan": "off"}]


def test_numbers_are_not_looked_for_among_those_that_share_letters(
    service: Service, operator: Operator, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # PostgreSQL keeps the plan of a statement that has come several times.
    monkeypatch.setattr("app.importing.entries.MOST_BATCH_ENTRIES", 100)
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme"})
    work = {"description": "Work", "quantity": 1, "rate": 100}
    sent = {"customer": "Acme", "invoiceDate": "2026-05-04", "status": "SENT", "lines": [work]}
    with psycopg.connect(database_url, autocommit=True) as connection:
        if not has_trigrams(connection):
            pytest.skip("this server has no pg_trgm, so it has no other index of numbers")
        before = connection.execute(SCANS.encode()).fetchone()
        books.load("invoices", *(sent | {"invoiceNumber": f"ST/26-27/{n}"} for n in range(2_000)))
        assert connection.execute(SCANS.encode()).fetchone() == before
