"""When personal access tokens were last used, kept to the day.

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
        self._seen: set[str] = set()
        self._unwritten: set[str] = set()

    def note(self, caller: Row) -> None:
        """Note the token of a row of `open_request`; nothing for the token of a login, which is new every hour."""
        if caller["token_kind"] != "pat":  # noqa: S105 - a kind
            return
        token_id = caller["token_id"]
        day = int(time.time()) // _DAY
        if token_id in self._seen and day == self._day:
            return
        with self._lock:
            if day != self._day:
                self._day = day
                self._seen.clear()
            self._seen.add(token_id)
            self._unwritten.add(token_id)
            if len(self._unwritten) == 1:
                self._write_later()

    def write(self) -> None:
        """Write what was noted. What cannot be written is noted again by the next use of the token."""
        with self._lock:
            ids, self._unwritten = self._unwritten, set()
        try:
            self._database.run(lambda tx: tx.one("identity.note_uses", ids=sorted(ids)))
        except Exception:
            log.warning("the last use of %d tokens was not written", len(ids))
            with self._lock:
                self._seen -= ids

    def _write_later(self) -> None:
        timer = threading.Timer(DELAY, self.write)
        timer.daemon = True
        timer.start()
