"""Errors of PostgreSQL, and the domain error that the caller is told instead."""

import logging
from collections.abc import Callable

import psycopg
from psycopg import errors
from psycopg_pool import PoolTimeout

from app.errors import (
    Conflict,
    Forbidden,
    InsufficientScope,
    InvalidRequest,
    Problem,
    Unauthorized,
    Unavailable,
)
from app.postgres.constraints import problem_of

log = logging.getLogger(__name__)

# How `open_request` refuses a caller (sql/migrations/0021_requests_open_themselves.sql).
_REFUSALS: dict[str, Callable[[str, str, str], Problem]] = {
    "GS401": lambda *_: Unauthorized("The bearer token is not valid.", presented=True),
    "GS402": InsufficientScope,
    "GS403": Forbidden,
}


def problem_for(error: psycopg.Error) -> Problem | None:
    """The domain error for an error that stopped a transaction; None for one that is retried, or is a bug of ours."""
    if isinstance(error, (errors.DeadlockDetected, errors.SerializationFailure)):
        return None
    if error.sqlstate in _REFUSALS:
        return _refusal(error, error.sqlstate)
    if isinstance(error, errors.IntegrityError):
        return _broken_constraint(error)
    if isinstance(error, errors.DataError):
        log.error("a value reached the database that it cannot store", exc_info=error)
        return InvalidRequest("A value is outside the range that can be stored.")
    if isinstance(error, errors.OperationalError):
        _tell(error)
        return Unavailable()
    return None


def _refusal(error: psycopg.Error, sqlstate: str) -> Problem:
    permission, whose = error.diag.message_primary or "", (error.diag.message_detail or " ").split(" ")
    return _REFUSALS[sqlstate](permission, *whose)


def _broken_constraint(error: errors.IntegrityError) -> Problem:
    constraint = error.diag.constraint_name
    known = problem_of(constraint)
    if known is None:
        log.error("constraint %s on %s stopped a request", constraint, error.diag.table_name)
    return known or Conflict()


def _tell(error: errors.OperationalError) -> None:
    if isinstance(error, (errors.LockNotAvailable, errors.QueryCanceled)):
        log.warning("gave up waiting: %s", error)
    elif not isinstance(error, PoolTimeout):  # which the metrics count
        log.warning("the database went away: %s", error)
