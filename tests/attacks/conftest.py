"""A service in this process, the same as production serves it with two workers, and somebody to log in."""

from collections.abc import Iterator

import pytest

from tests.logins import Logins, Person
from tests.reliability.raw import Server, serving
from tests.service import Client, Service


@pytest.fixture(scope="package")
def server(database_url: str) -> Iterator[Server]:
    # As long as production waits for the next byte; who sends one a second is never silent.
    with serving(database_url, SILENCE="10") as server:
        yield server


@pytest.fixture
def org(service: Service) -> Client:
    return service.organization()


@pytest.fixture
def logins(service: Service) -> Logins:
    return Logins(service)


@pytest.fixture
def person(logins: Logins) -> Person:
    return logins.person()


@pytest.fixture
def app_id(logins: Logins) -> str:
    """A public client."""
    return logins.client()
