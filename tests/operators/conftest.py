"""Somebody at a terminal, for the tests of the commands."""

import pytest

from tests.operators.commands import Operator
from tests.service import Service


@pytest.fixture
def operator(service: Service) -> Operator:
    """An operator. Tests share the database, so each one works in organizations of its own."""
    return Operator(service.url, service.owner)
