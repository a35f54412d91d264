"""The programs around the service, as Debian packages them, with the files of deploy/: `make test-deployment`."""

import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def _only_where_asked() -> None:
    """Skip unless DEPLOYMENT=on: these tests take a minute, and programs that nothing else needs."""
    if os.environ.get("DEPLOYMENT") != "on":
        pytest.skip("only where DEPLOYMENT=on: make test-deployment")
