"""One request, one transaction: opening with the caller's token, the work, the commit, then the answer."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import falcon

from app.errors import Conflict, DomainError, Forbidden, InsufficientScope, Invalid, NotFound, Unauthorized
from app.identity.caller import authorization
from app.postgres.database import Database, Row, Transaction

T = TypeVar("T")

NO_TOKEN = "The bearer token is missing: send Authorization: Bearer <token>."  # noqa: S105 - a sentence
# Bytes. A larger body takes longer to parse than a round trip takes to look up the token.
LARGE_BODY = 16_384
# Every identifier of ours; what looks otherwise names nothing and need not reach the database.
_ID = re.compile(r"[A-Za-z0-9_-]{1,30}")


class Requests:
    """Runs the work of requests, each in a transaction of its own."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def run(self, req: falcon.Request, work: Callable[[Transaction], T]) -> T:
        """Run `work` in the caller's organization, commit, and return what it returns.

        Refusals come in this order: token, scope, role, path, body, work. The opening of the transaction refuses token,
        scope and role by the route's permission (`resources.routes`); it goes in one message with the first statements
        of the work, of which PostgreSQL runs none then. Where the work refuses the request before it has sent any, the
        opening is sent by itself first.

        The work may run again after a deadlock, so it must change nothing but the database.
        """

        def attempt(tx: Transaction) -> T:
            try:
                if _is_large(req):
                    tx.begin()
                _refuse_unreadable(req)
                return work(tx)
            except DomainError:
                tx.begin()
                raise
            finally:
                _name_caller(req, tx.caller)

        asked = authorization(bearer_of(req), req.context.permission)
        try:
            return self._database.run_as_caller(asked, attempt, request_id=req.context.request_id)
        except (InsufficientScope, Forbidden) as refusal:
            _name(req, refusal.organization, refusal.user_id)
            raise
        except (Conflict, Invalid):
            # A statement that went with the opening broke a constraint: the opening's row was not read.
            if "organization" not in req.context:
                with suppress(DomainError):
                    _name_caller(req, self._database.run_as_caller(asked, Transaction.begin))
            raise


def _is_large(req: falcon.Request) -> bool:
    """Is the body so large that a caller without the permission must not have it parsed?"""
    return "body" in req.context and req.context.body.size > LARGE_BODY


def _refuse_unreadable(req: falcon.Request) -> None:
    """Raise NotFound where the path names no ids, and what was wrong with the body as it arrived."""
    if not all(map(is_id, req.context.path_values)):
        raise NotFound
    if "body" in req.context:
        req.context.body.require_whole()


def _name_caller(req: falcon.Request, caller: Row) -> None:
    if caller:
        _name(req, caller["organization_slug"], caller["user_id"])


def _name(req: falcon.Request, organization: str, user_id: str) -> None:
    """Name organization and user in the request's line of the log."""
    req.context.organization, req.context.user_id = organization, user_id


def is_id(text: str) -> bool:
    """Could this be an identifier of ours?"""
    return _ID.fullmatch(text) is not None


def bearer_of(req: falcon.Request) -> str:
    """The token of `Authorization: Bearer …`; raises Unauthorized when there is none."""
    header: str | None = req.get_header("Authorization")
    if not header:
        raise Unauthorized(NO_TOKEN)
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthorized("The bearer token is missing: the Authorization header has another scheme.")
    token = token.strip()
    if not re.fullmatch(r"[A-Za-z0-9._~+/=-]+", token):
        raise Unauthorized("The bearer token is malformed.")
    return token
