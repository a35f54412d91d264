"""Rate limits over HTTP: 429 before the body is read, and headers that tell callers what they have left."""

from collections.abc import Mapping
from typing import Any

import falcon

from app.errors import RateLimited
from app.limits.limiter import Limiter, LimitState
from app.telemetry.metrics import RATE_LIMITED
from resources.oauth import TOKEN, refuse_token
from resources.routes.operations import PUBLIC

# Supervisors and Prometheus must get answers most of all when the service is overloaded.
_EXEMPT = frozenset({"/healthz", "/readyz", "/metrics"})
_MESSAGES = {
    "token": "There were too many requests with this token; try again in {} s.",
    "address": "There were too many requests from this address; try again in {} s.",
    "without-token": "There were too many requests without a token from this address; try again in {} s.",
}


class RateLimits:
    """Counts each request before anything that costs: the body, the database, a password's verification.

    Requests for unknown paths and methods are not counted: to refuse them would cost as much.
    """

    def __init__(self, limiter: Limiter, permissions: Mapping[str, Mapping[str, str]]) -> None:
        self._limiter = limiter
        self._permissions = permissions

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
                _refuse(resp, route, told, told.retry_after)


def presented(authorization: str) -> str | None:
    """The bearer token that an Authorization header presents, valid or not; None where there is none."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def _refuse(resp: falcon.Response, route: str, told: LimitState, retry_after: int) -> None:
    RATE_LIMITED.add(told.rate.name)
    problem = RateLimited(_MESSAGES[told.rate.name].format(retry_after), retry_after=retry_after)
    if not route.endswith(TOKEN):
        raise problem
    refuse_token(resp, problem)
    resp.complete = True
