"""One open transaction: the statements that a room of the service may have run, and for whom."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from math import inf
from typing import Any

import psycopg

from app import openings
from app.connection import Connection, Row, has_rows
from app.errors import Unavailable
from app.watching import UNWATCHED, Watch, Watched

# The name of a registered query and its parameters.
Statement = tuple[str, Row]

COMMIT = "COMMIT"
PLAN_ANEW = "SET LOCAL plan_cache_mode = force_custom_plan"
# After so many documents loaded in bulk the statistics are first made anew.
FIRST_LOOK = 1_000


class Transaction:
    """One open transaction, bound to a tenant from its opening or once `enter` was called.

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
        # Whether it may be committed with what is read last in it, at no round trip more.
        self.only_reads = False
        self._later: list[Statement] = []
        self._ended = False
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
        if not self._ended:
            with self._trip("commit"):
                self._connection.unread.execute(COMMIT, prepare=False)
            self._ended = True

    def enter(
        self, organization_id: str, *, user_id: str | None = None, token_id: str = "", request_id: str = ""
    ) -> None:
        """Bind the transaction to an organization; audit rows will name user, token and request."""
        self._must_go_on()
        if self._later:
            raise RuntimeError("Writes in another organization are still to be made.")
        statement = openings.literals(
            openings.SET_TENANT,
            organization_id=organization_id,
            user_id=user_id or "",
            token_id=token_id,
            request_id=request_id,
        )
        self._connection.rows.execute(statement.encode(), prepare=False)
        self.bound(organization_id, user_id, request_id)

    def bound(self, organization_id: str, user_id: str | None, request_id: str) -> None:
        """Know the tenant that the session is bound to."""
        self.organization_id, self.user_id, self.request_id = organization_id, user_id, request_id

    def _must_go_on(self) -> None:
        # What came after the end would run without tenant, as the role that logged in.
        if self._ended:
            raise RuntimeError("The transaction has ended.")

    def later(self, *writes: Statement) -> None:
        """Have writes made in the same round trip as the next statement, or as the commit. What they lock is then held
        for no longer than it takes to make them."""
        self._must_go_on()
        self._later += writes

    @contextmanager
    def _trip(
        self, *asked: str, cursor: psycopg.Cursor[Row] | None = None, pipeline: bool = False
    ) -> Iterator[None]:
        """One round trip of what was kept for later and the statements of the block, which it names."""
        kept, self._later = self._later, []
        names = [query for query, _ in kept] + list(asked)
        together = self._connection.pipeline() if kept or pipeline else nullcontext()
        with Watched(self._watch, self, names, cursor), together:
            for query, params in kept:
                self._send(self._connection.unread, query, params)
            yield

    def _run(self, cursor: psycopg.Cursor[Row], query: str, params: Row) -> psycopg.Cursor[Row]:
        with self._trip(query, cursor=cursor):
            self._send(cursor, query, params)
        return cursor

    def _send(
        self, cursor: psycopg.Cursor[Row], query: str, params: Row, *, prepare: bool | None = None
    ) -> None:
        self._must_go_on()
        if time.monotonic() > self._until:
            raise Unavailable("The request took too long and was given up; nothing was done.")
        tenant = {"organization_id": self.organization_id, "user_id": self.user_id}
        cursor.execute(self._queries[query].encode(), tenant | params, prepare=prepare)

    def execute(self, query: str, /, **params: Any) -> int:
        """Run a statement; answer the number of rows it touched."""
        return self._run(self._connection.rows, query, params).rowcount

    def one(self, query: str, /, **params: Any) -> Row | None:
        """The first row, with column names as keys and exact types (Decimal, date, datetime), or None."""
        return self._run(self._connection.rows, query, params).fetchone()

    def all(self, query: str, /, **params: Any) -> list[Row]:
        """All rows, typed as in `one`."""
        return self._run(self._connection.rows, query, params).fetchall()

    def records(self, query: str, /, **params: Any) -> list[Row]:
        """All rows as they go on the wire: camelCase keys, numbers as floats, days as timestamps."""
        return self._run(self._connection.wires[0], query, params).fetchall()

    def records_together(self, *asked: Statement, anew: bool = False) -> list[list[Row]]:
        """Several reads in one round trip, at most MOST_TOGETHER; the wire rows of each.

        With `anew` each is planned for its very values, not once for all: for filters that are mostly left out.
        """
        prepare = False if anew else None
        return self._together(self._connection.wires[: len(asked)], asked, prepare=prepare)

    def records_at_the_end(self, *asked: Statement, anew: bool = False) -> list[list[Row]]:
        """As `records_together`, for what nothing is read after: one that only reads is committed with it."""
        prepare = False if anew else None
        wires = self._connection.wires[: len(asked)]
        return self._together(wires, asked, prepare=prepare, ends=self.only_reads)

    def together(self, *asked: Statement) -> list[list[Row]]:
        """Several statements in one round trip; the typed rows of each, none for one that answers none."""
        return self._together(self._connection.several(len(asked)), asked)

    def _together(
        self,
        cursors: Sequence[psycopg.Cursor[Row]],
        asked: Sequence[Statement],
        *,
        prepare: bool | None = None,
        ends: bool = False,
    ) -> list[list[Row]]:
        names = [query for query, _ in asked] + ["commit"] * ends
        with self._trip(*names, pipeline=len(names) > 1 or prepare is False):
            if prepare is False:
                self._connection.rows.execute(PLAN_ANEW, prepare=False)
            for cursor, (query, params) in zip(cursors, asked, strict=True):
                self._send(cursor, query, params, prepare=prepare)
            if ends:
                self._connection.unread.execute(COMMIT, prepare=False)
        self._ended = ends
        return [cursor.fetchall() if has_rows(cursor) else [] for cursor in cursors]
