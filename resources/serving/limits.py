"""Rate limits over HTTP: 429 before the body is read, and headers with the requests that are left."""

from collections.abc import Callable, Mapping
from typing import Any

import falcon

from app.errors import DomainError, RateLimited
from app.identity.scopes import PUBLIC
from app.limits.limiter import Limiter, LimitState
from app.telemetry.metrics import RATE_LIMITED

Refuse = Callable[[falcon.Response, DomainError], None]

# Supervisors and Prometheus must get answers most of all when the service is overloaded.
_EXEMPT = frozenset({"/healthz", "/readyz", "/metrics"})
_MESSAGES = {
    "token": "There were too many requests with this token; try again in {} s.",
    "address": "There were too many requests from this address; try again in {} s.",
    "without-token": "There were too many requests without a token from this address; try again in {} s.",
}


class RateLimits:
    """Counts each request before its costly steps: the body, the database, a password's verification.

    Requests for unknown paths and methods are not counted: to refuse them would cost as much. `permissions` maps path
    to method to permission; `refusals` maps paths whose errors have a form of their own to functions that write them.
    """

    def __init__(
        self, limiter: Limiter, permissions: Mapping[str, Mapping[str, str]], refusals: Mapping[str, Refuse]
    ) -> None:
        self._limiter, self._permissions, self._refusals = limiter, permissions, refusals

    def process_resource(
        self, req: falcon.Request, resp: falcon.Response, resource: object, params: dict[str, Any]
    ) -> None:
        """After routing."""
        route = req.uri_template or ""
        permission = self._permissions[route].get(req.method)
        if permission is None or route in _EXEMPT:
            return
        env = req.env
        token = None if permission == PUBLIC else presented(env.get("HTTP_AUTHORIZATION", ""))
        told = self._limiter.count(token, env.get("REMOTE_ADDR", ""), env.get("HTTP_X_FORWARDED_FOR"))
        if told is not None:
            resp.set_header("RateLimit-Policy", told.rate.policy)
            resp.set_header("RateLimit", told.limit)
            if told.retry_after is not None:
                self._refuse(resp, route, told, told.retry_after)

    def _refuse(self, resp: falcon.Response, route: str, told: LimitState, retry_after: int) -> None:
        RATE_LIMITED.add(told.rate.name)
        error = RateLimited(_MESSAGES[told.rate.name].format(retry_after), retry_after=retry_after)
        if route not in self._refusals:
            raise error
        self._refusals[route](resp, error)
        resp.complete = True


def presented(authorization: str) -> str | None:
    """Return the bearer token in an Authorization header, valid or not; None if there is none."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None
