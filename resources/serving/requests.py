"""One request, one transaction: opening with the caller's token, the work, the commit, then the answer."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

import falcon

from app.errors import Conflict, DomainError, Forbidden, InsufficientScope, Invalid, NotFound, Unauthorized
from app.identity.caller import authorization
from app.identity.token_uses import TokenUses
from app.postgres.database import Database, Row, Stream, Transaction
from app.postgres.replicas import Replica
from resources.serving.strictness import unknown_names

T = TypeVar("T")

NO_TOKEN = "The bearer token is missing: send Authorization: Bearer <token>."  # noqa: S105 - a sentence
# Of these PostgreSQL refuses any write.
READING = ("GET", "HEAD")
# Bytes. A larger body takes longer to parse than a round trip takes to look up the token.
LARGE_BODY = 16_384
# Every identifier of ours; what looks otherwise names nothing and need not reach the database.
_ID = re.compile(r"[A-Za-z0-9_-]{1,30}")


class Requests:
    """Runs the work of requests, each in a transaction of its own."""

    def __init__(self, database: Database, replica: Replica | None = None) -> None:
        """replica: what `read` and `stream` ask, in place of the database."""
        self._database = database
        self._reading = replica or database
        self._uses = TokenUses(database)

    def run(self, req: falcon.Request, work: Callable[[Transaction], T]) -> T:
        """Run `work` in the caller's organization, commit, and return what it returns.

        Refusals come in this order: token, scope, role, path, body, work. The opening of the transaction refuses token,
        scope and role by the route's permission (`resources.routes`). It goes in one message with the first statements
        of the work; if it refuses, PostgreSQL runs none of them. Where the work refuses the request before it has sent
        any, the opening is sent by itself first.

        The work may run again after a deadlock, so it must change nothing but the database.
        """
        return self._run(self._database, req, work)

    def read(self, req: falcon.Request, work: Callable[[Transaction], T]) -> T:
        """Run read-only `work` as `run`, on the replica if there is one that shows everything that the caller wrote."""
        return self._run(self._reading, req, work)

    def _run(self, database: Database | Replica, req: falcon.Request, work: Callable[[Transaction], T]) -> T:
        def checked(tx: Transaction) -> T:
            with self._with_its_caller(req, tx):
                if _is_large(req):
                    tx.open()
                _refuse_unreadable(req)
                refusal = unknown_names(req)
                tx.expected_versions = _expected_versions(req)
                if refusal:
                    _refuse(refusal, req, tx, work)
                return work(tx)

        asked = authorization(bearer_of(req), req.context.permission)
        try:
            with _naming_refused(req):
                return database.run_as_caller(
                    asked, checked, request_id=req.context.request_id, only_reads=req.method in READING
                )
        except (Conflict, Invalid):
            # A statement that went with the opening broke a constraint: the opening's row was not read.
            if "organization" not in req.context:
                with suppress(DomainError):
                    _name_caller(req, self._database.run_as_caller(asked, Transaction.open))
            raise

    def stream(self, req: falcon.Request, work: Callable[[Transaction], Iterator[T]]) -> Stream[T]:
        """Return a stream of the results of `work` in the caller's organization, on one snapshot of the database or of
        a replica.

        Refuses as `run`. The path names no record, and the request has no body.
        """

        def checked(tx: Transaction) -> Iterator[T]:
            with self._with_its_caller(req, tx):
                refusal = unknown_names(req)
                if refusal:
                    raise refusal
                yield from work(tx)

        asked = authorization(bearer_of(req), req.context.permission)
        with _naming_refused(req):
            return self._reading.stream_as_caller(asked, checked, request_id=req.context.request_id)

    @contextmanager
    def _with_its_caller(self, req: falcon.Request, tx: Transaction) -> Iterator[None]:
        """Name the caller in the log. A refusal by the opening (401, 403) outranks one that the block raises."""
        try:
            yield
        except DomainError:
            tx.open()
            raise
        finally:
            if tx.caller:
                _name_caller(req, tx.caller)
                self._uses.note(tx.caller)


@contextmanager
def _naming_refused(req: falcon.Request) -> Iterator[None]:
    """Name in the log the caller that the opening refuses."""
    try:
        yield
    except (InsufficientScope, Forbidden) as refusal:
        _name(req, refusal.organization, refusal.user_id)
        raise


def _is_large(req: falcon.Request) -> bool:
    """Return whether the body is so large that it is parsed only for a caller with the permission."""
    return "body" in req.context and req.context.body.size > LARGE_BODY


def _refuse_unreadable(req: falcon.Request) -> None:
    """Raise NotFound where the path names no ids, and the error with which the body arrived."""
    if not all(map(is_id, req.context.path_values)):
        raise NotFound
    if "body" in req.context:
        req.context.body.require_whole()


def _expected_versions(req: falcon.Request) -> frozenset[str] | None:
    """Return the versions that a record may have to be changed, None for any. Weak tags match no version.

    A version is the record's `updatedAt`, so that a list tells it too; it is the ETag of a record that is read or
    written.
    """
    given = req.get_header("If-Match")
    if given is None or given.strip() == "*":
        return None
    return frozenset(one.strip().removeprefix('"').removesuffix('"') for one in given.split(","))


def _refuse(
    refusal: DomainError, req: falcon.Request, tx: Transaction, work: Callable[[Transaction], object]
) -> None:
    """Raise the refusal, or NotFound if the path names no record. Other refusals of `work` come after this one."""
    if req.context.path_values:
        tx.rehearse()
        try:
            work(tx)
        except NotFound:
            raise
        except DomainError:
            pass
    raise refusal


def _name_caller(req: falcon.Request, caller: Row) -> None:
    if caller:
        _name(req, caller["organization_slug"], caller["user_id"])


def _name(req: falcon.Request, organization: str, user_id: str) -> None:
    """Name organization and user in the request's line of the log."""
    req.context.organization, req.context.user_id = organization, user_id


def is_id(text: str) -> bool:
    """Return whether a text has the form of an identifier."""
    return _ID.fullmatch(text) is not None


def bearer_of(req: falcon.Request) -> str:
    """Return the token of `Authorization: Bearer …`. Raises Unauthorized if there is none."""
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
