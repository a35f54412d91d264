"""A look at a server and a login of which nothing is known: for `doctor`, before anything else is tried."""

import os
import time
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row

from app.postgres.connection import is_on_this_machine, reaching
from app.postgres.queries import load
from app.wire import Row


class NotReachedError(Exception):
    """PostgreSQL does not answer; the sentence says why, without a password."""


@dataclass(frozen=True)
class Inspected:
    """Facts of a PostgreSQL server and of a login on it.

    applied: version -> checksum of its migrations, None where it has no table of them. seconds_ahead: of the server's
    clock, with an uncertainty of so many seconds. sslmode: from the URL or the environment.
    """

    server: Row
    role: Row
    applied: dict[str, str] | None
    seconds_ahead: float
    uncertainty: float
    is_local: bool
    is_encrypted: bool
    sslmode: str | None


def inspect(url: str) -> Inspected:
    """Ask the server of a URL. Raises NotReachedError."""
    try:
        connection = psycopg.connect(url, autocommit=True, row_factory=dict_row, **reaching(url))
        with connection:
            return _asked(connection, url)
    except psycopg.Error as error:
        raise NotReachedError(_without_password(" ".join(str(error).split()), url)) from None


def _asked(connection: psycopg.Connection[dict[str, Any]], url: str) -> Inspected:
    queries = load()

    def ask(name: str) -> list[Row]:
        return connection.execute(queries[name].encode()).fetchall()

    began = time.time()
    (server,) = ask("doctor.server")
    ended = time.time()
    (role,) = ask("doctor.role")
    (known,) = ask("doctor.has_migrations")
    applied = ask("identity.applied_migrations") if known["has_them"] else None
    return Inspected(
        server=server,
        role=role,
        applied=None if applied is None else {row["version"]: row["checksum"] for row in applied},
        seconds_ahead=server["clock"].timestamp() - (began + ended) / 2,
        uncertainty=(ended - began) / 2,
        is_local=is_on_this_machine(url),
        is_encrypted=bool(connection.pgconn.ssl_in_use),
        sslmode=str(conninfo_to_dict(url).get("sslmode") or os.environ.get("PGSSLMODE") or "") or None,
    )


def _without_password(text: str, url: str) -> str:
    password = conninfo_to_dict(url).get("password")
    return text.replace(str(password), "…") if password else text
