"""Messages to PostgreSQL: several statements in one, with their values written into it.

PostgreSQL keeps a statement under its name once a connection has prepared it. From then on a message says `EXECUTE
"invoices.get"('org_…', 'inv_…')`, one such after another, and is one round trip. psycopg writes the values as literals,
as its client-side cursors do for every query. With pipelines of the extended protocol a request costs Python a third
more (docs/performance-tried.md).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from psycopg.types.json import Jsonb

# `%(name)s`, and the percent sign that a statement has to write twice.
_NAMED = re.compile(r"%\((\w+)\)s|%%")
# On a line of its own: what comes before it may end in a comment.
_NEXT = b"\n; "


@dataclass(frozen=True, slots=True)
class SqlText:
    """SQL with `%s` where values go, and the parameters whose values they are, in that order."""

    text: bytes
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sendable:
    """A registered statement as it is prepared, as it is then executed by its name, and as it is sent unprepared."""

    prepare: bytes
    execute: SqlText
    plain: SqlText


@cache
def sendable(name: str, statement: str) -> Sendable:
    """Return the forms in which a statement with parameters `%(name)s` is sent."""
    order = tuple(match[1] for match in _NAMED.finditer(statement) if match[1])
    distinct = tuple(dict.fromkeys(order))
    numbered = _NAMED.sub(lambda use: f"${distinct.index(use[1]) + 1}" if use[1] else "%", statement)
    values = f"({', '.join(['%s'] * len(distinct))})" if distinct else ""
    return Sendable(
        f'PREPARE "{name}" AS {numbered}'.encode(),
        SqlText(f'EXECUTE "{name}"{values}'.encode(), distinct),
        SqlText(_NAMED.sub(lambda use: "%s" if use[1] else "%%", statement).encode(), order),
    )


class Call(NamedTuple):
    """A text, and values for its parameters; others among them do no harm."""

    sql: SqlText
    values: Mapping[str, Any]


def fixed(text: str) -> Call:
    """Return a call without parameters."""
    return Call(SqlText(text.encode(), ()), {})


def message(calls: Sequence[Call]) -> tuple[bytes, list[Any]]:
    """Return one text of all calls, and its values. Raises KeyError for a parameter without one."""
    text = _NEXT.join([sql.text for sql, _ in calls])
    return text, [values[name] for sql, values in calls for name in sql.names]


def jsonb(value: Any) -> Jsonb:
    """Mark a value to be stored as jsonb."""
    return Jsonb(value)
