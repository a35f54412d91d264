"""A service with room for many clients at once, on a database where faults can be planted."""

import os
from collections.abc import Iterator

import psycopg
import pytest

from app.config import Settings
from app.postgres.queries import load
from resources.api import create_app
from tests.conftest import fresh_database
from tests.reliability.raw import Server, serving
from tests.reliability.sales import Shop, shop_of
from tests.service import FIXTURES, POOLER, Service


def pytest_itemcollected(item: pytest.Item) -> None:
    """All of this folder is slow: it races, overloads, and starts processes."""
    item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="module")
def server(database_url: str) -> Iterator[Server]:
    """The service as production serves it, with two workers."""
    with serving(database_url) as server:
        yield server


@pytest.fixture(scope="session")
def faulty_database_url(server_url: str, worker_id: str) -> Iterator[str]:
    """A database in which a document whose notes say so cannot be issued (tests/queries/faults.sql)."""
    for url in fresh_database(server_url, f"faulty_{worker_id}_{os.getpid()}"):
        faults = load(FIXTURES)
        with psycopg.connect(url, autocommit=True) as connection:
            for name in (name for name in faults if name.startswith("faults.")):
                connection.execute(faults[name].encode())
        yield url


@pytest.fixture(scope="session")
def crowd(faulty_database_url: str) -> Iterator[Service]:
    """The service with more connections, and longer patience for one, than a worker in production has."""
    settings = Settings(database_url=faulty_database_url, pooler=POOLER, pool_size=24, pool_wait=60)
    service = Service(create_app(settings), faulty_database_url)
    yield service
    service.close()


@pytest.fixture
def shop(crowd: Service) -> Shop:
    """A shop on the service with many connections."""
    return shop_of(crowd)
