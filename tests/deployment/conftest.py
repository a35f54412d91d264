"""The programs around the service, as Debian packages them, with the files of deploy/: `make test-deployment`."""

import os
from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """They take a minute, and programs that nothing else needs."""
    if os.environ.get("DEPLOYMENT") == "on":
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="only where DEPLOYMENT=on: make test-deployment"))
