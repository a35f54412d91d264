"""The assignment of workers to processors.

Of a worker's threads only one runs Python at a time. Spread over several processors, the threads send the lock and
their data from one processor's cache to another's.
"""

import os
from collections.abc import Sequence, Set
from contextlib import suppress
from typing import Any


def choose(server: Any, worker: Any) -> None:
    """Set `processor` of a new worker, in gunicorn's master: the processor's number, or None for any."""
    # During a reload the old workers are still there. They are the oldest, and about to end.
    youngest = sorted(server.WORKERS.values(), key=lambda other: other.age, reverse=True)
    staying = youngest[: server.num_workers - 1]
    # Workers of a release that chose no processors have none.
    taken = [getattr(other, "processor", None) for other in staying]
    worker.processor = least_taken(_usable(), taken, server.cfg.workers)


def least_taken(usable: Set[int], taken: Sequence[int | None], workers: int) -> int | None:
    """Return the usable processor that the fewest other workers have.

    Return None where `workers` cannot be spread evenly. Several services that see all processors of a large machine
    would otherwise share the first ones.
    """
    if not usable or workers % len(usable):
        return None
    return min(sorted(usable), key=taken.count)


def keep_to(processor: int | None) -> None:
    """Restrict this process, a worker without threads yet, to its processor.

    PROCESSORS then names those of the service, for the processes that render PDFs.
    """
    if processor is None:
        return
    # The processor may have been taken from the service meanwhile.
    with suppress(OSError):
        usable = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {processor})
        os.environ["PROCESSORS"] = ",".join(map(str, sorted(usable)))
        # Linux may share processors among sessions first (autogroup). Workers of one session, each on a processor of
        # its own, sometimes waited for tenths of a second.
        os.setsid()


def _usable() -> Set[int]:
    """Return the processors that this process may use; none where the system does not say."""
    if hasattr(os, "sched_setaffinity"):
        with suppress(OSError):
            return os.sched_getaffinity(0)
    return frozenset()
