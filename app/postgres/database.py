"""Transactions: the only way from a room of the service to PostgreSQL.

Every transaction of the service begins as the role `invoicing_app`, which owns nothing and cannot pass row
level security; the tenant is set for that transaction alone (docs/architecture.md, "Tenancy").
"""

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from math import inf
from random import uniform
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.types.json import Jsonb
from psycopg_pool import ConnectionPool

from app.errors import Problem, Unavailable
from app.postgres import begin as openings
from app.postgres.concurrency import ConcurrencyLimiter
from app.postgres.connection import (
    ANSWER_SECONDS,
    UNPREPARED,
    Connection,
    Row,
    configure,
    configure_pooled,
    outdated,
    reaching,
)
from app.postgres.constraints import NONE_KNOWN, Constraints
from app.postgres.failures import problem_for
from app.postgres.queries import load
from app.postgres.slow_statements import UNWATCHED, Watch
from app.postgres.statements import Call
from app.postgres.transactions import Reading, Statement, Transaction
from app.telemetry.metrics import GIVEN_UP, RETRIES, PoolWatch

# What the rooms work with; they need not know where it stands.
__all__ = ["Database", "Reading", "Row", "Statement", "Transaction", "TryAgain", "jsonb"]

S = TypeVar("S")
T = TypeVar("T")

ATTEMPTS = 3
# Seconds. A connection that died while nobody used it says so at once; one that fails later was waited for, by a pooler
# that has none free for example, and to wait again would be no better.
DEAD_WITHIN = 1.0
RECONNECT_SECONDS = 1.0
NOT_THE_OWNER = "Operators work as the owner of the tables; DATABASE_URL logs in as another role."


class TryAgain(Exception):
    """What the work stood on has moved: a new transaction may do it."""


# What has its own way to be tried again, and what took as long as anything may. Not a lock that was waited for in vain:
# for a caller without the permission, or for a key that was used before, nothing would have asked for it.
_TRIED_AGAIN = (
    *UNPREPARED,
    errors.FeatureNotSupported,
    errors.DeadlockDetected,
    errors.SerializationFailure,
    errors.QueryCanceled,
    TryAgain,
)


class _Unconfirmed(Exception):
    """Something failed before the opening, or what else goes ahead, was seen: it may be for want of that."""


class _Dead(Exception):
    """The connection had died in the pool: nothing was done with it."""


class Database:
    """A pool of connections and the rules by which work runs in a transaction."""

    def __init__(
        self,
        url: str,
        *,
        pool_size: int = 4,
        pool_wait: float = 2,
        at_once: int | None = None,
        pooled: bool = False,
        request_seconds: float = 15.0,
        watch: Watch = UNWATCHED,
        constraints: Constraints = NONE_KNOWN,
    ) -> None:
        self.queries = {**load()}
        self._watch = watch
        self._constraints = constraints
        self._pooled = pooled
        self._request_seconds = request_seconds
        self._turns = ConcurrencyLimiter(at_once, pool_wait) if at_once and at_once < pool_size else None
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            url,
            connection_class=Connection,
            kwargs={"autocommit": True, "client_encoding": "utf8", **reaching(url)},
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
        """Who tells how the pool is used; to wait for a turn is to wait for a connection."""
        return PoolWatch(self._stats)

    def _stats(self) -> Mapping[str, int]:
        pool, turns = self._pool.get_stats(), self._turns.stats() if self._turns else {}
        return pool | {name: pool.get(name, 0) + number for name, number in turns.items()}

    def _turn(self) -> AbstractContextManager[float | None]:
        """A turn, and for how long one may still wait for a connection; None where there are none: as long as ever."""
        return self._turns.turn() if self._turns else nullcontext()

    def run(self, work: Callable[[Transaction], T], *, request_id: str = "") -> T:
        """Run `work` in a transaction without a tenant, for what must be found before one is known; audit rows of what
        it does all the same will name the request."""
        return self._attempts(self._beginning(openings.begin(request_id)), lambda tx, _: work(tx))

    def run_with_token(
        self,
        token_hash: str,
        admit: Callable[[Row | None], None],
        work: Callable[[Transaction], T],
        *,
        request_id: str = "",
        only_reads: bool = False,
        ahead: bool = False,
        until: float | None = None,
        when_connected: Callable[[], object] = lambda: None,
    ) -> T:
        """Run `work` in the organization of a token. `admit` is told what `resolve_token` says of it, None for one that
        is not valid, and raises unless the caller may go on.

        Opening costs one round trip, or none with `ahead`: it goes with what the work asks first, and `admit` is told
        before any answer to that is believed. Whatever goes wrong until then is rolled back and done step by step.
        `until` is the `limit` of a request that has tried something before; `when_connected` is called each time that
        turn and connection are there, before the token is looked up.
        """
        opening = openings.begin_with_token(token_hash, request_id)
        until = self.limit() if until is None else until

        def begin_ahead(tx: Transaction) -> None:
            when_connected()
            tx.only_reads = only_reads
            tx.open_ahead(opening, admit, request_id)

        def begin(tx: Transaction) -> None:
            when_connected()
            tx.only_reads = only_reads
            tx.open(self._opening(opening), admit, request_id)

        def seen(tx: Transaction, _: None) -> T:
            try:
                return work(tx)
            except Problem:
                # Who calls and whose the key is come before what is wrong with a body, which costs time to find.
                tx.confirm()
                raise

        if ahead and not self._pooled:
            with suppress(_Unconfirmed):
                return self._attempts(begin_ahead, seen, until=until)
        return self._attempts(begin, lambda tx, _: work(tx), until=until)

    def run_as_owner(self, work: Callable[[Transaction], T], *, request_id: str = "") -> T:
        """Run `work` as the login role itself: operator commands only."""
        begin = self._beginning(openings.begin_as_owner(request_id))
        try:
            return self._attempts(begin, lambda tx, _: work(tx), until=inf)
        except errors.InsufficientPrivilege as error:
            raise Unavailable(NOT_THE_OWNER) from error

    def run_as_auditor(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` as the login role on one unmoving picture of the database, which it cannot change."""
        begin = self._beginning(openings.BEGIN_AS_AUDITOR)
        return self._attempts(begin, lambda tx, _: work(tx), until=inf)

    def refresh_statistics(self) -> None:
        """Have PostgreSQL look at its tables anew: after a bulk load it would go on planning for what was there
        before. What it cannot look at now is left to its own maintenance; nothing is raised, all is committed."""
        with suppress(psycopg.Error), self._pool.connection() as connection:
            connection.execute("ANALYZE (SKIP_LOCKED)", prepare=False)

    def _beginning(self, opening: Call) -> Callable[[Transaction], Row | None]:
        whole = self._opening(opening)
        return lambda tx: tx.begin(whole)

    def _opening(self, opening: Call) -> Call:
        return openings.with_settings(opening) if self._pooled else opening

    def limit(self) -> float:
        """Until when a request that comes now may begin statements, by the clock of `time.monotonic`."""
        return time.monotonic() + self._request_seconds

    def _attempts(
        self,
        begin: Callable[[Transaction], S],
        work: Callable[[Transaction, S], T],
        *,
        until: float | None = None,
    ) -> T:
        until = self.limit() if until is None else until
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._alive(begin, work, until)
            except (errors.DeadlockDetected, errors.SerializationFailure, TryAgain) as error:
                if attempt == ATTEMPTS or time.monotonic() > until:
                    break
                RETRIES.add(_reason(error))
                time.sleep(uniform(0, 0.02 * attempt))  # noqa: S311 - spreads retries, keeps no secret
        GIVEN_UP.add()
        raise Unavailable

    def _alive(
        self, begin: Callable[[Transaction], S], work: Callable[[Transaction, S], T], until: float
    ) -> T:
        """Do it on a connection that lives: when the server was restarted, all that lay in the pool are dead."""
        for _ in range(self._pool.max_size + 1):
            try:
                return self._once(begin, work, until)
            except _Dead:
                RETRIES.add("stale")
        raise Unavailable

    def _once(
        self, begin: Callable[[Transaction], S], work: Callable[[Transaction, S], T], until: float
    ) -> T:
        try:
            with self._turn() as left, self._pool.connection(left) as connection:
                connection.patience = None if until == inf else ANSWER_SECONDS
                try:
                    return self._in_transaction(connection, begin, work, until)
                except (*UNPREPARED, errors.FeatureNotSupported) as error:
                    if not outdated(error):
                        raise
                    connection.forget_prepared()
                    return self._in_transaction(connection, begin, work, until)
        except psycopg.Error as error:
            problem = problem_for(error, self._constraints)
            if problem is None:
                raise
            raise problem from error

    def _in_transaction(
        self,
        connection: Connection,
        begin: Callable[[Transaction], S],
        work: Callable[[Transaction, S], T],
        until: float,
    ) -> T:
        tx = Transaction(connection, self.queries, self._watch, until)
        began = time.monotonic()
        try:
            result = work(tx, _begun(tx, begin, connection))
            tx.commit()
        except BaseException as error:
            if not connection.closed:
                connection.rollback()
            late = connection.closed and _late(began)
            if (
                not (tx.confirmed or late)
                and isinstance(error, Exception)
                and not isinstance(error, _TRIED_AGAIN)
            ):
                if connection.closed:
                    RETRIES.add("stale")
                raise _Unconfirmed from error
            raise
        return result


def _begun(tx: Transaction, begin: Callable[[Transaction], S], connection: Connection) -> S:
    began = time.monotonic()
    try:
        return begin(tx)
    except psycopg.OperationalError as error:
        if not connection.closed or _late(began):
            raise
        raise _Dead from error


def _late(began: float) -> bool:
    return time.monotonic() - began > DEAD_WITHIN


def _reason(error: Exception) -> str:
    if isinstance(error, TryAgain):
        return "stale"
    return "deadlock" if isinstance(error, errors.DeadlockDetected) else "serialization"


def jsonb(value: Any) -> Jsonb:
    """Mark a value to be stored as jsonb."""
    return Jsonb(value)
