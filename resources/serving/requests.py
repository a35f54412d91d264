"""One request, one transaction: who calls, may they, then the work, then the commit, then the answer."""

import re
from collections.abc import Callable
from typing import TypeVar

import falcon

from app.errors import Forbidden, NotFound, Problem, Unauthorized, Unavailable
from app.identity.caller import caller_of, token_hash
from app.postgres.database import Database, Reading, Row, Transaction

T = TypeVar("T")

NO_TOKEN = "The bearer token is missing: send Authorization: Bearer <token>."  # noqa: S105 - a sentence
# About a megabyte.
MOST_ADMITTED = 4_096
# Every identifier of ours; what looks otherwise names nothing and need not reach the database.
_ID = re.compile(r"[A-Za-z0-9_-]{1,30}")


class Desk:
    """Serves requests for the resource classes, which say only what the work is."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # Tokens, hashed, and permissions that they had a moment ago. It decides how to ask, never what is shown.
        self._admitted: set[tuple[str, str]] = set()

    def serve(
        self,
        req: falcon.Request,
        work: Callable[[Transaction], T],
        *,
        asks: str = "",
        until: float | None = None,
        when_connected: Callable[[], object] = lambda: None,
    ) -> T:
        """Run `work` in the caller's organization and answer what it does, committed.

        Checks come in this order: token, scope, role, path, size of the body. The permission is the route's own (see
        `resources.routes`); "" asks for a valid token only. `asks` is one for routes that have none of their own:
        whichever side lacks it, the answer is `forbidden`. `work` may run again after a deadlock, so it must change
        nothing but the database.

        For who has passed the checks before, what the work asks first goes along with the token, at a round trip less;
        the checks still come before any answer to it, and before the commit of what was written. Others are checked
        first, so that who may not ask makes nobody work or wait, and learns nothing from how long it took.

        `until` is the `limit` of a request that has tried something before; `when_connected` is called each time that
        its turn and a connection are there, before its token is looked up.
        """
        hashed = token_hash(bearer_of(req))
        who = (hashed, asks or req.context.permission)

        def admit(found: Row | None) -> None:
            try:
                _admit(req, found, asks)
            except Problem:
                self._admitted.discard(who)
                raise
            self._remember(who)

        try:
            return self._database.run_with_token(
                hashed,
                admit,
                _readable(req, work),
                request_id=req.context.request_id,
                only_reads=req.method == "GET",
                ahead=who in self._admitted,
                until=until,
                when_connected=when_connected,
            )
        except Unavailable:
            # Perhaps before anybody was told who calls: the next time that comes first.
            self._admitted.discard(who)
            raise

    def read(self, req: falcon.Request, reading: Reading[T], *, asks: str = "") -> T:
        """Answer what a reading shows of the caller's organization, after the checks of `serve`: in one round trip for
        who has passed them before, commit included."""
        return self.serve(req, lambda tx: tx.read(reading), asks=asks)

    def who(self, req: falcon.Request) -> tuple[str, str]:
        """The token, hashed, and the permission that a request wants of it; raises Unauthorized without a token."""
        return token_hash(bearer_of(req)), req.context.permission

    def has_admitted(self, req: falcon.Request) -> bool:
        """Has its caller passed the checks of `serve` a moment ago? Raises Unauthorized without a token."""
        return self.who(req) in self._admitted

    def limit(self) -> float:
        """Until when a request that comes now may begin statements."""
        return self._database.limit()

    def _remember(self, who: tuple[str, str]) -> None:
        if who not in self._admitted and len(self._admitted) >= MOST_ADMITTED:
            self._admitted.clear()
        self._admitted.add(who)

    def understood(self, req: falcon.Request, parse: Callable[[], T]) -> T:
        """What `parse` makes of a request; what is wrong with it is told only to who passes the checks of `serve`."""
        try:
            return parse()
        except Problem:
            self.serve(req, lambda tx: None)
            raise


def _admit(req: falcon.Request, found: Row | None, asks: str) -> None:
    caller = caller_of(found)
    req.context.caller = caller
    if req.context.permission:
        caller.require(req.context.permission)
    if asks and asks not in caller.effective_permissions:
        raise Forbidden(asks)


def _readable(req: falcon.Request, work: Callable[[Transaction], T]) -> Callable[[Transaction], T]:
    """The work, refused where the path names no ids or the body is not all there."""

    def attempt(tx: Transaction) -> T:
        if not all(map(is_id, req.context.path_values)):
            raise NotFound
        if "body" in req.context:
            req.context.body.require_whole()
        return work(tx)

    return attempt


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
