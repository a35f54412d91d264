"""Somebody who logs in, and the application they do it with."""

import pytest

from tests.logins import Logins, Person
from tests.service import Service


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
