"""Reads on a standby of the primary, for callers to whom it shows all that they wrote."""

import logging
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import psycopg

from app.errors import DomainError, Unavailable
from app.postgres import openings
from app.postgres.database import Database, Transaction
from app.postgres.openings import Authorization, Opening
from app.postgres.streams import Stream
from app.telemetry.metrics import REPLICA_READS

T = TypeVar("T")

log = logging.getLogger(__name__)

# Seconds by which a standby may lag.
LAG = 5.0
# Seconds for which a standby that lags or is away is not asked again.
LEFT_OUT = 5.0
# Seconds that the last statement of a request may take, once its own time is over.
LAST_STATEMENT = 20.0


class Replica:
    """A standby that reads for callers; it is asked as a Database is.

    The primary admits every caller first, so that a token ends here when it ends there, and says up to where the
    standby must have replayed its log. What the standby refuses or fails at is asked of the primary, whose answer
    counts: the standby may lag, be away, or not know a record or a token yet.
    """

    def __init__(self, primary: Database, standby: Database, *, request_timeout: float) -> None:
        """request_timeout: seconds after which a request begins no further statement."""
        self._primary = primary
        self._standby = standby
        self._request_timeout = request_timeout
        self._left_out_until = 0.0

    def run_as_caller(
        self,
        authorization: Authorization,
        work: Callable[[Transaction], T],
        *,
        request_id: str = "",
        only_reads: bool = False,
    ) -> T:
        """Run `work`, which only reads, as `Database.run_as_caller`."""
        return self._read(
            authorization,
            request_id,
            lambda opening: self._standby.run_opened(opening, work),
            lambda: self._primary.run_as_caller(
                authorization, work, request_id=request_id, only_reads=only_reads
            ),
        )

    def stream_as_caller(
        self,
        authorization: Authorization,
        work: Callable[[Transaction], Iterator[T]],
        *,
        request_id: str = "",
    ) -> Stream[T]:
        """Return what `work` yields, as `Database.stream_as_caller`. A standby that fails later ends the stream."""
        return self._read(
            authorization,
            request_id,
            lambda opening: self._standby.stream_opened(opening, work),
            lambda: self._primary.stream_as_caller(authorization, work, request_id=request_id),
        )

    def _read(
        self,
        authorization: Authorization,
        request_id: str,
        on_the_standby: Callable[[Opening], T],
        on_the_primary: Callable[[], T],
    ) -> T:
        opening = self._opening(authorization, request_id)
        if opening:
            try:
                read = on_the_standby(opening)
            except (DomainError, psycopg.Error) as error:
                if isinstance(error, Unavailable | psycopg.Error):
                    log.warning("the replica is left out for %s seconds: %s", LEFT_OUT, error)
                    self._left_out_until = time.monotonic() + LEFT_OUT
            else:
                REPLICA_READS.add("replica")
                return read
        REPLICA_READS.add("primary")
        return on_the_primary()

    def _opening(self, authorization: Authorization, request_id: str) -> Opening | None:
        """Return the opening of a transaction on the standby, None if the primary has to answer."""
        if time.monotonic() < self._left_out_until:
            return None
        asked = ("replicas.point", {"quiet": self._request_timeout + LAST_STATEMENT, "lag": LAG})
        found = self._primary.run_as_caller(
            authorization, lambda tx: tx.fetch_and_commit(asked)[0], request_id=request_id
        )
        return openings.for_standby(authorization, request_id, found[0]) if found else None
