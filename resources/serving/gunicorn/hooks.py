"""gunicorn's hooks: the steps in the master and in workers at their starts and ends, in order."""

import os
import socket
import struct
from collections.abc import Callable
from typing import Any

from app.embedded.parent_process import end_with_parent
from resources.serving.gunicorn import metrics_folder, processors, rate_table, releases


def on_starting(server: Any) -> None:
    """Prepare the master, before it listens."""
    end_with_parent()
    rate_table.share(server.cfg.worker_tmp_dir)
    metrics_folder.make(server.cfg.worker_tmp_dir)


def limit_idle_time(seconds: int) -> Callable[[Any], None]:
    """Return a hook that limits each wait for a client, to send or to receive, to `seconds`."""

    def when_ready(server: Any) -> None:
        # Connections inherit both options from the socket that accepts them.
        for listener in server.LISTENERS:
            for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
                listener.sock.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", seconds, 0))

    return when_ready


def pre_fork(server: Any, worker: Any) -> None:
    """Prepare a new worker, in the master."""
    processors.choose(server, worker)
    releases.forget_modules()


def post_fork(server: Any, worker: Any) -> None:
    """Prepare a new worker, in its own process."""
    # The number may have come from gunicorn's command line. The application divides processors by it.
    os.environ["WEB_CONCURRENCY"] = str(server.cfg.workers)
    processors.keep_to(worker.processor)


def child_exit(_server: Any, worker: Any) -> None:
    """Clean up after a worker, in the master."""
    metrics_folder.mark_dead(worker.pid)


def worker_exit(_server: Any, worker: Any) -> None:
    """Clean up after a master that was killed, in the worker."""
    metrics_folder.remove_if_orphaned(worker)


def on_exit(_server: Any) -> None:
    """Clean up when the master ends."""
    metrics_folder.remove()
