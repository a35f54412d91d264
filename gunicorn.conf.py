"""How gunicorn serves the application; `python -m app serve` and production use the same file.

The environment decides HOST, PORT, WEB_CONCURRENCY, PIN_WORKERS, THREADS, MAX_REQUESTS, IDLE_TIMEOUT, READ_TIMEOUT,
REQUEST_SECONDS, METRICS and FORWARDED_ALLOW_IPS.
"""

import ctypes
import gc
import json
import logging
import os
import shutil
import signal
import socket
import struct
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from gunicorn import http, util
from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import ThreadWorker


def _whole(name: str, default: int, most: int) -> int:
    text = os.environ.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and 1 <= int(text) <= most):
        raise SystemExit(f"{name} must be a whole number from 1 to {most}, not {text!r}")
    return int(text)


_host = os.environ.get("HOST") or "127.0.0.1"
_shared_memory = Path("/dev/shm")  # noqa: S108 - named by design, and gunicorn makes its files unguessable

_metrics = os.environ.get("METRICS") == "on"
# Names the folder where workers count for Prometheus.
_COUNTS = "PROMETHEUS_MULTIPROC_DIR"

# Only this machine, until an operator says otherwise; an IPv6 address stands in brackets.
_port = _whole("PORT", 8000, 65_535)
bind = f"[{_host}]:{_port}" if ":" in _host else f"{_host}:{_port}"


def _is_closed(*, graceful: bool = False) -> None:
    """Nothing is left to be done."""


class _Worker(ThreadWorker):
    """Threads, so that clients who send half a body, or take half an answer, do not stop the others."""

    def handle(self, conn: Any) -> Any:
        """Serve one request; a connection that does not go on is closed here. gunicorn waits up to two seconds for the
        client to close it as well, and would do that in the thread that gives all others their work."""
        goes_on = super().handle(conn)
        if not goes_on:
            with suppress(OSError):
                conn.close(graceful=True)
            # That thread closes it once more, and counts a connection twice where it fails to.
            conn.close = _is_closed
        return goes_on

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer one request; who takes nothing of the answer need not be waited for any longer."""
        try:
            return super().handle_request(req, conn)
        except BlockingIOError:
            util.close(conn.sock)
            raise


worker_class = _Worker
# Each worker has a pool of connections of its own: more than two should be somebody's decision.
workers = _whole("WEB_CONCURRENCY", min(2, os.cpu_count() or 1), 10_000)
# Whether each keeps to one processor. Of its threads only one runs Python at a time: spread over several processors,
# they send the lock and all that they work on from cache to cache.
_pin_workers = os.environ.get("PIN_WORKERS") or "auto"
if _pin_workers not in ("auto", "on", "off"):
    raise SystemExit(f"PIN_WORKERS must be auto, on or off, not {_pin_workers!r}")
# Many more than the pool has connections: each client who sends half a request holds one while it is silent or slow.
# 200 of them may all have come to the same worker; a thread that waits takes about 32 kB.
threads = _whole("THREADS", 256, 10_000)
# Beside those at work so many may idle. gunicorn takes a thousand connections in all unless told, and with as many
# threads would close each one after its answer.
worker_connections = threads + 744
# For how many seconds a client may be silent within a request; gunicorn itself waits for the rest for ever.
_silence = _whole("IDLE_TIMEOUT", 10, 3_600)
# In how many seconds a request must have arrived, head and body; a byte now and then is no silence.
_arrival = _whole("READ_TIMEOUT", 30, 3_600)
# The application is loaded in each worker: a pool of connections does not survive a fork.
preload_app = False
# Against what leaks slowly in a library, though nothing here is known to. So rarely that the second which a new worker
# takes, during which the others do its work, is nothing; and not all of them at the same time.
max_requests = _whole("MAX_REQUESTS", 100_000, 1_000_000_000)
max_requests_jitter = max_requests // 4
# As long as the longest request may take: it sends nothing after REQUEST_SECONDS, and is answered within 20 s or not.
graceful_timeout = _whole("REQUEST_SECONDS", 15, 600) + 20
# Longer than the 60 s for which nginx keeps an idle connection: the side that reuses it must close first.
keepalive = 75
# The heartbeat file is touched every second: on a busy disk that could stall a worker.
worker_tmp_dir = str(_shared_memory) if _shared_memory.is_dir() else None
# The longest a `q` of 255 characters, percent-encoded, can make it, with room; gunicorn's own maximum.
limit_request_line = 8190
# Browsers and proxies send about 20; each may be `limit_request_field_size` long, and waits in memory.
limit_request_fields = 64
# A token, a cookie of a proxy, a trace: 8 KiB is what servers commonly take.
limit_request_field_size = 8190
# Whose X-Forwarded-Proto and X-Forwarded-For are believed: a proxy on this machine.
forwarded_allow_ips = os.environ.get("FORWARDED_ALLOW_IPS") or "127.0.0.1,::1"
# By that header alone: proxies pass on X-Forwarded-Ssl and its like as clients send them.
secure_scheme_headers = {"X-FORWARDED-PROTO": "https"}
# A header with an underscore would pass for its twin with a hyphen.
header_map = "drop"
# Not even those by which a proxy may name another path: behind a proxy that passes on what clients send, they would be
# the clients'.
forwarder_headers = ""
# The application writes one line of JSON for each request itself.
accesslog = None
# gunicorn's own start and stop are no news; what goes wrong is.
loglevel = "warning"
# It would be one file in the home folder for all checkouts, and nothing here is done through it.
control_socket_disable = True


def on_starting(_server: Any) -> None:
    """End with the process that started us, even when that is killed: nothing may keep the port."""
    parent = os.environ.get("STOP_WITH_PARENT")
    if parent and sys.platform == "linux":
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGTERM)
        if os.getppid() != int(parent):
            raise SystemExit("The process that started gunicorn is gone.")
    # Where workers count for the rate limits: a file without a name, gone with the last who has it open.
    table, name = tempfile.mkstemp(prefix="gst-rates-", dir=worker_tmp_dir)
    Path(name).unlink()
    os.environ["RATE_TABLE"] = str(table)
    if _metrics:
        # Of this master alone; in memory if it can be. Each worker counts in files of its own, and adds up all.
        os.environ[_COUNTS] = tempfile.mkdtemp(prefix="gst-metrics-", dir=worker_tmp_dir)


def when_ready(server: Any) -> None:
    """Bound each wait for a client, to send or to take: connections inherit it from the sockets they come in by."""
    for listener in server.LISTENERS:
        for wait in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            listener.sock.setsockopt(socket.SOL_SOCKET, wait, struct.pack("ll", _silence, 0))


def _processor(usable: set[int], taken: list[int | None], configured: int) -> int | None:
    """The processor for one more worker: the usable one that was taken the fewest times, or None for any."""
    if _pin_workers == "off" or not usable:
        return None
    # Several services that all see the processors of a large machine would otherwise sit together on the first ones.
    if _pin_workers == "auto" and configured % len(usable):
        return None
    return min(sorted(usable), key=taken.count)


def _usable() -> set[int]:
    """The processors that this process may use; none where the system does not tell."""
    if hasattr(os, "sched_setaffinity"):
        with suppress(OSError):
            return os.sched_getaffinity(0)
    return set()


def pre_fork(server: Any, worker: Any) -> None:
    """Choose the processor of a new worker. It is noted on the worker, which gunicorn keeps until it has ended."""
    # Those that will stay beside the new one: during a reload the oldest are still there, but on their way out.
    youngest = sorted(server.WORKERS.values(), key=lambda other: other.age, reverse=True)
    staying = youngest[: server.num_workers - 1]
    # Those of before a reload may be of a program that chose none.
    taken = [getattr(other, "processor", None) for other in staying]
    worker.processor = _processor(_usable(), taken, server.cfg.workers)


def post_fork(server: Any, worker: Any) -> None:
    """Keep to that processor, before there are threads. Processes that print may use all that the master may."""
    # How many work beside it decides how many transactions it has at work; gunicorn may have been told another number.
    os.environ["WEB_CONCURRENCY"] = str(server.cfg.workers)
    if worker.processor is None:
        return
    # It may have been taken from the service meanwhile: a worker on any processor is better than none.
    with suppress(OSError):
        usable = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {worker.processor})
        os.environ["PROCESSORS"] = ",".join(map(str, sorted(usable)))
        # Linux may share processors among sessions first (autogroup), and works out anew on which of them a session is
        # at work: workers of one session, each on a processor of its own, now and then waited for tenths of a second.
        os.setsid()


class _Arriving(SocketUnreader):
    """The bytes of a connection. From its first byte on, a request has so many seconds to arrive as a whole."""

    deadline: float | None = None

    def chunk(self, size_hint: int | None = None) -> bytes:
        """The next bytes; raises what silence raises."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise BlockingIOError("the request did not arrive in time")
        data: bytes = super().chunk(size_hint)
        if self.deadline is None:
            self.deadline = time.monotonic() + _arrival
        return data


class _Parser(http.RequestParser):
    """Reads the requests of a connection, each in its own time."""

    def __init__(self, cfg: Any, source: socket.socket, source_addr: Any) -> None:
        super().__init__(cfg, source, source_addr)
        self.unreader = _Arriving(source)

    def __next__(self) -> Any:
        self.unreader.deadline = None
        try:
            return super().__next__()
        except BlockingIOError:
            # Who falls silent before the request is known gets no answer: there is nothing to wait for.
            util.close(self.unreader.sock)
            raise


def post_worker_init(_worker: Any) -> None:
    """What was loaded stays: the garbage collector need not look at it again. And a client who fell silent is no error
    of the service."""
    gc.collect()
    gc.freeze()
    logging.getLogger("gunicorn.error").addFilter(
        lambda record: not (record.exc_info and isinstance(record.exc_info[1], BlockingIOError))
    )


def child_exit(_server: Any, worker: Any) -> None:
    """What a dead worker was doing is not being done any more; what it had counted stays."""
    if _metrics:
        # Here, because it must be imported after the folder was named.
        from prometheus_client import multiprocess  # noqa: PLC0415

        multiprocess.mark_process_dead(worker.pid)


def worker_exit(_server: Any, worker: Any) -> None:
    """Leave nothing behind when the master was killed."""
    # gunicorn calls this in the master too, for a worker that it finds dead.
    if os.getpid() == worker.pid and os.getppid() != worker.ppid:
        _forget_counts()


def on_exit(_server: Any) -> None:
    """Leave nothing behind."""
    _forget_counts()


def _forget_counts() -> None:
    if _metrics:
        shutil.rmtree(os.environ[_COUNTS], ignore_errors=True)


def _write_error(sock: socket.socket, status: int, reason: str, _message: str) -> None:
    """Refuse what is not HTTP enough to reach the application in the envelope of all other errors."""
    code = "internal_error" if status == 500 else "invalid_request"  # noqa: PLR2004
    error = {"code": code, "message": f"The request was refused: {reason}."}
    body = json.dumps({"success": False, "error": error})
    head = (
        f"HTTP/1.1 {status} {reason}",
        "Connection: close",
        "Content-Type: application/json",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        f"Content-Length: {len(body)}",
    )
    util.write_nonblock(sock, "\r\n".join((*head, "", body)).encode("latin-1"))


def _kind(fault: Exception) -> str:
    """What is wrong with a request, in a word."""
    return type(fault).__name__


# gunicorn has no setting for the page of HTML it writes otherwise.
util.write_error = _write_error
# Nor for the line of its log, which repeats what was sent: of a body that is longer than it says the rest is read as a
# request, and may be a password.
for _fault in vars(http.errors).values():
    if isinstance(_fault, type) and issubclass(_fault, http.errors.ParseException):
        _fault.__str__ = _kind
# Nor one for how long a request may take to arrive.
http.RequestParser = _Parser
