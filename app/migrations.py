"""Migrations: `sql/migrations/0001_….sql` onward, in order, forward only, each in a transaction of its own."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

MIGRATIONS = Path(__file__).resolve().parent.parent / "sql" / "migrations"

# One runner at a time on a database: the number is ours alone by being written here alone.
_LOCK = 7_305_120_264_881
_TABLE = """
    CREATE TABLE IF NOT EXISTS schema_migrations (
        version    text PRIMARY KEY,
        checksum   text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
    )"""


class MigrationError(Exception):
    """The database does not answer, or it and the files do not agree; the sentence says how."""


@dataclass(frozen=True)
class Migration:
    """One file. `version` is its name without the ending; `checksum` the SHA-256 of its bytes."""

    version: str
    statements: str
    checksum: str


def files(folder: Path = MIGRATIONS) -> list[Migration]:
    """All migrations in order."""
    return [_read(file) for file in sorted(folder.glob("[0-9]*.sql"))]


def _read(file: Path) -> Migration:
    content = file.read_bytes()
    return Migration(file.stem, content.decode(), hashlib.sha256(content).hexdigest())


def migrate(url: str, folder: Path = MIGRATIONS) -> list[str]:
    """Apply what is missing; answer the versions applied now. Run as the owner of the tables."""
    with _connected(url) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        connection.execute(_TABLE)
        return [_apply(connection, migration) for migration in _missing(connection, files(folder))]


def status(url: str, folder: Path = MIGRATIONS) -> list[tuple[str, bool]]:
    """(version, applied?) for every file; raises MigrationError as `migrate` would."""
    with _connected(url) as connection:
        wanted = files(folder)
        missing = {m.version for m in _missing(connection, wanted)} if _has_table(connection) else None
    return [(m.version, missing is not None and m.version not in missing) for m in wanted]


def checksums(folder: Path = MIGRATIONS) -> dict[str, str]:
    """version -> checksum of every file: what a current database has applied."""
    return {m.version: m.checksum for m in files(folder)}


@contextmanager
def _connected(url: str) -> Iterator[psycopg.Connection]:
    try:
        connection = psycopg.connect(url, autocommit=True)
    except (psycopg.OperationalError, psycopg.ProgrammingError) as error:
        raise MigrationError(f"The database does not answer: {str(error).strip()}") from error
    with connection:
        try:
            yield connection
        except psycopg.errors.InsufficientPrivilege as error:
            raise MigrationError(f"Migrations are the work of the tables' owner: {error}") from error


def _has_table(connection: psycopg.Connection) -> bool:
    found = connection.execute("SELECT to_regclass('schema_migrations') IS NOT NULL").fetchone()
    return bool(found and found[0])


def _missing(connection: psycopg.Connection, wanted: list[Migration]) -> list[Migration]:
    applied: dict[str, str] = dict(
        connection.execute("SELECT version, checksum FROM schema_migrations ORDER BY version")
    )
    unknown = applied.keys() - {m.version for m in wanted}
    if unknown:
        raise MigrationError(
            f"The database has migrations that this release lacks: {', '.join(sorted(unknown))}"
        )
    for migration in wanted:
        if applied.get(migration.version, migration.checksum) != migration.checksum:
            raise MigrationError(f"{migration.version} was edited after it had been applied")
    missing = [m for m in wanted if m.version not in applied]
    if missing and applied and missing[0].version < max(applied):
        raise MigrationError(f"{missing[0].version} is older than what has been applied")
    return missing


def _apply(connection: psycopg.Connection, migration: Migration) -> str:
    with connection.transaction():
        connection.execute(migration.statements.encode())
        connection.execute(
            "INSERT INTO schema_migrations (version, checksum) VALUES (%s, %s)",
            [migration.version, migration.checksum],
        )
    return migration.version
