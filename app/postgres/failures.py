"""What an error of PostgreSQL means to the caller: the domain error that is told instead."""

import logging

import psycopg
from psycopg import errors
from psycopg_pool import PoolTimeout

from app.errors import Conflict, InvalidRequest, Problem, Unavailable
from app.postgres.constraints import Constraints

log = logging.getLogger(__name__)


def problem_for(error: psycopg.Error, constraints: Constraints) -> Problem | None:
    """The domain error for what stopped a transaction; None for what is tried again first, or is a fault of ours.

    `constraints` are those that a request may break.
    """
    if isinstance(error, (errors.DeadlockDetected, errors.SerializationFailure)):
        return None
    if isinstance(error, errors.IntegrityError):
        return _broken_constraint(error, constraints)
    if isinstance(error, errors.DataError):
        log.error("a value reached the database that it cannot store", exc_info=error)
        return InvalidRequest("A value is outside the range that can be stored.")
    if isinstance(error, errors.OperationalError):
        _tell(error)
        return Unavailable()
    return None


def _broken_constraint(error: errors.IntegrityError, constraints: Constraints) -> Problem:
    name = error.diag.constraint_name or ""
    if name in constraints:
        return constraints[name].problem()
    log.error("constraint %s on %s stopped a request", name, error.diag.table_name)
    return Conflict()


def _tell(error: errors.OperationalError) -> None:
    if isinstance(error, (errors.LockNotAvailable, errors.QueryCanceled)):
        log.warning("gave up waiting: %s", error)
    elif not isinstance(error, PoolTimeout):  # which the metrics count
        log.warning("the database went away: %s", error)
