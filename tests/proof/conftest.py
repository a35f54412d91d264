"""The service behind gunicorn, for clients that speak HTTP."""

from collections.abc import Iterator

import pytest

from tests.reliability.raw import serving
from tests.service import Service


@pytest.fixture(scope="session")
def served(_running: Service) -> Iterator[str]:
    """The URL at which gunicorn serves the database of the test run."""
    with serving(_running.url, IDLE_TIMEOUT="10") as server:
        yield f"http://127.0.0.1:{server.address[1]}"
