"""`/metrics` for Prometheus, and the middleware that counts requests: both only where METRICS is on."""

import time
from math import nan

import falcon

from app.errors import Unavailable
from app.telemetry.exposition import CONTENT_TYPE, Exposition
from app.telemetry.metrics import (
    IN_PROGRESS,
    MIGRATIONS_MISSING,
    READY,
    REQUEST_SECONDS,
    REQUESTS,
    WEBHOOK_LAG,
    PoolWatch,
)
from resources.health import Health

# Any other method counts as `other`, so that callers cannot make up series.
_METHODS = frozenset({"GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS"})


class RequestMetrics:
    """Counts requests. Stands after `RequestLog`, whose clock it reads."""

    def process_request(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Before routing."""
        IN_PROGRESS.change(1)

    def process_response(
        self, req: falcon.Request, resp: falcon.Response, resource: object, req_succeeded: bool
    ) -> None:
        """After the answer is made."""
        IN_PROGRESS.change(-1)
        method = req.method if req.method in _METHODS else "other"
        route = req.uri_template or "unknown"
        REQUESTS.add(method, route, str(resp.status_code))
        REQUEST_SECONDS.observe(time.perf_counter() - req.context.began, method, route)


class Metrics:
    """The metrics of all processes of the service."""

    def __init__(self, health: Health, pool: PoolWatch) -> None:
        self._exposition = Exposition()
        self._health = health
        self._pool = pool

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer all metrics in Prometheus's text format."""
        self._look()
        resp.content_type = CONTENT_TYPE
        resp.data = self._exposition.text()

    def _look(self) -> None:
        try:
            missing: float = len(self._health.missing())
        except Unavailable:
            missing = nan
        MIGRATIONS_MISSING.set(missing)
        READY.set(missing == 0)
        WEBHOOK_LAG.set(self._health.webhook_lag() if missing == 0 else nan)
        self._pool.tell()
