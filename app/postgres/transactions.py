"""One open transaction: the statements that a room of the service may have run, and for whom."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from math import inf
from typing import Any, Generic, TypeVar

from psycopg.pq import ExecStatus

from app.errors import Unavailable
from app.postgres import begin as openings
from app.postgres.connection import Connection, Cursor, Row
from app.postgres.slow_statements import UNWATCHED, Watch, Watched
from app.postgres.statements import Call, fixed, forms_of, message
from app.wire import Columns, plain_rows, wire_rows

T = TypeVar("T")
# The name of a registered query and its parameters.
Statement = tuple[str, Row]
# Sees what a statement answered, before anything asked together with it is believed; raises what is wrong.
Check = Callable[[list[Row]], None]
# Is told who was found by an opening; raises what keeps them out.
Admit = Callable[[Row | None], None]
# What makes rows of a result's columns and its values.
Maker = Callable[[Columns, list[tuple[Any, ...]]], list[Row]]

COMMIT = fixed("COMMIT")
# After so many documents loaded in bulk the statistics are first made anew.
FIRST_LOOK = 1_000


class Stage(Enum):
    """How far a transaction has come. It begins OPEN, or AHEAD and is then OPEN or REFUSED."""

    AHEAD = auto()  # its opening and its checks go with what is asked first: no answer is believed yet
    REFUSED = auto()  # whom the opening found was not let in: nothing more is asked, and nothing committed
    OPEN = auto()
    ENDED = auto()


@dataclass(frozen=True)
class Reading(Generic[T]):
    """What is read, known before anything is asked, and what becomes of the wire rows of each statement."""

    asked: tuple[Statement, ...]
    shown: Callable[[list[list[Row]]], T]


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
        # Those that are served together where there are several, and a line for each record that one of them makes.
        self._served: Sequence[str] = ()
        self._made_by: list[str] = []
        # Whether it may be committed with what is read last in it, at no round trip more.
        self.only_reads = False
        self._stage = Stage.OPEN
        # What is still to go with what is asked next: an opening, and writes.
        self._opening: tuple[Call, Admit] | None = None
        self._later: list[tuple[Statement, Check | None]] = []
        self._loaded = 0
        self._look_at = FIRST_LOOK

    def begin(self, opening: Call) -> Row | None:
        """Send the opening message; answer the row of its last statement, if that has one."""
        self._connection.make_room()
        with Watched(self._watch, self, ("begin",)):
            self._connection.rows.execute(*message([opening]))
        return _first(_rows(self._connection.rows.set_result(-1), plain_rows))

    def open(self, opening: Call, admit: Admit, request_id: str) -> None:
        """Begin with an opening that finds a tenant and binds it. `admit` is told who was found, None for nobody."""
        self.request_id = request_id
        found = self.begin(opening)
        self._bind(found)
        admit(found)

    def open_ahead(self, opening: Call, admit: Admit, request_id: str) -> None:
        """The same in one message with what is asked first; `admit` is told before anything else of that message is
        believed. Until then all may fail for want of what it opens: then do it again after `open`."""
        self._connection.make_room()
        self._opening = opening, admit
        self._stage = Stage.AHEAD
        # Known before the token is: a line about what fails here names it.
        self.request_id = request_id

    def has_loaded(self, documents: int) -> None:
        """Tell of documents loaded in bulk. Whenever the transaction has ten times as many, PostgreSQL looks at its
        tables anew: with plans for the empty organization it began with, each further batch would cost more."""
        self._loaded += documents
        while self._loaded >= self._look_at:
            self._look_at *= 10
            # Another import may be looking: its statistics will do.
            self._connection.rows.execute("ANALYZE (SKIP_LOCKED)")

    @property
    def confirmed(self) -> bool:
        """Has all been seen that went ahead, if anything did?"""
        return self._stage in (Stage.OPEN, Stage.ENDED)

    def commit(self) -> None:
        """Make what was done last."""
        if self._stage is Stage.REFUSED:
            raise RuntimeError("The caller was not admitted.")
        if self._stage is not Stage.ENDED:
            self._ask(self._connection.rows, plain_rows, (), ends=True)

    def check(self, query: str, params: Row, check: Check) -> None:
        """Run a statement and have its rows seen: at once, or together with the next statements where the transaction
        has begun ahead. Nothing is committed before."""
        if self._stage is Stage.AHEAD:
            self._later.append(((query, params), check))
        else:
            check(self.all(query, **params))

    def confirm(self) -> None:
        """See what goes ahead by itself, where nothing that could take it along is asked before it must be known."""
        if self._stage is Stage.AHEAD:
            self._ask(self._connection.rows, plain_rows, ())

    def serve(self, request_ids: Sequence[str]) -> None:
        """Work for several requests at once; see `attribute`."""
        self._served = request_ids

    def attribute(self, column: str, records: Sequence[str | None]) -> None:
        """Say which record each of the requests that are served makes, in their order and before it is written: by
        what it has in the column that the trail knows it by, `id` or `key`.

        The trail then names that request alone for the record and what is below it; for all else, such as the counter
        that all take their numbers from, it names all of them.
        """
        if len(self._served) > 1:
            made = zip(records, self._served, strict=True)
            self._made_by += [
                f"{column} {record}\t{request}\n" for record, request in made if record is not None
            ]
            everybody, made_by = " ".join(dict.fromkeys(self._served)), "\n" + "".join(self._made_by)
            self.defer(("trail.name_requests", {"everybody": everybody, "made_by": made_by}))

    def enter(
        self, organization_id: str, *, user_id: str | None = None, token_id: str = "", request_id: str = ""
    ) -> None:
        """Bind the transaction to an organization; audit rows will name user, token and request."""
        self._must_go_on()
        if self._later or self._stage is Stage.AHEAD:
            raise RuntimeError("Writes in another organization are still to be made.")
        binding = openings.set_tenant(organization_id, user_id or "", token_id, request_id)
        self._connection.rows.execute(*message([binding]))
        self.request_id = request_id
        self.organization_id, self.user_id = organization_id, user_id

    def _must_go_on(self) -> None:
        # What came after the end would run without tenant, as the role that logged in.
        if self._stage in (Stage.REFUSED, Stage.ENDED):
            raise RuntimeError("The transaction has ended.")

    def defer(self, *writes: Statement) -> None:
        """Have writes made in the same round trip as the next statement, or as the commit. What they lock is then held
        for no longer than it takes to make them."""
        self._must_go_on()
        self._later += [(write, None) for write in writes]

    def execute(self, query: str, /, **params: Any) -> int:
        """Run a statement; answer the number of rows it touched."""
        self.run_all((query, params))
        return self._connection.rows.rowcount

    def one(self, query: str, /, **params: Any) -> Row | None:
        """The first row, with column names as keys and exact types (Decimal, date, datetime), or None."""
        return _first(self.all(query, **params))

    def all(self, query: str, /, **params: Any) -> list[Row]:
        """All rows, typed as in `one`."""
        return self.run_all((query, params))[0]

    def run_all(self, *asked: Statement) -> list[list[Row]]:
        """Several statements in one round trip; the typed rows of each, none for one that answers none."""
        return self._ask(self._connection.rows, plain_rows, asked)

    def records(self, query: str, /, **params: Any) -> list[Row]:
        """All rows as they go on the wire: camelCase keys, numbers as floats, days as timestamps."""
        return self.records_of_all((query, params))[0]

    def records_of_all(self, *asked: Statement, replan: bool = False) -> list[list[Row]]:
        """Several reads in one round trip; the wire rows of each.

        With `anew` each is planned for its very values, not once for all: for filters that are mostly left out.
        """
        return self._ask(self._connection.wire, wire_rows, asked, replan=replan)

    def fetch_and_commit(self, *asked: Statement, replan: bool = False) -> list[list[Row]]:
        """As `records_of_all`, for what nothing is read after: one that only reads is committed with it."""
        return self._ask(self._connection.wire, wire_rows, asked, replan=replan, ends=self.only_reads)

    def read(self, reading: Reading[T], *, replan: bool = False) -> T:
        """What a reading shows; nothing is read after it, as with `fetch_and_commit`."""
        return reading.shown(self.fetch_and_commit(*reading.asked, replan=replan))

    def _ask(
        self,
        cursor: Cursor,
        made: Maker,
        asked: Sequence[Statement],
        *,
        replan: bool = False,
        ends: bool = False,
    ) -> list[list[Row]]:
        """Send what was kept for later and what is asked as one message; the rows of what is asked."""
        self._must_go_on()
        if replan or (ends and not self.only_reads):
            self.confirm()
        kept, self._later = self._later, []
        writes = [write for write, _ in kept]
        names = [query for query, _ in (*writes, *asked)]
        if self._opening and not self._connection.has_prepared(names):
            self._open()
        opening = [self._opening[0]] if self._opening else []
        makers = (
            [plain_rows] * len(opening) + [check and plain_rows for _, check in kept] + [made] * len(asked)
        )
        # Of several together no number of rows would say much.
        counted = cursor if len(makers) == len(asked) == 1 else None
        with Watched(self._watch, self, ["begin"] * len(opening) + names + ["commit"] * ends, counted):
            if names and time.monotonic() > self._until:
                raise Unavailable("The request took too long and was given up; nothing was done.")
            calls = [*self._calls(writes), *self._calls(asked, replan=replan)]
            cursor.execute(*message([*opening, *calls, *[COMMIT] * ends]))
            rows = _answers(cursor, makers, behind=1 if ends else 0)
            if opening:
                # A line about what takes long names the organization.
                self._bind(_first(rows[0]))
        if opening:
            self._admit(_first(rows.pop(0)))
        for (_, check), seen in zip(kept, rows, strict=False):
            if check:
                check(seen)
        self._stage = Stage.ENDED if ends else Stage.OPEN
        return rows[len(kept) :]

    def _open(self) -> None:
        if self._opening:
            opening, _ = self._opening
            found = self.begin(opening)
            self._bind(found)
            self._admit(found)

    def _bind(self, found: Row | None) -> None:
        if found:
            self.organization_id, self.user_id = found["organization_id"], found["user_id"]

    def _admit(self, found: Row | None) -> None:
        if self._opening:
            _, admit = self._opening
            self._opening, self._stage = None, Stage.REFUSED
            admit(found)
            self._stage = Stage.AHEAD

    def _calls(self, statements: Sequence[Statement], *, replan: bool = False) -> list[Call]:
        forms = [(query, forms_of(query, self._queries[query])) for query, _ in statements]
        if self._opening:
            return [
                Call(known.ahead, params) for (_, known), (_, params) in zip(forms, statements, strict=True)
            ]
        sendable = [known.plain for _, known in forms] if replan else self._connection.sendable(forms)
        tenant = {"organization_id": self.organization_id, "user_id": self.user_id}
        return [Call(form, tenant | params) for form, (_, params) in zip(sendable, statements, strict=True)]


def _answers(cursor: Cursor, makers: Sequence[Maker | None], *, behind: int) -> list[list[Row]]:
    """The rows of as many statements of a message as there are makers; `behind` others, such as COMMIT, come last."""
    # Counted from the end: an opening is several statements.
    places = range(-len(makers) - behind, -behind)
    return [
        _rows(cursor.set_result(place), maker) if maker else []
        for place, maker in zip(places, makers, strict=True)
    ]


def _rows(cursor: Cursor, made: Maker) -> list[Row]:
    result = cursor.pgresult
    if result is None or result.status != ExecStatus.TUPLES_OK:
        return []
    # libpq's own: psycopg's `description` makes an object for each column.
    columns = tuple([(result.fname(place) or b"", result.ftype(place)) for place in range(result.nfields)])
    return made(columns, cursor.fetchall())


def _first(rows: list[Row]) -> Row | None:
    return rows[0] if rows else None
