"""Migrations: in order, once, checked, one runner at a time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from app.migrations import MigrationError, files, migrate, status
from tests.conftest import fresh_database


@pytest.fixture
def empty_url(server_url: str, worker_id: str) -> Iterator[str]:
    yield from fresh_database(server_url, f"empty_{worker_id}", migrated=False)


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
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(empty_url, folder)
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
