"""The folder in which workers count for Prometheus, where METRICS is on. It lives as long as gunicorn's master."""

import os
import shutil
import tempfile
from typing import Any

# The name that prometheus_client reads.
_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


def make(parent: str | None) -> None:
    """Make the folder, under `parent` or the system's temporary folder, and name it in the environment."""
    if _is_on():
        os.environ[_VARIABLE] = tempfile.mkdtemp(prefix="gst-metrics-", dir=parent)


def mark_dead(pid: int) -> None:
    """Drop the gauges of a dead worker. Its counts stay."""
    if _is_on():
        # prometheus_client reads the folder's name when it is imported.
        from prometheus_client import multiprocess  # noqa: PLC0415

        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


def remove() -> None:
    """Remove the folder."""
    if _is_on():
        shutil.rmtree(os.environ[_VARIABLE], ignore_errors=True)


def remove_if_orphaned(worker: Any) -> None:
    """Remove the folder where this process is the worker and its master was killed."""
    # gunicorn calls its hook in the master too, for a worker that is found dead.
    if os.getpid() == worker.pid and os.getppid() != worker.ppid:
        remove()


def _is_on() -> bool:
    return os.environ.get("METRICS") == "on"
