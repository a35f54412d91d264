"""A session on the database of the tests, for guards that read its catalogue."""

from collections.abc import Iterator

import psycopg
import pytest


@pytest.fixture(scope="module")
def session(database_url: str) -> Iterator[psycopg.Connection]:
    """A session of the owner of the tables."""
    with psycopg.connect(database_url) as connection:
        yield connection
