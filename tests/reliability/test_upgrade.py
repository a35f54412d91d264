"""A database that goes ahead while the release before still serves: expand, then contract (docs/operating.md)."""

import shutil
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event

import psycopg
import pytest

from app.config import Settings
from app.postgres.migrations import MIGRATIONS, migrate, status
from resources.api import create_app
from tests.conftest import fresh_database
from tests.reliability.sizes import UPGRADE_SECONDS, UPGRADED_CUSTOMERS
from tests.selling import body, customer
from tests.service import Client, Service
from tests.shards import needs_one_server

pytestmark = needs_one_server("it is upgraded as docs/scaling.md says, by tests/deployment/on_citus")
CLIENTS = 4
FILL = """
    INSERT INTO customers (organization_id, id, display_name)
    SELECT %s, 'cus_filled_' || n, 'Customer ' || n FROM generate_series(1, %s) AS n"""
EMPTY = "SELECT id FROM customers WHERE id LIKE 'cus\\_filled\\_%' AND loyalty_tier IS NULL"
VALID = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'customers_by_loyalty_tier'::regclass"
# One table each: a migration that waits for a second table while it holds the first one waits in a ring with requests.
COLUMNS = {
    "9001_customers": "ALTER TABLE customers ADD COLUMN loyalty_tier text;",
    "9002_invoices": "ALTER TABLE invoices ADD COLUMN loyalty_tier text;",
    "9003_invoice_lines": "ALTER TABLE invoice_lines ADD COLUMN loyalty_points integer;",
    "9004_tokens": "ALTER TABLE tokens ADD COLUMN last_seen_at timestamptz;",
}
# A view with one more column at its end: statements prepared on it before do not fit any more.
VIEW = """
DO $$
BEGIN
    EXECUTE format(
        'CREATE OR REPLACE VIEW customer_records WITH (security_invoker = true)
         AS SELECT r.*, NULL::text AS loyalty_tier FROM (%s) r',
        rtrim(pg_get_viewdef('customer_records'::regclass), ';'));
END $$;
"""
INDEX = """-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS customers_by_loyalty_tier;
-- next
CREATE INDEX CONCURRENTLY customers_by_loyalty_tier ON customers (organization_id, loyalty_tier);
"""
# What the release before inserts afterwards stays empty; the release that contracts fills once more.
BACKFILL = """-- outside a transaction
DO $$
DECLARE
    touched integer := 1;
BEGIN
    WHILE touched > 0 LOOP
        UPDATE customers SET loyalty_tier = 'NONE'
        WHERE (organization_id, id) IN (
            SELECT organization_id, id FROM customers WHERE loyalty_tier IS NULL LIMIT 500 FOR UPDATE SKIP LOCKED);
        GET DIAGNOSTICS touched = ROW_COUNT;
        COMMIT;
    END LOOP;
END $$;
"""
EXPAND = COLUMNS | {"9005_view": VIEW, "9006_index": INDEX, "9007_backfill": BACKFILL}


@pytest.fixture
def ahead(tmp_path: Path) -> Path:
    """The migrations of a release to come."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    for name, text in EXPAND.items():
        (folder / f"{name}.sql").write_text(text)
    return folder


@pytest.fixture
def old(server_url: str, worker_id: str) -> Iterator[Service]:
    """The service as it is now, on a database of its own."""
    for url in fresh_database(server_url, f"upgraded_{worker_id}"):
        app = create_app(Settings(database_url=url, pool_wait=30))
        service = Service(app, url)
        # Not held to the OpenAPI document, which says nothing of the field to come.
        service.app = app  # type: ignore[assignment]
        yield service
        service.close()


class Busy:
    """Clients that create, read and send without a pause; what they were answered and how long it took."""

    def __init__(self, orgs: list[Client]) -> None:
        self._end = Event()
        self._pool = ThreadPoolExecutor(len(orgs))
        self._going: list[Future[list[tuple[int, float]]]] = [
            self._pool.submit(self._go, org) for org in orgs
        ]

    def _go(self, org: Client) -> list[tuple[int, float]]:
        buyer = customer(org)
        seen = []
        while not self._end.is_set():
            made = org.post("/invoices", body(buyer)).json.get("data", {}).get("id", "none")
            for method, path in (
                ("GET", "/customers?limit=5"),
                ("GET", f"/customers/{buyer}"),
                ("POST", f"/invoices/{made}/send"),
                ("GET", f"/invoices/{made}"),
                ("GET", "//readyz"),
            ):
                began = time.monotonic()
                answer = org.request(method, path)
                seen.append((answer.status_int, time.monotonic() - began))
        return seen

    def end(self) -> list[tuple[int, float]]:
        """Let them stop; every status with its seconds."""
        self._end.set()
        return [each for one in self._going for each in one.result()]


def test_the_release_before_serves_while_the_database_goes_ahead(old: Service, ahead: Path) -> None:
    orgs = [old.organization() for _ in range(CLIENTS)]

    with psycopg.connect(old.url) as connection:
        connection.execute(FILL, [orgs[0].organization_id, UPGRADED_CUSTOMERS])
    busy = Busy(orgs)
    try:
        time.sleep(UPGRADE_SECONDS)
        with psycopg.connect(old.url) as report, ThreadPoolExecutor(1) as pool:
            # A long transaction stands in the way of the first of them for a while.
            report.execute("SELECT count(*) FROM customers")
            applied = pool.submit(migrate, old.url, ahead)
            time.sleep(0.7)
            report.rollback()
            assert applied.result() == list(EXPAND)
        time.sleep(UPGRADE_SECONDS)
    finally:
        seen = busy.end()
    slowest = max(seconds for _, seconds in seen)
    print(f"{len(seen)} requests while the migrations ran, the slowest {slowest:.2f} s")  # noqa: T201
    assert {code for code, _ in seen} == {200}
    # Half a second for each try of a migration that a request meets; it would fail after five.
    assert slowest < 5
    assert old.anonymous().get("//readyz").status_int == 200
    assert all(done for _, done in status(old.url, ahead))
    with psycopg.connect(old.url) as connection:
        assert connection.execute(VALID).fetchone() == (True,)
        assert connection.execute(EMPTY).fetchall() == []
