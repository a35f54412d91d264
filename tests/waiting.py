"""Waiting in tests for what others do."""

import time
from collections.abc import Callable

import psycopg

from tests.service import Service


def eventually(fact: Callable[[], object], seconds: float) -> bool:
    """Return whether something becomes true within the seconds."""
    deadline = time.monotonic() + seconds
    while not fact():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def waiting_for_locks(service: Service) -> int:
    """Return how many of the service's sessions wait for a lock at this moment, on any node."""
    query = service.owner.queries["watching.waiting"]
    if service.owner.is_distributed:
        query = f"SELECT sum(result::integer) FROM run_command_on_all_nodes($${query.rstrip().rstrip(';')}$$)"
    # On a connection of its own: those of the pool may all be waiting.
    with psycopg.connect(service.url) as connection:
        found = connection.execute(query.encode()).fetchone()
    return int(found[0]) if found else 0
