"""Errors of PostgreSQL, and the domain errors that callers get instead."""

import logging
import re
from collections.abc import Callable

import psycopg
from psycopg import errors
from psycopg_pool import PoolTimeout

from app.errors import (
    Conflict,
    DomainError,
    Elsewhere,
    Forbidden,
    InsufficientScope,
    InvalidRequest,
    Unauthorized,
    Unavailable,
)
from app.postgres.constraints import Constraints

log = logging.getLogger(__name__)
_QUOTED = re.compile(r'"([^"]+)"')
_SHARD = re.compile(r"_\d+$")

CLOSED_BOOKS = "GS409"
ELSEWHERE = "GS421"
# The text of Citus, without an error class of its own, when a node that a transaction has to write on has died.
_NODE_DIED = "failure on connection marked as essential"
# Errors by which `open_request` refuses a caller, and by which closed books refuse (sql/migrations/0021, 0033).
_REFUSALS: dict[str, Callable[[str, str, str], DomainError]] = {
    "GS401": lambda *_: Unauthorized("The bearer token is not valid.", presented=True),
    "GS402": InsufficientScope,
    "GS403": Forbidden,
    CLOSED_BOOKS: lambda sentence, *_: Conflict(sentence),
    ELSEWHERE: lambda place, *_: Elsewhere(place),
}


def problem_for(error: psycopg.Error, constraints: Constraints) -> DomainError | None:
    """Return the domain error for an error that stopped a transaction; None if it is retried, or a bug of the service.

    `constraints` are those that a request may break.
    """
    if isinstance(error, (errors.DeadlockDetected, errors.SerializationFailure)):
        return None
    if error.sqlstate in _REFUSALS:
        return _refusal(error, error.sqlstate)
    if isinstance(error, errors.IntegrityError):
        return _broken_constraint(error, constraints)
    if isinstance(error, errors.DataError):
        log.error("a value reached the database that it cannot store", exc_info=error)
        return InvalidRequest("A value is outside the range that can be stored.")
    if isinstance(error, errors.OperationalError) or _is_of_a_dead_node(error):
        _tell(error)
        return Unavailable()
    return None


def is_of_the_data(error: psycopg.Error) -> bool:
    """Return whether PostgreSQL refused the values of a write, so that other writes may still succeed."""
    return isinstance(error, errors.IntegrityError | errors.DataError) or error.sqlstate == CLOSED_BOOKS


def constraint_of(error: errors.IntegrityError, constraints: Constraints) -> str | None:
    """Return the name of the constraint that an error is about, or None.

    Citus names the constraint of a shard, with its number at the end: `invoices_one_per_number_102070`. Of a shard on
    another node the error lacks its field, and the name stands among the quoted ones of the message. A name that is
    known goes before others; else it is the last.
    """
    given = error.diag.constraint_name
    named = [given] if given else _QUOTED.findall(error.diag.message_primary or "")
    tried = [name for quoted in named for name in (quoted, _SHARD.sub("", quoted))]
    return next((name for name in tried if name in constraints), tried[-1] if tried else None)


def _refusal(error: psycopg.Error, sqlstate: str) -> DomainError:
    permission, whose = error.diag.message_primary or "", (error.diag.message_detail or " ").split(" ")
    return _REFUSALS[sqlstate](permission, *whose)


def _broken_constraint(error: errors.IntegrityError, constraints: Constraints) -> DomainError:
    name = constraint_of(error, constraints) or ""
    if name in constraints:
        return constraints[name].problem()
    log.error("constraint %s on %s stopped a request", name, error.diag.table_name)
    return Conflict()


def _is_of_a_dead_node(error: psycopg.Error) -> bool:
    return isinstance(error, errors.InternalError_) and _NODE_DIED in (error.diag.message_primary or "")


def _tell(error: psycopg.Error) -> None:
    if isinstance(error, (errors.LockNotAvailable, errors.QueryCanceled)):
        log.warning("gave up waiting: %s", error)
    elif not isinstance(error, PoolTimeout):  # which the metrics count
        log.warning("the database went away: %s", error)
