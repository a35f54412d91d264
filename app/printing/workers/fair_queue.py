"""A queue in which organizations take turns, and each has one paper printed at a time."""

from collections import deque
from collections.abc import Iterator
from itertools import chain
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Waiting jobs by the organization that asked for them. Not safe for threads."""

    def __init__(self) -> None:
        # The organization whose turn it is comes first.
        self._waiting: dict[str | None, deque[T]] = {}
        self._printing: set[str | None] = set()

    def __len__(self) -> int:
        return sum(len(jobs) for jobs in self._waiting.values())

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self._waiting.values())

    def of(self, organization: str | None) -> int:
        """Return the number of waiting jobs of an organization."""
        return len(self._waiting.get(organization, ()))

    def add(self, organization: str | None, job: T) -> None:
        """Let a job wait."""
        self._waiting.setdefault(organization, deque()).append(job)

    def take(self) -> T | None:
        """Return the next job, None where all that wait are of organizations that have one printed already.

        Its organization has nothing else printed until `done`, and its next turn comes after all others'.
        """
        ready = [organization for organization in self._waiting if organization not in self._printing]
        if not ready:
            return None
        organization = ready[0]
        jobs = self._waiting.pop(organization)
        job = jobs.popleft()
        if jobs:
            self._waiting[organization] = jobs
        self._printing.add(organization)
        return job

    def done(self, organization: str | None) -> None:
        """Note that an organization's job is printed."""
        self._printing.discard(organization)

    def remove(self, organization: str | None, job: T) -> bool:
        """Remove a waiting job; return whether it was there."""
        jobs = self._waiting.get(organization, deque())
        if job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del self._waiting[organization]
        return True
