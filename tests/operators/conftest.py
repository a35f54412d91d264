"""Somebody at a terminal, for the tests of the commands."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.operators.commands import Operator
from tests.service import Service


@pytest.fixture
def operator(service: Service) -> Operator:
    """An operator. Tests share the database, so each one works in organizations of its own."""
    return Operator(service.url, service.owner)


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A folder. Not pytest's own: each run of root's closes that to the account of the server again."""
    with TemporaryDirectory(prefix="invoicing test ") as name:
        yield Path(name)
