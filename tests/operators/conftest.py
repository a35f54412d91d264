"""Somebody at a terminal, for the tests of the commands."""

import pytest

from tests.operators.commands import Operator


@pytest.fixture
def operator(database_url: str) -> Operator:
    """An operator. Tests share the database, so each one works in organizations of its own."""
    return Operator(database_url)
