"""Waiting in tests for what others do."""

import time
from collections.abc import Callable

from tests.service import Service


def eventually(fact: Callable[[], object], seconds: float) -> bool:
    """Has something become true within so many seconds?"""
    deadline = time.monotonic() + seconds
    while not fact():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def waiting_for_locks(service: Service) -> int:
    """How many of the service's sessions wait for a lock at this moment."""
    found = service.owner.run_as_owner(lambda tx: tx.one("watching.waiting"))
    return int(found["sessions"]) if found else 0
