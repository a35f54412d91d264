"""Waiting in tests for what others do."""

import time
from collections.abc import Callable


def eventually(fact: Callable[[], object], seconds: float) -> bool:
    """Has something become true within so many seconds?"""
    deadline = time.monotonic() + seconds
    while not fact():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
