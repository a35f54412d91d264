"""`/healthz` and `/readyz`, for load balancers and supervisors; without a token."""

import logging
from math import nan

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
        """Answer that the process is alive."""
        answer(resp, {"status": "alive"})

    def on_get_ready(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer 200 where the database has every migration of this release, newer ones too; else 503."""
        if self.missing():
            raise Unavailable("The database lacks migrations of this release.", retry_after=5)
        answer(resp, {"status": "ready"})

    def missing(self) -> list[str]:
        """Return the migrations of this release that the database lacks. Raises Unavailable if it does not answer."""
        try:
            rows = self._database.run(lambda tx: tx.all("identity.applied_migrations"))
        except Exception as error:
            # No server, no migrations, a foreign database: each has an error of its own, with the same meaning here.
            log.warning("not ready: %s", error)
            raise Unavailable("The database cannot be used.", retry_after=5) from error
        applied = {row["version"]: row["checksum"] for row in rows}
        return [version for version, checksum in self._wanted.items() if applied.get(version) != checksum]

    def webhook_lag(self) -> float:
        """Return the seconds that the longest due webhook has waited; NaN if the database does not answer."""
        try:
            rows = self._database.run(lambda tx: tx.all("identity.webhook_lag"))
        except Exception:
            return nan
        return float(rows[0]["seconds"])
