"""The same service as production serves it, with two workers, and an organization to attack."""

from collections.abc import Iterator

import pytest

from tests.reliability.raw import Server, serving


@pytest.fixture(scope="package")
def server(database_url: str) -> Iterator[Server]:
    # As long as production waits for the next byte; who sends one a second is never silent.
    with serving(database_url, IDLE_TIMEOUT="10") as server:
        yield server
