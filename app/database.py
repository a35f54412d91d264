"""Transactions: the only way from a room of the service to PostgreSQL.

Every transaction of the service begins as the role `invoicing_app`, which owns nothing and cannot pass row
level security; the tenant is set for that transaction alone (docs/architecture.md, "Tenancy").
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import inf
from random import uniform
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb
from psycopg_pool import ConnectionPool, PoolTimeout

from app import openings
from app.connection import (
    ANSWER_SECONDS,
    Connection,
    configure,
    configure_pooled,
    has_rows,
    outdated,
    reaching,
)
from app.constraints import problem_of
from app.errors import Conflict, InvalidRequest, Problem, Unavailable
from app.metrics import GIVEN_UP, RETRIES, PoolWatch
from app.queries import load
from app.watching import UNWATCHED, Watch, Watched

T = TypeVar("T")
Row = dict[str, Any]
# The name of a registered query and its parameters.
Statement = tuple[str, Row]

log = logging.getLogger(__name__)

PLAN_ANEW = "SET LOCAL plan_cache_mode = force_custom_plan"
ATTEMPTS = 3
# Seconds. A connection that died while nobody used it says so at once; one that fails later was waited for, by a pooler
# that has none free for example, and to wait again would be no better.
DEAD_WITHIN = 1.0
RECONNECT_SECONDS = 1.0


class TryAgain(Exception):
    """What the work stood on has moved: a new transaction may do it."""


class _Dead(Exception):
    """The connection had died in the pool: nothing was done with it."""


# After so many documents loaded in bulk the statistics are first made anew.
FIRST_LOOK = 1_000


class Transaction:
    """One open transaction, bound to a tenant once `enter` was called.

    Every statement is given `organization_id` and `user_id` of the tenant that was entered, so no room can
    name another one. Names are those of the query registry (`customers.list`).
    """

    def __init__(
        self,
        connection: Connection,
        queries: Mapping[str, str],
        watch: Watch = UNWATCHED,
        until: float = inf,
    ) -> None:
        self._connection = connection
        self._queries = queries
        self._watch = watch
        self._until = until
        self.organization_id: str | None = None
        self.user_id: str | None = None
        self.request_id: str | None = None
        self._loaded = 0
        self._look_at = FIRST_LOOK

    def begin(self, statement: str) -> Row | None:
        """Send the opening message; answer the row of its last statement, if that has one."""
        cursor = self._connection.rows
        with Watched(self._watch, self, ("begin",)):
            cursor.execute(statement.encode(), prepare=False)
        while cursor.nextset():
            pass
        return cursor.fetchone() if has_rows(cursor) else None

    def has_loaded(self, documents: int) -> None:
        """Tell of documents loaded in bulk. Whenever the transaction has ten times as many, PostgreSQL looks at its
        tables anew: with plans for the empty organization it began with, each further batch would cost more."""
        self._loaded += documents
        while self._loaded >= self._look_at:
            self._look_at *= 10
            # Another import may be looking: its statistics will do.
            self._connection.rows.execute("ANALYZE (SKIP_LOCKED)", prepare=False)

    def commit(self) -> None:
        """Make what was done last."""
        with Watched(self._watch, self, ("commit",)):
            self._connection.rows.execute("COMMIT", prepare=False)

    def enter(
        self, organization_id: str, *, user_id: str | None = None, token_id: str = "", request_id: str = ""
    ) -> None:
        """Bind the transaction to an organization; audit rows will name user, token and request."""
        statement = openings.literals(
            openings.SET_TENANT,
            organization_id=organization_id,
            user_id=user_id or "",
            token_id=token_id,
            request_id=request_id,
        )
        self._connection.rows.execute(statement.encode(), prepare=False)
        self.organization_id, self.user_id, self.request_id = organization_id, user_id, request_id

    def _run(self, cursor: psycopg.Cursor[Row], query: str, params: Row) -> psycopg.Cursor[Row]:
        with Watched(self._watch, self, (query,), cursor):
            return self._send(cursor, query, params)

    def _send(
        self, cursor: psycopg.Cursor[Row], query: str, params: Row, *, prepare: bool | None = None
    ) -> psycopg.Cursor[Row]:
        if time.monotonic() > self._until:
            raise Unavailable("The request took too long and was given up; nothing was done.")
        tenant = {"organization_id": self.organization_id, "user_id": self.user_id}
        return cursor.execute(self._queries[query].encode(), tenant | params, prepare=prepare)

    def execute(self, query: str, /, **params: Any) -> int:
        """Run a statement; answer the number of rows it touched."""
        return self._run(self._connection.rows, query, params).rowcount

    def one(self, query: str, /, **params: Any) -> Row | None:
        """The first row, with column names as keys and exact types (Decimal, date, datetime), or None."""
        return self._run(self._connection.rows, query, params).fetchone()

    def all(self, query: str, /, **params: Any) -> list[Row]:
        """All rows, typed as in `one`."""
        return self._run(self._connection.rows, query, params).fetchall()

    def record(self, query: str, /, **params: Any) -> Row | None:
        """The first row as it goes on the wire: camelCase keys, numbers as floats, days as timestamps."""
        return self._run(self._connection.wires[0], query, params).fetchone()

    def records(self, query: str, /, **params: Any) -> list[Row]:
        """All rows as they go on the wire."""
        return self._run(self._connection.wires[0], query, params).fetchall()

    def records_together(self, *asked: Statement, anew: bool = False) -> list[list[Row]]:
        """Several reads in one round trip, at most MOST_TOGETHER; the wire rows of each.

        With `anew` each is planned for its very values, not once for all: for filters that are mostly left out.
        """
        prepare = False if anew else None
        return self._together(self._connection.wires[: len(asked)], asked, prepare=prepare)

    def together(self, *asked: Statement) -> list[list[Row]]:
        """Several statements in one round trip; the typed rows of each, none for one that answers none."""
        cursors = [self._connection.cursor(row_factory=dict_row) for _ in asked]
        return self._together(cursors, asked)

    def _together(
        self,
        cursors: Sequence[psycopg.Cursor[Row]],
        asked: Sequence[Statement],
        *,
        prepare: bool | None = None,
    ) -> list[list[Row]]:
        names = [query for query, _ in asked]
        with Watched(self._watch, self, names), self._connection.pipeline():
            if prepare is False:
                self._connection.rows.execute(PLAN_ANEW, prepare=False)
            ran = [
                self._send(cursor, query, params, prepare=prepare)
                for cursor, (query, params) in zip(cursors, asked, strict=True)
            ]
        return [cursor.fetchall() if has_rows(cursor) else [] for cursor in ran]


class Database:
    """A pool of connections and the rules by which work runs in a transaction."""

    def __init__(
        self,
        url: str,
        *,
        pool_size: int = 8,
        pool_wait: float = 2,
        pooled: bool = False,
        request_seconds: float = 15.0,
        watch: Watch = UNWATCHED,
    ) -> None:
        self.queries = {**load()}
        self._watch = watch
        self._pooled = pooled
        self._request_seconds = request_seconds
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            url,
            connection_class=Connection,
            kwargs={"autocommit": True, **reaching(url)},
            configure=configure_pooled if pooled else configure,
            min_size=1,
            max_size=pool_size,
            timeout=pool_wait,
            # Its pauses between two tries double: rather let the next request have it try again.
            reconnect_timeout=RECONNECT_SECONDS,
            open=True,
        )

    def close(self) -> None:
        """Close every connection."""
        self._pool.close()

    def pool_watch(self) -> PoolWatch:
        """Who tells how the pool is used."""
        return PoolWatch(self._pool.get_stats)

    def run(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` in a transaction without a tenant, for what must be found before one is known."""
        return self._attempts(openings.BEGIN, lambda tx, _: work(tx))

    def run_with_token(self, token_hash: str, work: Callable[[Transaction, Row | None], T]) -> T:
        """Run `work` with what `resolve_token` says of the token; opening costs one round trip."""
        return self._attempts(openings.literals(openings.BEGIN_WITH_TOKEN, token_hash=token_hash), work)

    def run_as_owner(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` as the login role itself: operator commands only."""
        try:
            return self._attempts(openings.BEGIN_AS_OWNER, lambda tx, _: work(tx), patient=True)
        except errors.InsufficientPrivilege as error:
            raise Unavailable(
                "Operators work as the owner of the tables; DATABASE_URL logs in as another role."
            ) from error

    def run_as_auditor(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` as the login role on one unmoving picture of the database, which it cannot change."""
        return self._attempts(openings.BEGIN_AS_AUDITOR, lambda tx, _: work(tx), patient=True)

    def refresh_statistics(self) -> None:
        """Have PostgreSQL look at its tables anew: after a bulk load it would go on planning for what was there
        before. What it cannot look at now is left to its own maintenance; nothing is raised, all is committed."""
        with suppress(psycopg.Error), self._pool.connection() as connection:
            connection.execute("ANALYZE (SKIP_LOCKED)", prepare=False)

    def _attempts(
        self, opening: str, work: Callable[[Transaction, Row | None], T], *, patient: bool = False
    ) -> T:
        if self._pooled:
            opening = openings.with_settings(opening)
        until = inf if patient else time.monotonic() + self._request_seconds
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._alive(opening, work, until)
            except (errors.DeadlockDetected, errors.SerializationFailure, TryAgain) as error:
                if attempt == ATTEMPTS or time.monotonic() > until:
                    break
                RETRIES.add(_reason(error))
                time.sleep(uniform(0, 0.02 * attempt))  # noqa: S311 - spreads retries, keeps no secret
        GIVEN_UP.add()
        raise Unavailable

    def _alive(self, opening: str, work: Callable[[Transaction, Row | None], T], until: float) -> T:
        """Do it on a connection that lives: when the server was restarted, all that lay in the pool are dead."""
        for _ in range(self._pool.max_size + 1):
            try:
                return self._once(opening, work, until)
            except _Dead:
                RETRIES.add("stale")
        raise Unavailable

    def _once(self, opening: str, work: Callable[[Transaction, Row | None], T], until: float) -> T:
        try:
            with self._pool.connection() as connection:
                connection.patience = None if until == inf else ANSWER_SECONDS
                try:
                    return self._in_transaction(connection, opening, work, until)
                except errors.FeatureNotSupported as error:
                    if not outdated(error):
                        raise
                    return self._in_transaction(connection, opening, work, until)
        except PoolTimeout as error:
            raise Unavailable from error
        except errors.IntegrityError as error:
            raise _broken_constraint(error) from error
        except errors.DataError as error:
            log.exception("a value reached the database that it cannot store")
            raise InvalidRequest("A value is outside the range that can be stored.") from error
        except (errors.LockNotAvailable, errors.QueryCanceled) as error:
            log.warning("gave up waiting: %s", error)
            raise Unavailable from error
        except (errors.DeadlockDetected, errors.SerializationFailure):
            raise
        except psycopg.OperationalError as error:
            log.warning("the database went away: %s", error)
            raise Unavailable from error

    def _in_transaction(
        self,
        connection: Connection,
        opening: str,
        work: Callable[[Transaction, Row | None], T],
        until: float,
    ) -> T:
        tx = Transaction(connection, self.queries, self._watch, until)
        began = time.monotonic()
        try:
            first = tx.begin(opening)
        except psycopg.OperationalError as error:
            if not connection.closed or time.monotonic() - began > DEAD_WITHIN:
                raise
            raise _Dead from error
        try:
            result = work(tx, first)
            tx.commit()
        except BaseException:
            if not connection.closed:
                connection.rollback()
            raise
        return result


def _reason(error: Exception) -> str:
    if isinstance(error, TryAgain):
        return "stale"
    return "deadlock" if isinstance(error, errors.DeadlockDetected) else "serialization"


def _broken_constraint(error: errors.IntegrityError) -> Problem:
    constraint = error.diag.constraint_name
    known = problem_of(constraint)
    if known is None:
        log.error("constraint %s on %s stopped a request", constraint, error.diag.table_name)
    return known or Conflict("The records have changed or do not allow this; read them again.")


def jsonb(value: Any) -> Jsonb:
    """Mark a value to be stored as jsonb."""
    return Jsonb(value)
