"""A counting proxy before the database, for tests of statements."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.config import Settings
from resources.api import create_app
from tests.service import Service
from tests.sql.proxy import RoundTrips, counting


@pytest.fixture(scope="module")
def counted(_running: Service) -> Iterator[tuple[Any, RoundTrips]]:
    """The application as it is, on the other side of a counting proxy, and the counter."""
    with (
        tempfile.TemporaryDirectory(prefix="trips-") as folder,
        counting(_running.url, Path(folder)) as (url, trips),
    ):
        yield create_app(Settings(database_url=url, pool_size=1)), trips
