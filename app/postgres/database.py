"""Transactions: the only way from a room of the service to PostgreSQL.

Every transaction of the service begins as the role `invoicing_app`, which owns nothing and cannot pass row
level security; the tenant is set for that transaction alone (docs/architecture.md, "Tenancy").
"""

import logging
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from math import inf
from random import uniform
from threading import Semaphore
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg_pool import ConnectionPool

from app.errors import Unavailable
from app.postgres import openings
from app.postgres.concurrency import ConcurrencyLimiter
from app.postgres.connection import (
    ANSWER_SECONDS,
    UNPREPARED,
    Connection,
    configure,
    configure_pooled,
    outdated,
    reaching,
)
from app.postgres.constraints import NONE_KNOWN, Constraints
from app.postgres.failures import problem_for
from app.postgres.openings import Authorization, Opening
from app.postgres.queries import load
from app.postgres.slow_statements import UNWATCHED, Watch
from app.postgres.statements import jsonb
from app.postgres.streams import Stream
from app.postgres.transactions import Statement, Transaction
from app.telemetry.metrics import GIVEN_UP, RETRIES, PoolWatch
from app.wire import Row

# Names for the other packages, which need not know the module of each.
__all__ = ["Authorization", "Database", "Row", "Statement", "Stream", "Transaction", "TryAgain", "jsonb"]

T = TypeVar("T")
log = logging.getLogger(__name__)
# At a deadlock, and where rows have changed: there somebody else is done each time, and of dozens each has its turn.
ATTEMPTS, STALE_ATTEMPTS = 3, 32
# Seconds. A connection that died while it was idle fails at once. To wait for one that fails later would be no better.
DEAD_WITHIN = 1.0
RECONNECT_SECONDS = 1.0
# PostgreSQL cleans up nothing that the snapshot of a stream may still see.
STREAM_SECONDS = 900.0
NOT_THE_OWNER = "Operators work as the owner of the tables; DATABASE_URL logs in as another role."


class TryAgain(Exception):
    """Rows that were read earlier have changed; the work runs again in a new transaction."""


CAUSE = {errors.DeadlockDetected: "deadlock", errors.SerializationFailure: "serialization", TryAgain: "stale"}


class _DeadConnection(Exception):
    """Nothing was done with the connection: it had died in the pool, or its server is no longer the primary."""


class Database:
    """A pool of connections and the rules by which work runs in a transaction."""

    configure_shared = staticmethod(configure_pooled)
    pool_options: Mapping[str, Any] = {"min_size": 1}
    is_distributed = False  # Does it lead to several nodes?

    def __init__(
        self,
        url: str,
        *,
        pool_size: int = 4,
        pool_wait: float = 2,
        concurrent_transactions: int | None = None,
        pooled: bool = False,
        request_timeout: float = 15.0,
        watch: Watch = UNWATCHED,
        constraints: Constraints = NONE_KNOWN,
    ) -> None:
        """Open the pool.

        pool_size: most connections. pool_wait: seconds to wait for one. concurrent_transactions: most at the same time;
        None: one for each connection. pooled: one statement goes in a message, no session is kept. request_timeout:
        seconds after which a transaction begins no further statement. constraints: those that a request may break.
        """
        self.queries = {**load()}
        self._watch = watch
        self._constraints = constraints
        self._request_timeout = request_timeout
        concurrent = concurrent_transactions or pool_size
        self._limiter = ConcurrencyLimiter(concurrent, pool_wait) if concurrent < pool_size else None
        self._streams = Semaphore(max(1, pool_size // 2))
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            url,
            connection_class=Connection,
            kwargs={"autocommit": True, "client_encoding": "utf8", **reaching(url)},
            configure=self.configure_shared if pooled else configure,
            **self.pool_options,
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
        """Return the watch of the pool's statistics; a wait for the limiter counts as a wait for a connection."""
        return PoolWatch(self._stats)

    def _stats(self) -> Mapping[str, int]:
        pool, limiter = self._pool.get_stats(), self._limiter.stats() if self._limiter else {}
        return pool | {name: pool.get(name, 0) + number for name, number in limiter.items()}

    def run(self, work: Callable[[Transaction], T], *, request_id: str = "") -> T:
        """Run `work` without a tenant, which is found first; audit rows name the request."""
        return self.run_opened(openings.without_tenant(request_id), work)

    def run_as_caller(
        self,
        authorization: Authorization,
        work: Callable[[Transaction], T],
        *,
        request_id: str = "",
        only_reads: bool = False,
    ) -> T:
        """Run `work` in the organization of a token. only_reads: PostgreSQL refuses any write.

        Raises Unauthorized, InsufficientScope or Forbidden where the database refuses the token; nothing of the work is
        done then. The work may run again after a deadlock, so it must change nothing but the database.
        """
        return self.run_opened(openings.for_caller(authorization, request_id, only_reads=only_reads), work)

    def run_opened(self, opening: Opening, work: Callable[[Transaction], T]) -> T:
        """Run `work` as `run_as_caller`, with an opening of `for_caller` or like it."""
        return self.run_until(opening, work, time.monotonic() + self._request_timeout)

    def stream_as_caller(
        self,
        authorization: Authorization,
        work: Callable[[Transaction], Iterator[T]],
        *,
        request_id: str = "",
    ) -> "Stream[T]":
        """Return a stream of the results of `work` in the organization of a token, on one snapshot of the database.

        The transaction ends after the last result, when the stream is closed, or after STREAM_SECONDS. At most half of
        the connections serve streams at the same time. Raises as `run_as_caller`; a later error ends the stream.
        """
        return self.stream_opened(openings.for_reader(authorization, request_id), work)

    def stream_opened(self, opening: Opening, work: Callable[[Transaction], Iterator[T]]) -> "Stream[T]":
        """Return the stream as `stream_as_caller`, with the reader's opening."""
        for _ in range(self._pool.max_size + 1):
            rest = self._stream(opening, work, time.monotonic() + STREAM_SECONDS)
            try:
                return Stream(next(rest), rest)
            except _DeadConnection:
                RETRIES.add("stale")
        raise Unavailable

    def run_as_owner(self, work: Callable[[Transaction], T], *, request_id: str = "") -> T:
        """Run `work` as the login role itself: operator commands only."""
        try:
            return self.run_until(openings.as_owner(request_id), work, inf)
        except errors.InsufficientPrivilege as error:
            raise Unavailable(NOT_THE_OWNER) from error

    def run_on_each_node(self, work: Callable[[Transaction], T]) -> list[T]:
        """Run `work` as the login role on every server that rows are written on."""
        return [self.run_as_owner(work)]

    def run_as_auditor(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` as the login role on one snapshot of the database, which it cannot change."""
        return self.run_until(openings.AS_AUDITOR, work, inf)

    def refresh_statistics(self) -> None:
        """Have PostgreSQL analyse its tables: after a bulk load it would go on planning for what was there before.

        A table that is locked is left to PostgreSQL's own maintenance; nothing is raised.
        """
        with suppress(psycopg.Error), self._pool.connection() as connection:
            connection.execute("ANALYZE (SKIP_LOCKED)", prepare=False)

    def run_until(self, opening: Opening, work: Callable[[Transaction], T], until: float) -> T:
        """Run `work`, again after a deadlock, and if rows that it had looked up have changed. No statement begins after
        `until`, a time of the monotonic clock."""
        for attempt in range(1, STALE_ATTEMPTS + 1):
            try:
                return self._on_a_live_connection(opening, work, until)
            except (errors.DeadlockDetected, errors.SerializationFailure, TryAgain) as error:
                most = STALE_ATTEMPTS if isinstance(error, TryAgain) else ATTEMPTS
                if attempt >= most or time.monotonic() > until:
                    break
                RETRIES.add(CAUSE[type(error)])
                time.sleep(uniform(0, 0.02 * min(attempt, 3)))  # noqa: S311 - spreads retries, keeps no secret
        GIVEN_UP.add()
        raise Unavailable

    def _on_a_live_connection(self, opening: Opening, work: Callable[[Transaction], T], until: float) -> T:
        """Run the work once. After a restart or a failover every connection of the pool may have to be made anew."""
        to_run = work
        for _ in range(self._pool.max_size + 1):
            try:
                return self._once(opening, to_run, until)
            except _DeadConnection:
                RETRIES.add("stale")
                # From now on the opening goes by itself: a statement that ends its connection is not sent again.
                to_run = _after_the_opening(work)
        log.warning("each connection had died or led to a server that takes no writes")
        raise Unavailable

    def _once(self, opening: Opening, work: Callable[[Transaction], T], until: float) -> T:
        with self._telling(), self._slot() as patience, self._pool.connection(patience) as connection:
            connection.patience = None if until == inf else ANSWER_SECONDS
            try:
                return self._in_transaction(connection, opening, work, until)
            except (*UNPREPARED, errors.FeatureNotSupported) as error:
                if not outdated(error):
                    raise
                connection.forget_prepared()
                return self._in_transaction(connection, opening, work, until)

    def _stream(
        self, opening: Opening, work: Callable[[Transaction], Iterator[T]], until: float
    ) -> Generator[T, None, None]:
        if not self._streams.acquire(blocking=False):
            raise Unavailable("As many lists are being downloaded as may be at once.")
        try:
            with self._telling(), self._pool.connection() as connection:
                connection.patience = ANSWER_SECONDS
                with self._transaction(connection, opening, until) as tx:
                    yield from work(tx)
        finally:
            self._streams.release()

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Raise the domain error that an error of PostgreSQL means."""
        try:
            yield
        except psycopg.Error as error:
            problem = problem_for(error, self._constraints)
            if problem is None:
                raise
            raise problem from error

    def _slot(self) -> AbstractContextManager[float | None]:
        """Return a slot of the limiter: the seconds left to wait for a connection; None for the pool's own."""
        return self._limiter.slot() if self._limiter else nullcontext()

    def _in_transaction(
        self, connection: Connection, opening: Opening, work: Callable[[Transaction], T], until: float
    ) -> T:
        with self._transaction(connection, opening, until) as tx:
            return work(tx)

    @contextmanager
    def _transaction(self, connection: Connection, opening: Opening, until: float) -> Iterator[Transaction]:
        """Yield a transaction that is committed after the block, and rolled back if that raises."""
        tx = Transaction(
            connection, self.queries, opening, watch=self._watch, until=until, constraints=self._constraints
        )
        soon = time.monotonic() + DEAD_WITHIN
        try:
            connection.make_room()
            yield tx
            tx.commit()
        except errors.ReadOnlySqlTransaction as error:
            if opening.only_reads:
                connection.rollback()
                raise
            # The transaction wrote nothing, so it may begin again elsewhere.
            connection.close()
            raise _DeadConnection from error
        except BaseException as error:
            if not connection.closed:
                connection.rollback()
            elif not tx.has_begun and isinstance(error, psycopg.OperationalError) and time.monotonic() < soon:
                raise _DeadConnection from error
            raise


def _after_the_opening(work: Callable[[Transaction], T]) -> Callable[[Transaction], T]:
    def opened_first(tx: Transaction) -> T:
        tx.open()
        return work(tx)

    return opened_first
