"""Fixtures of print queues, and how many examples hypothesis tries: its own number, or HYPOTHESIS_PROFILE=nightly.

`make test-reliability` runs every property with the latter.
"""

import os
from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import settings

from app.printing.pdf import rendering
from app.printing.workers.queue import PrintQueue
from tests.unit import print_jobs

# No deadline: a slow moment of a busy machine is not a failure.
settings.register_profile("usual", max_examples=100, deadline=None)
settings.register_profile("nightly", max_examples=10_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))


@pytest.fixture
def count_renderers() -> None:
    """Count the renderer processes that start from now on."""
    print_jobs.OTHERS.clear()
    print_jobs.OTHERS.update(child.pid for child in print_jobs.renderers())


@pytest.fixture
def queue(count_renderers: None) -> Iterator[PrintQueue]:
    """A queue whose jobs may take 2 s of processor time. It leaves no process behind."""
    with closing(PrintQueue(seconds=2, render_wait=60)) as queue:
        yield queue
    assert not print_jobs.renderers()


@pytest.fixture(scope="module")
def warm() -> None:
    """Load all that the renderer of papers needs."""
    rendering.warm_up()
