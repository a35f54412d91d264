"""A connection to PostgreSQL: settings of its session, how messages are sent on it, and how rows are read."""

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.adapt import Buffer, Dumper
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import ExecStatus
from psycopg.types.json import set_json_dumps, set_json_loads
from psycopg.types.numeric import FloatLoader
from psycopg.types.string import TextLoader

from app.postgres.statements import Call, Sendable, SqlText, fixed, message
from app.wire import Columns, Row, from_json, to_json

T = TypeVar("T")
Cursor = psycopg.ClientCursor[tuple[Any, ...]]
# Makes rows of a result's columns and its values.
RowMaker = Callable[[Columns, list[tuple[Any, ...]]], list[Row]]

# In seconds, unless the URL says otherwise. A server that is gone sends nothing: the kernel must probe the connection.
_REACHING = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # milliseconds
}
# Longer than any statement may take: a server that answers later has stopped working altogether.
ANSWER_SECONDS = 20.0

_SETTINGS = {
    "TimeZone": "UTC",
    "lock_timeout": "5s",
    "statement_timeout": "15s",
    "idle_in_transaction_session_timeout": "30s",
    # A request is one of many: two more processes for its sums gain it nothing that the others do not lose.
    "max_parallel_workers_per_gather": "0",
    # A kept plan knows no LIMIT, so a page of a large list looks dear enough to be compiled: 15 ms, every time.
    "jit": "off",
}
SESSION = "; ".join(f"SET {name} = '{value}'" for name, value in _SETTINGS.items())
SESSION_OF_A_TRANSACTION = fixed(
    "SELECT " + ", ".join(f"set_config('{name}', '{value}', true)" for name, value in _SETTINGS.items())
)
# More than requests commonly use. Beyond it all are dropped, so that the server process of a connection stays small.
MOST_PREPARED = 200
# The session lacks a statement that is recorded as prepared, or has one that is not.
UNPREPARED = (psycopg.errors.InvalidSqlStatementName, psycopg.errors.DuplicatePreparedStatement)


@dataclass(frozen=True, slots=True)
class TenantSetting:
    """Stands for a value that the opening of the same message sets: `organization_id` or `user_id`."""

    name: str


class _TenantSettingDumper(Dumper):
    """Writes a TenantSetting as the expression that reads it."""

    def dump(self, obj: TenantSetting) -> Buffer:
        return self.quote(obj)

    def quote(self, obj: TenantSetting) -> Buffer:
        return f"nullif(current_setting('app.{obj.name}', true), '')".encode()


class Result(NamedTuple):
    """The rows that a statement answered, and the number of rows that it touched."""

    rows: list[Row]
    touched: int


class Connection(psycopg.Connection[Any]):
    """A connection with cursors kept for its life: `rows` for the domain, `wire` for answers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_json_dumps(to_json, self)
        set_json_loads(from_json, self)
        self.adapters.register_dumper(TenantSetting, _TenantSettingDumper)
        self.rows = Cursor(self)
        self.wire = Cursor(self)
        self.wire.adapters.register_loader("numeric", FloatLoader)
        self._bound = psycopg.Cursor(self)
        # As text, which `app.wire` gives its form: a loader of ours would be called for each value.
        for name in ("date", "json", "jsonb"):
            self.wire.adapters.register_loader(name, TextLoader)
        # True if a message may hold several statements, and the session keeps prepared ones.
        self.combines = True
        # True if it leads to a node of Citus, which holds the rows of some organizations.
        self.on_a_node = False
        self._prepared_names: set[str] = set()
        # Seconds to wait for an answer; None for as long as it takes.
        self.patience: float | None = ANSWER_SECONDS

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Wait for the server; close the connection where it does not answer within `patience` seconds."""
        began = time.monotonic()
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except psycopg.Error:
            if self.patience is not None and time.monotonic() - began >= self.patience:
                # It is unknown what was carried out: nothing more can be sent on this connection.
                self.close()
            raise

    def has_prepared(self, names: Iterable[str]) -> bool:
        """Return whether all statements of these names are prepared in the session."""
        return self._prepared_names.issuperset(names)

    def executable(self, name: str, statement: Sendable) -> SqlText:
        """Return the text that runs a statement in the session: EXECUTE with its name. The first time PREPARE sends the
        SQL, in a round trip of its own."""
        if not self.combines:
            return statement.plain
        if name not in self._prepared_names:
            self.rows.execute(statement.prepare)
            self._prepared_names.add(name)
        return statement.execute

    def send(self, cursor: Cursor, calls: Sequence[tuple[Call, RowMaker | None]]) -> list[Result]:
        """Send calls in one message, or one by one where the connection does not combine them.

        Return the result of each, whose rows the maker beside the call makes; nothing for a call without a maker.
        """
        if not self.combines:
            return [result for call in calls for result in self._send_combined(cursor, [call])]
        return self._send_combined(cursor, calls)

    def send_bound(self, call: Call, make: RowMaker) -> Result:
        """Send a call by itself, its values apart from its text (the extended protocol)."""
        text, values = message([call])
        self._bound.execute(text, values, prepare=False)
        return _result(self._bound, make)

    def _send_combined(self, cursor: Cursor, calls: Sequence[tuple[Call, RowMaker | None]]) -> list[Result]:
        cursor.execute(*message([call for call, _ in calls]))
        return [
            _result(cursor.set_result(place), make) if make else _NOTHING
            for place, (_, make) in enumerate(calls)
        ]

    def make_room(self) -> None:
        """Drop the prepared statements of the session if there are many."""
        if len(self._prepared_names) > MOST_PREPARED:
            self.forget_prepared()

    def forget_prepared(self) -> None:
        """Drop the prepared statements of the session."""
        self.rows.execute("DEALLOCATE ALL")
        self._prepared_names.clear()


_NOTHING = Result([], -1)


def _result(cursor: psycopg.Cursor[tuple[Any, ...]], make: RowMaker) -> Result:
    result = cursor.pgresult
    if result is None or result.status != ExecStatus.TUPLES_OK:
        return Result([], cursor.rowcount)
    # libpq's own: psycopg's `description` makes an object for each column.
    columns = tuple([(result.fname(place) or b"", result.ftype(place)) for place in range(result.nfields)])
    return Result(make(columns, cursor.fetchall()), cursor.rowcount)


def configure(connection: Connection) -> None:
    """Set what applies to every transaction of a new connection."""
    connection.execute(SESSION, prepare=False)


def configure_pooled(connection: Connection) -> None:
    """Prepare a new connection to a pooler, which gives each transaction any free session: nothing is kept in one."""
    connection.combines = False


def configure_node(connection: Connection) -> None:
    """Prepare a new connection to a node of Citus, which hands on a message of several statements as it is."""
    connection.combines = False
    connection.on_a_node = True


def configure_shard(connection: Connection) -> None:
    """Prepare a new connection to a shard on its node of Citus, which takes messages of several statements."""
    configure(connection)
    connection.on_a_node = True


def reaching(url: str) -> Row:
    """Return connection parameters that limit the time to reach a server and to notice that it is gone, unless the
    URL has them."""
    given = conninfo_to_dict(url)
    return {name: value for name, value in _REACHING.items() if name not in given}


def is_readable(url: str) -> bool:
    """Return whether a text is a connection URL or a list of connection parameters."""
    try:
        conninfo_to_dict(url)
    except (psycopg.ProgrammingError, UnicodeDecodeError):  # of a password's bytes
        return False
    return True


def is_on_this_machine(url: str) -> bool:
    """Return whether the servers of a URL listen on sockets of this machine. A service file may name any server."""
    said = conninfo_to_dict(url)
    if said.get("service") or os.environ.get("PGSERVICE"):
        return False
    hosts = (
        said.get("hostaddr")
        or os.environ.get("PGHOSTADDR")
        or said.get("host")
        or os.environ.get("PGHOST")
        or "/"
    )
    return all(
        host.startswith(("/", "@", "127.")) or host.lower() in ("localhost", "::1")
        for host in str(hosts).split(",")
    )


def outdated(error: psycopg.Error) -> bool:
    """Return whether an error says that the session's prepared statements differ from those recorded here.

    A migration may have changed the columns of one, or a PREPARE may have been interrupted just as it was done.
    """
    return isinstance(error, UNPREPARED) or error.diag.source_function == "RevalidateCachedQuery"
