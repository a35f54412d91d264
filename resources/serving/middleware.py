"""Middleware: the request id, headers that keep answers private, the line of the log, routing, reading the body."""

import logging
import re
import time
from collections.abc import Mapping
from typing import Any

import falcon

from app.identity.scopes import PUBLIC
from app.ids import new_id
from resources.serving.bodies import read_body
from resources.serving.strictness import ANYTHING, TakesByRoute, unknown_names

log = logging.getLogger("requests")

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,100}")
_WITH_BODY = ("POST", "PATCH", "PUT")
_NOTHING_SAID: TakesByRoute = {}


class RequestLog:
    """Gives each request an id, the caller's or a new one, and writes a line about it when it is answered."""

    def process_request(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Before routing: set the request id and the headers of every answer."""
        given = req.get_header("X-Request-Id", default="")
        req.context.request_id = given if _REQUEST_ID.fullmatch(given) else new_id("req")
        req.context.began = time.perf_counter()
        resp.set_header("X-Request-Id", req.context.request_id)
        resp.set_header("Cache-Control", "no-store")
        resp.set_header("X-Content-Type-Options", "nosniff")

    def process_response(
        self, req: falcon.Request, resp: falcon.Response, resource: object, req_succeeded: bool
    ) -> None:
        """After the answer is made: write the line, which has no token, password, body or query string."""
        log.info(
            "request",
            extra={
                "fields": {
                    "method": req.method,
                    "route": req.uri_template or "unknown",
                    "status": falcon.code_to_http_status(resp.status)[:3],
                    "milliseconds": round((time.perf_counter() - req.context.began) * 1000, 1),
                    "organization": req.context.get("organization"),
                    "user": req.context.get("user_id"),
                    "request_id": req.context.request_id,
                }
            },
        )


class Routing:
    """Notes the route's permission for `open_request`, by which PostgreSQL checks it, refuses methods that the route
    does not have, and reads the body.

    `permissions` maps path to method to permission, `takes` likewise to what is taken; `body_limit` is in bytes.
    """

    def __init__(
        self,
        permissions: Mapping[str, Mapping[str, str]],
        body_limit: int,
        takes: TakesByRoute = _NOTHING_SAID,
    ) -> None:
        self._permissions = permissions
        self._body_limit = body_limit
        self._takes = takes

    def process_request(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Before routing: a path with one slash at its end is the path without it; two slashes are no path."""
        if "//" in req.path:
            raise falcon.HTTPRouteNotFound
        if req.path.endswith("/"):
            req.path = req.path[:-1] or "/"

    def process_resource(
        self, req: falcon.Request, resp: falcon.Response, resource: object, params: dict[str, Any]
    ) -> None:
        """After routing, before any work: no database connection is held while a slow client sends its body."""
        route = req.uri_template or ""
        methods = self._permissions[route]
        if req.method not in methods:
            raise falcon.HTTPMethodNotAllowed(sorted(methods))
        req.context.permission = methods[req.method]
        req.context.path_values = tuple(params.values())
        req.context.takes = self._takes.get(route, {}).get(req.method, ANYTHING)
        refusal = unknown_names(req) if methods[req.method] == PUBLIC else None
        if refusal:
            # Others are refused once the caller is known.
            raise refusal
        if req.method in _WITH_BODY or (req.method == "DELETE" and req.context.takes.body):
            req.context.body = read_body(req, self._body_limit)
