"""One open transaction: the registered statements that a room of the service may run, and for which organization."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from typing import Any

import psycopg

from app.errors import Unavailable, Warned
from app.postgres import openings
from app.postgres.connection import Connection, Cursor, Result, RowMaker, TenantSetting
from app.postgres.constraints import NONE_KNOWN, Constraints
from app.postgres.failures import is_of_the_data, problem_for
from app.postgres.openings import Opening
from app.postgres.slow_statements import UNWATCHED, Watch, Watched
from app.postgres.statements import Call, fixed, sendable
from app.wire import Columns, Row, plain_rows, wire_names, wire_rows

# The name of a registered query and its parameters: `invoices.insert` is `-- name: insert` in sql/queries/invoices.sql.
Statement = tuple[str, Row]

COMMIT = fixed("COMMIT")
# After so many documents loaded in bulk the statistics are first made anew.
FIRST_ANALYSIS = 1_000
_SET_BY_THE_OPENING = {name: TenantSetting(name) for name in ("organization_id", "user_id")}


class Transaction:
    """One transaction, bound to an organization by its opening or by `enter`.

    The opening is sent in one message with the first statements. If it refuses the caller, none of them is run. Every
    statement is given the `organization_id` and `user_id` of the transaction, so that a room cannot name another
    organization. Names are those of the query registry (`customers.list`).
    """

    def __init__(
        self,
        connection: Connection,
        queries: Mapping[str, str],
        opening: Opening,
        *,
        watch: Watch = UNWATCHED,
        until: float = inf,
        constraints: Constraints = NONE_KNOWN,
    ) -> None:
        """Use a connection that has no open transaction. No statement is sent after `until` (time.monotonic)."""
        self._connection = connection
        self._queries = queries
        self._watch = watch
        self._until = until
        self._constraints = constraints
        # None once it has been answered.
        self._opening: Opening | None = opening
        self._ended = False
        self._rehearsing = False
        self._deferred: list[Statement] = []
        self._loaded = 0
        self._analyse_at = FIRST_ANALYSIS
        self.request_id = opening.request_id
        self.organization_id: str | None = None
        self.user_id: str | None = None
        # Warnings for the caller about an implausible write that is carried out (app.errors).
        self.warnings: list[Warned] = []
        # The versions that the caller wants to change a record from, None for any (app.lists.record_reading).
        self.expected_versions: frozenset[str] | None = None
        # The answer of `open_request`, and when the transaction `began`; empty before that, and where the opening finds
        # no caller.
        self.caller: Row = {}

    @property
    def has_begun(self) -> bool:
        """Return whether PostgreSQL has answered the opening."""
        return self._opening is None

    def open(self) -> Row:
        """Send the opening by itself, unless it has been sent; return the caller's row, {} where it finds none."""
        if self._opening:
            self._send(self._connection.rows, [], [], [])
        return self.caller

    def commit(self) -> None:
        """Commit, unless that was done. The deferred writes, such as `invoices.insert`, go in the same message."""
        if not self._ended:
            self._run(self._connection.rows, plain_rows, (), commit=True)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Roll back the writes of the block if it raises. An error of PostgreSQL about values is raised as a domain
        error; a deadlock, or a lost connection, ends the whole transaction as ever."""
        self.run_all()
        self._connection.rows.execute("SAVEPOINT savepoint")
        warned = len(self.warnings)
        try:
            yield
            self.run_all()
            self._connection.rows.execute("RELEASE SAVEPOINT savepoint")
        except psycopg.Error as error:
            if not is_of_the_data(error):
                raise
            self._take_back(warned)
            raise problem_for(error, self._constraints) or error from error
        except Exception:
            self._take_back(warned)
            raise

    def _take_back(self, warned: int) -> None:
        self._deferred = []
        del self.warnings[warned:]
        self._connection.rows.execute("ROLLBACK TO SAVEPOINT savepoint")

    def rehearse(self) -> None:
        """Commit nothing from now on: the work is done for the errors that it raises, and its caller rolls back by
        raising too."""
        self._rehearsing = True

    def enter(
        self, organization_id: str, *, user_id: str | None = None, token_id: str = "", request_id: str = ""
    ) -> None:
        """Bind the transaction to an organization; audit rows name user, token and request."""
        self._must_be_open()
        if self._deferred:
            raise RuntimeError("Writes in another organization are still to be made.")
        self.open()
        self._set_tenant(organization_id, user_id or "", token_id, request_id)
        self.request_id = request_id
        self.organization_id, self.user_id = organization_id, user_id

    def has_loaded(self, documents: int) -> None:
        """Count documents loaded in bulk. Each time there are ten times as many, have PostgreSQL analyse its tables,
        and plan without bitmap scans: with the plans that it began with, each further batch would cost more."""
        self._loaded += documents
        while self._loaded >= self._analyse_at:
            self._analyse_at *= 10
            # Until a table is vacuumed, an index of searches, which bitmap scans use, looks as cheap as that of a key.
            # Another import may be analysing: its statistics will do.
            for statement in ("SET LOCAL enable_bitmapscan = off", "ANALYZE (SKIP_LOCKED)"):
                self._connection.rows.execute(statement)

    def defer(self, *writes: Statement) -> None:
        """Keep writes for the message of the next statement, or of `commit`, which `_run` sends: what they lock is then
        held for no longer than it takes to make them."""
        self._must_be_open()
        self._deferred += writes

    def execute(self, query: str, /, **params: Any) -> int:
        """Run a statement; return the number of rows it touched."""
        return self._run(self._connection.rows, plain_rows, [(query, params)])[0].touched

    def one(self, query: str, /, **params: Any) -> Row | None:
        """Return the first row, with column names as keys and exact types (Decimal, date, datetime), or None."""
        rows = self.all(query, **params)
        return rows[0] if rows else None

    def all(self, query: str, /, **params: Any) -> list[Row]:
        """Return all rows, typed as in `one`."""
        return self.run_all((query, params))[0]

    def one_bound(self, query: str, /, **params: Any) -> Row | None:
        """Return a row as `one`, by a message of its own whose text has no values, since pg_stat_activity shows
        texts to every session of the same login. For proofs of identity."""
        self._must_be_open()
        self.open()
        self._must_have_time()
        with Watched(self._watch, self, [query]):
            found = self._connection.send_bound(
                Call(sendable(query, self._queries[query]).plain, params), plain_rows
            )
        return found.rows[0] if found.rows else None

    def run_all(self, *statements: Statement) -> list[list[Row]]:
        """Run several statements in one message; return the typed rows of each, [] for one that answers none."""
        return [result.rows for result in self._run(self._connection.rows, plain_rows, statements)]

    def records(self, query: str, /, **params: Any) -> list[Row]:
        """Return all rows as they go on the wire: camelCase keys, numbers as floats, days as timestamps."""
        return self.records_of_all((query, params))[0]

    def records_of_all(self, *statements: Statement, replan: bool = False) -> list[list[Row]]:
        """Run several reads in one message; return the wire rows of each.

        With `replan` each is planned for its very values, not once for all: for filters that are mostly left out.
        """
        return self._records(statements, replan=replan)

    def table(self, query: str, params: Row, /) -> tuple[tuple[str, ...], list[Row]]:
        """Run a read, planned for its very values; return the wire keys of its columns, and its wire rows."""
        told: list[Columns] = []

        def make_rows(columns: Columns, found: list[tuple[Any, ...]]) -> list[Row]:
            told.append(columns)
            return wire_rows(columns, found)

        (result,) = self._run(self._connection.wire, make_rows, [(query, params)], replan=True)
        return wire_names(told[0]), result.rows

    def fetch_and_commit(self, *statements: Statement, replan: bool = False) -> list[list[Row]]:
        """Return rows as `records_of_all`, with the COMMIT in the same message. The transaction ends with it."""
        return self._records(statements, replan=replan, commit=True)

    def _records(
        self, statements: Sequence[Statement], *, replan: bool, commit: bool = False
    ) -> list[list[Row]]:
        results = self._run(self._connection.wire, wire_rows, statements, replan=replan, commit=commit)
        return [result.rows for result in results]

    def _run(
        self,
        cursor: Cursor,
        make_rows: RowMaker,
        statements: Sequence[Statement],
        *,
        replan: bool = False,
        commit: bool = False,
    ) -> list[Result]:
        """Send the deferred writes and `statements`; return the results of the latter."""
        self._must_be_open()
        asked = [*self._deferred, *statements]
        names = [name for name, _ in asked]
        if not self._may_join_the_opening(names, replan=replan, commit=commit):
            self.open()
        if asked:
            self._must_have_time()
        makers = [None] * len(self._deferred) + [make_rows] * len(statements)
        self._deferred = []
        calls = list(zip(self._calls(asked, replan=replan), makers, strict=True))
        ending = [(COMMIT, None)] if commit and not self._rehearsing else []
        results = self._send(cursor, names + ["commit"] * len(ending), calls, ending)
        self._ended = commit
        return results[len(results) - len(statements) :]

    def _may_join_the_opening(self, names: Sequence[str], *, replan: bool, commit: bool) -> bool:
        """Return whether statements of these names can go in one message with an opening that is still to be sent.

        They cannot where they have to be prepared, which is done as the service's role, or be planned for the
        organization's id. Nor where writes would be committed with the opening: a message of which it is unknown
        whether it was carried out may be sent again only as long as it changes nothing.
        """
        if replan or (commit and self._deferred):
            return False
        return self._connection.combines and self._connection.has_prepared(names)

    def _send(
        self,
        cursor: Cursor,
        names: Sequence[str],
        calls: Sequence[tuple[Call, RowMaker | None]],
        ending: Sequence[tuple[Call, None]],
    ) -> list[Result]:
        """Send calls, after the opening where it is still to be sent, and before an ending; return their results."""
        opening = self._opening
        opened = self._opening_calls()
        names = [*["begin"] * (opening is not None), *names]
        with Watched(self._watch, self, names, cursor if len(names) == len(calls) == 1 else None):
            results = self._connection.send(cursor, [*opened, *calls, *ending])
            if opening:
                # A line about what takes long names the organization.
                self._opened(opening, results[len(opened) - 1].rows)
        return results[len(opened) : len(opened) + len(calls)]

    def _opening_calls(self) -> list[tuple[Call, RowMaker | None]]:
        if self._opening is None:
            return []
        here = self._connection
        *first, last = self._opening.calls(combined=here.combines, on_a_node=here.on_a_node)
        return [*((call, None) for call in first), (last, plain_rows if self._opening.finds_caller else None)]

    def _opened(self, opening: Opening, found: list[Row]) -> None:
        self._opening = None
        if not opening.finds_caller:
            return
        self.caller = caller = found[0]
        self.organization_id, self.user_id = caller["organization_id"], caller["user_id"]
        if not self._connection.combines:
            self._set_tenant(self.organization_id, self.user_id, caller["token_id"], self.request_id)

    def _set_tenant(self, organization_id: str, user_id: str, token_id: str, request_id: str) -> None:
        on_a_node = self._connection.on_a_node
        binding = openings.set_tenant(organization_id, user_id, token_id, request_id, on_a_node=on_a_node)
        self._connection.send(self._connection.rows, [(call, None) for call in binding])

    def _calls(self, statements: Sequence[Statement], *, replan: bool) -> list[Call]:
        entered = {"organization_id": self.organization_id, "user_id": self.user_id}
        tenant: Row = _SET_BY_THE_OPENING if self._opening else entered
        calls = []
        for name, params in statements:
            ways = sendable(name, self._queries[name])
            text = ways.plain if replan else self._connection.executable(name, ways)
            calls.append(Call(text, tenant | params))
        return calls

    def _must_have_time(self) -> None:
        if time.monotonic() > self._until:
            raise Unavailable("The request took too long and was given up; nothing was done.")

    def _must_be_open(self) -> None:
        # A statement after the end would run without tenant, as the role that logged in.
        if self._ended:
            raise RuntimeError("The transaction has ended.")
