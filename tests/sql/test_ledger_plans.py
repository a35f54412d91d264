"""A ledger of very many entries: its figures, how PostgreSQL comes by them, and how long that takes."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from typing import Any

import psycopg
import pytest
from psycopg import sql

from app.ledgers.party_ledgers import DateRange, Ledger, Ledgers
from app.postgres.database import Database, Row, Transaction
from app.postgres.queries import load
from tests.conftest import fresh_database
from tests.reliability.sizes import LEDGER_ENTRIES
from tests.service import FIXTURES
from tests.sql.plans import nodes

pytestmark = pytest.mark.slow

ORGANIZATION = "org_long"
MONTH = DateRange(date(2026, 1, 1), date(2026, 1, 31))
FIRST_MONTH = DateRange(date(2022, 5, 1), date(2022, 5, 31))
SIDES = {
    "customer_ledger": ("cus_0", {"invoices", "payments_received", "credit_notes"}),
    "vendor_ledger": ("ven_0", {"bills", "payments_made", "debit_notes"}),
}
MOST_MILLISECONDS = 150


@pytest.fixture(scope="module")
def url(server_url: str, worker_id: str) -> Iterator[str]:
    """A database with one customer and one vendor of LEDGER_ENTRIES entries each, and others beside them."""
    for url in fresh_database(server_url, f"ledgers_{worker_id}_{os.getpid()}"):
        with psycopg.connect(url, autocommit=True) as owner:
            fill(owner)
        yield url


@pytest.fixture(scope="module")
def database(url: str) -> Iterator[Database]:
    with closing(Database(url, pool_size=1)) as database:
        database.queries |= load(FIXTURES)
        yield database


def fill(owner: psycopg.Connection) -> None:
    with owner.transaction():
        found = owner.execute("SELECT table_name FROM trail_tables").fetchall()
        tables = [sql.Identifier(table) for (table,) in found]
        # Neither a trail nor foreign keys: the rows are only there to be many.
        for table in tables:
            owner.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER ALL").format(table))
        for name, text in load(FIXTURES).items():
            if name.startswith("long_ledger.") and name[13] == "_":
                owner.execute(text.encode(), {"entries": LEDGER_ENTRIES})
        for table in tables:
            owner.execute(sql.SQL("ALTER TABLE {} ENABLE TRIGGER ALL").format(table))
    owner.execute("VACUUM ANALYZE")


def read(database: Database, side: str, dates: DateRange) -> Ledger:
    """The ledger, the way a request reads it."""

    def work(tx: Transaction) -> Ledger:
        tx.enter(ORGANIZATION)
        return Ledgers(side).read(tx, SIDES[side][0], dates)

    return database.run(work)


@pytest.mark.parametrize("dates", [MONTH, FIRST_MONTH, DateRange(MONTH.from_day)])
def test_figures_are_those_of_plain_sums(dates: DateRange, database: Database) -> None:
    ledger = read(database, "customer_ledger", dates)
    sums = database.run_as_owner(lambda tx: tx.one("long_ledger.customer_by_hand", day=dates.from_day))
    assert sums is not None
    assert ledger.outstanding == float(sums["outstanding"])
    first = ledger.entries[0]
    assert first["balance"] == pytest.approx(
        float(sums["before"]) + first["debit"] - first["credit"], abs=0.001
    )


@pytest.mark.parametrize("side", SIDES)
def test_the_whole_ledger_has_every_entry_and_ends_with_what_is_outstanding(
    side: str, database: Database
) -> None:
    ledger = read(database, side, DateRange())
    assert len(ledger.entries) == LEDGER_ENTRIES
    assert ledger.entries[-1]["balance"] == ledger.outstanding


def plan_of(url: str, side: str, dates: DateRange) -> Iterator[dict[str, Any]]:
    """The nodes of the plan with what they did, without helpers beside the one process."""
    params: Row = {"organization_id": ORGANIZATION, "id": SIDES[side][0]}
    days: Row = {"from_day": dates.from_day, "to_day": dates.to_day}
    with psycopg.connect(url) as connection:
        connection.execute("SET LOCAL ROLE invoicing_app")
        connection.execute("SET LOCAL app.organization_id = 'org_long'")
        connection.execute("SET LOCAL max_parallel_workers_per_gather = 0")
        # A party with half of a table's rows may rightly be read from the table; here the indexes are asked.
        connection.execute("SET LOCAL enable_seqscan = off")
        connection.execute("SET LOCAL enable_bitmapscan = off")
        query = f"EXPLAIN (ANALYZE, FORMAT JSON) {load()[f'{side}.entries']}"
        row = connection.execute(query.encode(), params | days).fetchone()
    assert row
    yield from nodes(row[0][0]["Plan"])


@pytest.mark.parametrize("side", SIDES)
def test_history_is_added_up_once_from_indexes_alone(side: str, url: str) -> None:
    tables = SIDES[side][1]
    scans = [n for n in plan_of(url, side, MONTH) if n.get("Relation Name") in tables]
    assert {n["Actual Loops"] for n in scans} == {1}
    whole = [n for n in scans if "_date" not in n["Index Cond"]]
    assert {(n["Relation Name"], n["Node Type"]) for n in whole} == {(t, "Index Only Scan") for t in tables}
    assert len(whole) == 3


@pytest.mark.parametrize("side", SIDES)
def test_of_the_entries_those_of_the_dates_are_read(side: str, url: str) -> None:
    tables = SIDES[side][1]
    scans = [n for n in plan_of(url, side, MONTH) if n.get("Relation Name") in tables]
    by_date = [n for n in scans if "_date" in n["Index Cond"]]
    assert {n["Relation Name"] for n in by_date} == tables
    assert sum(n["Actual Rows"] for n in by_date) < LEDGER_ENTRIES / 40


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("dates", [MONTH, FIRST_MONTH])
def test_a_month_of_a_long_ledger_is_read_in_time(side: str, dates: DateRange, database: Database) -> None:
    # The best of many: whatever else the machine does counts as little as can be.
    best = min(elapsed(database, side, dates) for _ in range(20))
    assert best < MOST_MILLISECONDS


def elapsed(database: Database, side: str, dates: DateRange) -> float:
    started = time.perf_counter()
    read(database, side, dates)
    return (time.perf_counter() - started) * 1000
