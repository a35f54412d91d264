"""Statements that a session has prepared, and what the service takes it to have prepared."""

from collections.abc import Iterator

import pytest

from app.postgres.database import Database, Transaction
from app.postgres.queries import load
from tests.service import FIXTURES, Service


@pytest.fixture
def database(service: Service) -> Iterator[Database]:
    """A database with one connection, so that all is sent through the same session."""
    database = Database(service.url, pool_size=1)
    database.queries |= load(FIXTURES)
    yield database
    database.close()


def applied(tx: Transaction) -> int:
    return len(tx.all("identity.applied_migrations"))


def test_what_a_session_has_lost_is_prepared_anew(database: Database) -> None:
    found = database.run(applied)
    database.run(lambda tx: tx.records_of_all(("prepared.lose", {}), replan=True))
    assert [database.run(applied) for _ in range(2)] == [found, found]


def test_what_a_session_has_before_it_is_known_is_prepared_anew(database: Database) -> None:
    database.run(lambda tx: tx.records_of_all(("prepared.have_one", {}), replan=True))
    assert database.run(applied) > 1
    assert database.run(applied) > 1
