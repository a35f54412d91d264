"""The day of the last use of each personal access token.

A request notes its token in the memory of the worker, which costs it no statement. A minute after the first note a
thread writes all of them in one transaction. Each worker writes a token once a day. What was noted in the last minute
before a worker ends is lost until the token is used again after that.
"""

import logging
import threading
import time

from app.postgres.database import Database, Row

log = logging.getLogger(__name__)

DELAY = 60.0  # seconds from the first note to the write
_DAY = 86_400


class TokenUses:
    """The tokens that this process has seen today."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._day = 0
        # Pairs of an organization and a token.
        self._seen: set[tuple[str, str]] = set()
        self._unwritten: set[tuple[str, str]] = set()

    def note(self, caller: Row) -> None:
        """Note the token of a row of `open_request`; nothing for the token of a login, which is new every hour."""
        if caller["token_kind"] != "pat":  # noqa: S105 - a kind
            return
        token = caller["organization_id"], caller["token_id"]
        day = int(time.time()) // _DAY
        if token in self._seen and day == self._day:
            return
        with self._lock:
            if day != self._day:
                self._day = day
                self._seen.clear()
            self._seen.add(token)
            self._unwritten.add(token)
            if len(self._unwritten) == 1:
                self._write_later()

    def write(self) -> None:
        """Write the noted uses. A use that cannot be written is noted again by the next use of the token."""
        with self._lock:
            used, self._unwritten = self._unwritten, set()
        organizations, ids = map(list, zip(*used, strict=True))
        try:
            self._database.run(lambda tx: tx.one("identity.note_uses", organizations=organizations, ids=ids))
        except Exception:
            log.warning("the last use of %d tokens was not written", len(used))
            with self._lock:
                self._seen -= used

    def _write_later(self) -> None:
        timer = threading.Timer(DELAY, self.write)
        timer.daemon = True
        timer.start()
