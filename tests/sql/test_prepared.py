"""Statements that a session has prepared, and what the service takes it to have prepared."""

from collections.abc import Iterator

import pytest

from app.database import Database, Transaction
from app.queries import load
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
    database.run(lambda tx: tx.records_together(("prepared.lose", {}), anew=True))
    assert [database.run(applied) for _ in range(2)] == [found, found]


def test_what_a_session_has_before_it_is_known_is_prepared_anew(database: Database) -> None:
    database.run(lambda tx: tx.records_together(("prepared.have_one", {}), anew=True))
    assert database.run(applied) > 1
    assert database.run(applied) > 1
