"""Migrations: in order, once, checked, one runner at a time."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer

import psycopg
import pytest

from app.postgres import migrations
from app.postgres.migrations import MigrationError, files, migrate, status

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "0001_one.sql").write_text("CREATE TABLE one (n int); INSERT INTO one VALUES (1);")
    (tmp_path / "0002_two.sql").write_text("CREATE TABLE two (n int);")
    return tmp_path


def test_what_is_missing_is_applied_in_order_and_once(empty_url: str, folder: Path) -> None:
    assert migrate(empty_url, folder) == ["0001_one", "0002_two"]
    assert migrate(empty_url, folder) == []
    assert status(empty_url, folder) == [("0001_one", True), ("0002_two", True)]


def test_the_status_of_an_untouched_database_is_all_missing(empty_url: str, folder: Path) -> None:
    assert status(empty_url, folder) == [("0001_one", False), ("0002_two", False)]


def test_a_migration_that_fails_leaves_nothing_of_itself(empty_url: str, folder: Path) -> None:
    (folder / "0003_three.sql").write_text("CREATE TABLE three (n int); SELECT 1 / 0;")
    with pytest.raises(psycopg.errors.DivisionByZero) as failed:
        migrate(empty_url, folder)
    assert failed.value.__notes__ == ["This comes from 0003_three.sql."]
    assert status(empty_url, folder)[2] == ("0003_three", False)
    with psycopg.connect(empty_url) as connection:
        assert connection.execute("SELECT to_regclass('three')").fetchone() == (None,)


def test_an_edited_migration_is_refused(empty_url: str, folder: Path) -> None:
    migrate(empty_url, folder)
    (folder / "0001_one.sql").write_text("SELECT 1;")
    with pytest.raises(MigrationError, match="0001_one was edited"):
        migrate(empty_url, folder)


def test_a_migration_that_comes_late_is_refused(empty_url: str, folder: Path) -> None:
    migrate(empty_url, folder)
    (folder / "0001_older.sql").write_text("SELECT 1;")
    with pytest.raises(MigrationError, match="0001_older is older"):
        migrate(empty_url, folder)


def test_a_database_ahead_of_the_files_is_refused(empty_url: str, folder: Path) -> None:
    migrate(empty_url, folder)
    (folder / "0002_two.sql").unlink()
    with pytest.raises(MigrationError, match="0002_two"):
        migrate(empty_url, folder)


def test_eight_runners_at_once_apply_each_migration_once(empty_url: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        applied = [version for versions in pool.map(migrate, [empty_url] * 8) for version in versions]
    assert applied == [migration.version for migration in files()]


INDEX = """-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS one_by_n;
-- next
CREATE INDEX CONCURRENTLY one_by_n ON one (n);
-- next
DO $$
BEGIN
    FOR i IN 1..3 LOOP
        INSERT INTO one VALUES (i);
        COMMIT;
    END LOOP;
END $$;
"""


def test_what_needs_no_transaction_around_it_gets_none(empty_url: str, folder: Path) -> None:
    (folder / "0003_index.sql").write_text(INDEX)
    with ThreadPoolExecutor(2) as pool:
        applied = list(pool.map(lambda _: migrate(empty_url, folder), range(2)))
    # Who waited for the other's turn held up no index.
    assert sorted(map(len, applied)) == [0, 3]
    with psycopg.connect(empty_url) as connection:
        assert connection.execute(
            "SELECT indisvalid FROM pg_index WHERE indrelid = 'one'::regclass"
        ).fetchall() == [(True,)]
        assert connection.execute("SELECT count(*) FROM one").fetchone() == (4,)


def test_what_is_for_an_extension_is_left_out_without_it(empty_url: str, folder: Path) -> None:
    (folder / "0003_two.sql").write_text(
        "-- outside a transaction\nINSERT INTO one VALUES (2);\n-- next\n"
        "-- where plpgsql is installed\nINSERT INTO one VALUES (3);\n-- next\n"
        "-- where no_such_thing is installed\nINSERT INTO one VALUES (4);\n"
    )
    migrate(empty_url, folder)
    with psycopg.connect(empty_url) as connection:
        assert connection.execute("SELECT n FROM one ORDER BY n").fetchall() == [(1,), (2,), (3,)]


def test_what_was_interrupted_outside_a_transaction_is_begun_anew(empty_url: str, folder: Path) -> None:
    broken = INDEX.replace("INSERT INTO one", "INSERT INTO none")
    (folder / "0003_index.sql").write_text(broken)
    with pytest.raises(psycopg.errors.UndefinedTable):
        migrate(empty_url, folder)
    assert status(empty_url, folder)[2] == ("0003_index", False)
    (folder / "0003_index.sql").write_text(INDEX)
    assert migrate(empty_url, folder) == ["0003_index"]


def test_what_goes_one_by_one_keeps_what_was_done_before_a_failure(empty_url: str, folder: Path) -> None:
    again = "INSERT INTO one SELECT 2 WHERE NOT EXISTS (SELECT FROM one WHERE n = 2)"
    pieces = f"-- one by one\n{again}\n-- next\nINSERT INTO {{}}"
    (folder / "0003_pieces.sql").write_text(pieces.format("none VALUES (3)"))
    with pytest.raises(psycopg.errors.UndefinedTable):
        migrate(empty_url, folder)
    assert status(empty_url, folder)[2] == ("0003_pieces", False)
    with psycopg.connect(empty_url) as connection:
        assert connection.execute("SELECT n FROM one ORDER BY n").fetchall() == [(1,), (2,)]
    (folder / "0003_pieces.sql").write_text(pieces.format("one VALUES (3)"))
    assert migrate(empty_url, folder) == ["0003_pieces"]
    with psycopg.connect(empty_url) as connection:
        assert connection.execute("SELECT n FROM one ORDER BY n").fetchall() == [(1,), (2,), (3,)]


def test_a_migration_gives_way_to_others_until_its_table_is_free(empty_url: str, folder: Path) -> None:
    migrate(empty_url, folder)
    (folder / "0003_three.sql").write_text("ALTER TABLE one ADD COLUMN m int;")
    with psycopg.connect(empty_url) as rival, psycopg.connect(empty_url, autocommit=True) as reader:
        rival.execute("INSERT INTO one VALUES (2)")
        Timer(1.0, rival.commit).start()
        # Queued behind the migration, it waits no longer than that does.
        reader.execute("SET lock_timeout = '700ms'")
        with ThreadPoolExecutor(1) as pool:
            applied = pool.submit(migrate, empty_url, folder)
            while not applied.done():
                reader.execute("SELECT FROM one")
        assert applied.result() == ["0003_three"]


def test_a_migration_that_finds_no_moment_says_so(
    empty_url: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "LONGEST_WAIT", 0.01)
    monkeypatch.setattr(migrations, "MIGRATION_ATTEMPTS", 3)
    migrate(empty_url, folder)
    (folder / "0003_three.sql").write_text("ALTER TABLE one ADD COLUMN m int;")
    with psycopg.connect(empty_url) as rival:
        rival.execute("SELECT FROM one")
        with pytest.raises(MigrationError, match="0003_three found no moment"):
            migrate(empty_url, folder)
    assert migrate(empty_url, folder) == ["0003_three"]


def test_a_database_that_goes_away_meanwhile_is_told_in_words(empty_url: str, folder: Path) -> None:
    (folder / "0003_three.sql").write_text("SELECT pg_terminate_backend(pg_backend_pid());")
    with pytest.raises(MigrationError, match="The database went away: "):
        migrate(empty_url, folder)
    assert status(empty_url, folder)[2] == ("0003_three", False)
