"""Migrations: `sql/migrations/0001_….sql` onward, in order, forward only, each in a transaction of its own.

They run while the service does. A migration that waits for a table's lock holds up every later request for that table.
So it waits for half a second at most, gives way, and tries again.

A file whose first line is `-- outside a transaction` is for what PostgreSQL does outside one only, an index made
CONCURRENTLY or a long change committed in pieces. Lines `-- next` separate its statements, which must work when run
again after an interruption. A statement with a line `-- where pg_trgm is installed` is left out where that extension is
not; a condition around it could not do that, since the statement must stand alone.

A file whose first line is `-- one by one` has statements, parted in the same way, that each get a transaction of their
own. It is for what locks many tables that requests use.
"""

import hashlib
import logging
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import uniform

import psycopg
from psycopg import errors, sql

from app.postgres.scripts import statements_of

_SQL = Path(__file__).resolve().parent.parent.parent / "sql"
MIGRATIONS = _SQL / "migrations"

# The advisory lock of the one runner at a time on a database. The number stands here alone.
_LOCK = 7_305_120_264_881
# Seconds between two tries. Waiting within a statement would hold up an index made CONCURRENTLY, and the reverse.
_ASK_EVERY = 0.1
# Seconds by which a migration delays requests at most. Below PostgreSQL's deadlock_timeout, so that of two transactions
# that wait for each other the migration gives up.
LONGEST_WAIT = 0.5
# PostgreSQL ends an autovacuum that is in the way of somebody who has waited for deadlock_timeout, as every fourth try
# does. Of two transactions that wait for each other it may end the request's then, which begins again.
PATIENT_EVERY = 4
# With pauses of up to two seconds: about two minutes.
MIGRATION_ATTEMPTS = 80
# Rows: a second or two.
TURNED_AT_ONCE = 5_000
_OUTSIDE = "-- outside a transaction\n"
_ONE_BY_ONE = "-- one by one\n"
_NEXT = "\n-- next\n"
_WHERE = re.compile(r"^-- where (\w+) is installed$", re.MULTILINE)
_TABLE = """
    CREATE TABLE IF NOT EXISTS schema_migrations (
        version    text PRIMARY KEY,
        checksum   text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
    )"""
# Citus changes shards side by side, and then refuses to change tables beside them. PostgreSQL has no such setting.
_HOW_TO_CHANGE_TABLES = """
    SELECT set_config('lock_timeout', %s, true), set_config('citus.multi_shard_modify_mode', 'sequential', true)"""
_OTHERS_MAKE_TABLES = """
    SELECT has_database_privilege('invoicing_app', %s, 'TEMPORARY')
    FROM pg_roles
    WHERE rolname = 'invoicing_app'"""

log = logging.getLogger(__name__)


class MigrationError(Exception):
    """The database does not answer, or it and the files do not agree; the sentence says how."""


@dataclass(frozen=True)
class Migration:
    """One file. `version` is its name without the ending; `checksum` the SHA-256 of its bytes."""

    version: str
    statements: str
    checksum: str


def files(folder: Path = MIGRATIONS) -> list[Migration]:
    """Return all migrations in order."""
    return [_read(file) for file in sorted(folder.glob("[0-9]*.sql"))]


def _read(file: Path) -> Migration:
    content = file.read_bytes()
    return Migration(file.stem, content.decode(), hashlib.sha256(content).hexdigest())


def migrate(url: str, folder: Path = MIGRATIONS) -> list[str]:
    """Apply the missing migrations; return their versions. Run as the owner of the tables."""
    return list(applying(url, folder))


def applying(url: str, folder: Path = MIGRATIONS) -> Iterator[str]:
    """Apply the missing migrations as `migrate` does; yield each version once it is applied."""
    with _connected(url) as connection:
        _wait_for_turn(connection)
        connection.execute(_TABLE)
        for migration in _missing(connection, files(folder)):
            try:
                _apply(connection, migration)
            except psycopg.Error as error:
                error.add_note(f"This comes from {migration.version}.sql.")
                raise
            yield migration.version
        _refuse_temporary_tables(connection)


def _refuse_temporary_tables(connection: psycopg.Connection) -> None:
    """Let nobody but the owner make temporary tables: PostgreSQL lets everybody who may connect.

    At each run, since the rights of a database are not in its dump. A login that does not own the database changes
    nothing, which PostgreSQL tells as a warning.
    """
    name = connection.info.dbname
    allowed = connection.execute(_OTHERS_MAKE_TABLES, [name]).fetchone()
    if allowed and allowed[0]:
        connection.execute(
            sql.SQL("REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC").format(sql.Identifier(name))
        )


def make_service_role(url: str) -> None:
    """Make the role that the service works as, where there is none, for tables that were migrated elsewhere."""
    with _connected(url) as connection:
        connection.execute((_SQL / "service_role.sql").read_bytes())


def turn_copies(url: str, rows: int = TURNED_AT_ONCE) -> Iterator[int]:
    """Turn the copies of the former trail into entries, so many rows in a transaction; yield how many, each time.

    What is turned stays turned when this is ended before it is done.
    """
    with _connected(url) as connection:
        _wait_for_turn(connection)
        while turned := connection.execute("CALL turn_copies(%s)", [rows]).fetchone():
            if not turned[0]:
                return
            yield turned[0]


def status(url: str, folder: Path = MIGRATIONS) -> list[tuple[str, bool]]:
    """(version, applied?) for every file; raises MigrationError as `migrate` would."""
    with _connected(url) as connection:
        wanted = files(folder)
        missing = {m.version for m in _missing(connection, wanted)} if _has_table(connection) else None
    return [(m.version, missing is not None and m.version not in missing) for m in wanted]


def checksums(folder: Path = MIGRATIONS) -> dict[str, str]:
    """version -> checksum of every file: what a current database has applied."""
    return {m.version: m.checksum for m in files(folder)}


def _wait_for_turn(connection: psycopg.Connection) -> None:
    while connection.execute("SELECT pg_try_advisory_lock(%s)", [_LOCK]).fetchone() != (True,):
        time.sleep(_ASK_EVERY)


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
        except psycopg.OperationalError as error:
            if not connection.closed:
                raise
            raise MigrationError(f"The database went away: {str(error).strip()}") from error


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


def _apply(connection: psycopg.Connection, migration: Migration) -> None:
    pieces = migration.statements.split(_NEXT)
    if migration.statements.startswith(_OUTSIDE):
        for statement in pieces:
            if _is_for(connection, statement):
                connection.execute(statement.encode())
        with connection.transaction():
            _remember(connection, migration)
    elif migration.statements.startswith(_ONE_BY_ONE):
        for statement in pieces:
            _apply_between_requests(connection, replace(migration, statements=statement), is_all=False)
        with connection.transaction():
            _remember(connection, migration)
    else:
        _apply_between_requests(connection, migration, is_all=True)


def _is_for(connection: psycopg.Connection, statement: str) -> bool:
    """Return whether the database has the extension that a statement requires, if it requires one."""
    extension = _WHERE.search(statement)
    if extension is None:
        return True
    return connection.execute("SELECT FROM pg_extension WHERE extname = %s", [extension[1]]).rowcount == 1


def _apply_between_requests(connection: psycopg.Connection, migration: Migration, *, is_all: bool) -> None:
    for attempt in range(1, MIGRATION_ATTEMPTS + 1):
        try:
            wait = _deadlock_timeout(connection) * (attempt % PATIENT_EVERY == 0) + LONGEST_WAIT
            _apply_at_once(connection, migration, wait=wait, is_all=is_all)
            return
        except (errors.LockNotAvailable, errors.DeadlockDetected) as error:
            if attempt == MIGRATION_ATTEMPTS:
                raise MigrationError(
                    f"{migration.version} found no moment in which its tables were free: {error}"
                ) from error
            log.warning("%s waits for its tables: %s", migration.version, error)
            time.sleep(uniform(LONGEST_WAIT, 4 * LONGEST_WAIT))  # noqa: S311 - lets others through


def _deadlock_timeout(connection: psycopg.Connection) -> float:
    """Return the setting `deadlock_timeout` in seconds."""
    query = "SELECT extract(epoch FROM current_setting('deadlock_timeout')::interval)::float"
    (seconds,) = connection.execute(query).fetchone() or (0.0,)
    return float(seconds)


def _apply_at_once(
    connection: psycopg.Connection, migration: Migration, *, wait: float, is_all: bool
) -> None:
    with connection.transaction():
        connection.execute(_HOW_TO_CHANGE_TABLES, [f"{wait}s"])
        # One by one: Citus hands on a message to its workers as a whole, and they take one statement each.
        for statement in statements_of(migration.statements):
            connection.execute(statement.encode())
        if is_all:
            _remember(connection, migration)


def _remember(connection: psycopg.Connection, migration: Migration) -> None:
    connection.execute(
        "INSERT INTO schema_migrations (version, checksum) VALUES (%s, %s)",
        [migration.version, migration.checksum],
    )
