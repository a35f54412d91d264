"""A connection to PostgreSQL: what its session is set to, and how rows of it look."""

from collections.abc import Callable
from typing import Any

import psycopg
from psycopg.rows import dict_row
from psycopg.types.json import set_json_dumps, set_json_loads
from psycopg.types.numeric import FloatLoader

from app.wire import from_json, names_of, to_json

Row = dict[str, Any]

SESSION = (
    "SET TimeZone = 'UTC'; SET lock_timeout = '5s'; SET statement_timeout = '15s'; "
    "SET idle_in_transaction_session_timeout = '30s'; SET default_transaction_isolation = 'read committed'; "
    # A request is one of many: two more processes for its sums gain it nothing that the others do not lose.
    "SET max_parallel_workers_per_gather = 0"
)
MOST_TOGETHER = 4


class _DayLoader(psycopg.adapt.Loader):
    """A date on the wire is the timestamp of its midnight in UTC."""

    def load(self, data: Any) -> str:
        return bytes(data).decode() + "T00:00:00Z"


def _wire_row(cursor: psycopg.Cursor[Any]) -> Callable[[Any], Row]:
    names = names_of(cursor.description or ())
    return lambda values: dict(zip(names, values, strict=True))


class Connection(psycopg.Connection[Any]):
    """A connection with cursors kept for its life: `rows` for the domain, `wires` for answers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_json_dumps(to_json, self)
        set_json_loads(from_json, self)
        self.rows = self.cursor(row_factory=dict_row)
        self.wires = [self._wire_cursor() for _ in range(MOST_TOGETHER)]

    def _wire_cursor(self) -> psycopg.Cursor[Row]:
        cursor = self.cursor(row_factory=_wire_row)
        cursor.adapters.register_loader("numeric", FloatLoader)
        cursor.adapters.register_loader("date", _DayLoader)
        return cursor


def configure(connection: Connection) -> None:
    """Set what holds for every transaction of a connection."""
    connection.execute(SESSION, prepare=False)
