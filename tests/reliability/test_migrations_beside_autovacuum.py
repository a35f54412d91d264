"""A migration of a table that an autovacuum works on, as it may for hours where the table is large."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from app.embedded.server import embedded_server
from app.postgres.migrations import migrate
from tests.waiting import eventually

# A page at a time, and a tenth of a second between two: 90 seconds in all.
LONG = """CREATE TABLE long (n int) WITH (autovacuum_vacuum_insert_threshold = 0, autovacuum_vacuum_cost_delay = 100,
          autovacuum_vacuum_cost_limit = 1);
          INSERT INTO long SELECT generate_series(1, 200000);"""
AT_WORK = "SELECT FROM pg_stat_activity WHERE query LIKE 'autovacuum: VACUUM%public.long%'"


@pytest.fixture
def url() -> Iterator[str]:
    # Not pytest's own folder: each run of root's closes that to the account of the server again.
    with TemporaryDirectory(prefix="invoicing-autovacuum-") as folder:
        Path(folder).chmod(0o755)
        with embedded_server(Path(folder) / "postgres") as server:
            yield server.url()


def test_the_autovacuum_gives_way(url: str, tmp_path: Path) -> None:
    (tmp_path / "0001_long.sql").write_text(LONG)
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("ALTER SYSTEM SET autovacuum_naptime = 1")
        owner.execute("SELECT pg_reload_conf()")
        migrate(url, tmp_path)
        assert eventually(lambda: owner.execute(AT_WORK).rowcount == 1, 30)
        (tmp_path / "0002_more.sql").write_text("ALTER TABLE long ADD COLUMN m int;")
        assert migrate(url, tmp_path) == ["0002_more"]
        assert owner.execute("SELECT m FROM long LIMIT 1").fetchall() == [(None,)]
