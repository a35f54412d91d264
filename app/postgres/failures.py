"""What an error of PostgreSQL means to the caller: the domain error that is told instead."""

import logging

import psycopg
from psycopg import errors
from psycopg_pool import PoolTimeout

from app.errors import Conflict, InvalidRequest, Problem, Unavailable
from app.postgres.constraints import problem_of

log = logging.getLogger(__name__)


def problem_for(error: psycopg.Error) -> Problem | None:
    """The domain error for what stopped a transaction; None for what is tried again first, or is a fault of ours."""
    if isinstance(error, (errors.DeadlockDetected, errors.SerializationFailure)):
        return None
    if isinstance(error, errors.IntegrityError):
        return _broken_constraint(error)
    if isinstance(error, errors.DataError):
        log.error("a value reached the database that it cannot store", exc_info=error)
        return InvalidRequest("A value is outside the range that can be stored.")
    if isinstance(error, errors.OperationalError):
        _tell(error)
        return Unavailable()
    return None


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
