"""Is the process alive, and can it serve? For load balancers and supervisors; no token."""

import logging

import falcon

from app.errors import Unavailable
from app.postgres.database import Database
from app.postgres.migrations import checksums
from resources.serving.answers import answer

log = logging.getLogger(__name__)


class Health:
    """`/healthz` and `/readyz`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._wanted = checksums()

    def on_get_alive(self, req: falcon.Request, resp: falcon.Response) -> None:
        """The process answers."""
        answer(resp, {"status": "alive"})

    def on_get_ready(self, req: falcon.Request, resp: falcon.Response) -> None:
        """The database answers and has every migration of this release. It may have newer ones."""
        if self.missing():
            raise Unavailable("The database lacks migrations of this release.", retry_after=5)
        answer(resp, {"status": "ready"})

    def missing(self) -> list[str]:
        """The migrations of this release that the database lacks; raises Unavailable where it cannot be asked."""
        try:
            rows = self._database.run(lambda tx: tx.all("identity.applied_migrations"))
        except Exception as error:
            # Not there, not migrated at all, somebody else's: each has an error of its own, and all mean this.
            log.warning("not ready: %s", error)
            raise Unavailable("The database cannot be used.", retry_after=5) from error
        applied = {row["version"]: row["checksum"] for row in rows}
        return [version for version, checksum in self._wanted.items() if applied.get(version) != checksum]
