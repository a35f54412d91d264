"""The service's side of a renderer process."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from threading import Timer
from typing import IO, cast

import orjson

from app.config import ROOT
from app.printing.pdf.faults import TemplateFault
from app.printing.workers import protocol
from app.printing.workers.confinement import MEMORY

log = logging.getLogger(__name__)

# Seconds to start. A start takes about one, and a multiple of it on a busy machine.
_START = 30.0
# Seconds by the clock for each second of processor time: renderers have the lowest priority.
WALL = 3
# The only variables that are passed on. DATABASE_URL, among others, is not.
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ")
# The order of Python's sets, and with it the bytes of a PDF, would otherwise differ between processes.
_OWN = {"PYTHONHASHSEED": "0"}


class OverLimit(Exception):
    """A paper exceeds a limit of processor time, of time by the clock (`by_clock`) or of memory."""

    def __init__(self, what: str, *, by_clock: bool = False) -> None:
        super().__init__(what)
        self.by_clock = by_clock


class WorkerDied(Exception):
    """The renderer process ended, or did not start, for an unknown reason."""


class RenderWorker:
    """Renders papers one after the other in a process, which is started with the first one.

    seconds: processor time for one paper; WALL times as many by the clock. memory: bytes.
    processors: those that the process may use; None for those of this process.
    `spent` is the processor time of the last paper, in seconds: the limit where it was not answered.
    The kernel ends the process with the thread that started it, so all papers must come from one thread.
    """

    def __init__(
        self, seconds: float, memory: int = MEMORY, processors: frozenset[int] | None = None
    ) -> None:
        self._seconds = seconds
        self._memory = memory
        self._processors = processors
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self.spent = 0.0

    def render(self, paper: bytes, log_fields: Mapping[str, object]) -> bytes:
        """Return the PDF of an encoded paper. Raises TemplateFault, OverLimit or WorkerDied.

        A paper whose process dies is tried once more, with a log line that has `log_fields`.
        """
        try:
            return self._render_once(paper)
        except WorkerDied:
            if self._closed:
                raise
            log.warning("a renderer died; the paper is tried once more", extra={"fields": dict(log_fields)})
            return self._render_once(paper)

    def close(self) -> None:
        """Kill the process, from any thread. A paper that is being rendered ends in WorkerDied."""
        self._closed = True
        process = self._process
        if process:
            process.kill()

    def end(self) -> int | None:
        """Kill the process and wait for its end. Return its exit status; None where there was no process."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        # Closing flushes what cannot be sent any more.
        with suppress(OSError):
            _stdin(process).close()
        _stdout(process).close()
        return process.wait()

    def _render_once(self, paper: bytes) -> bytes:
        process = self._process or self._start()
        kind, body = self._exchange(process, paper)
        if kind == protocol.PDF_MESSAGE:
            return body
        if kind == protocol.FAULT_MESSAGE:
            raise TemplateFault(*orjson.loads(body))
        self.end()
        raise OverLimit("memory")

    def _start(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise WorkerDied
        command = (sys.executable, "-m", "app.printing.workers.renderer", str(os.getpid()))
        limits = (str(self._memory), str(self._seconds))
        passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        self._process = process = subprocess.Popen(  # noqa: S603 - the program itself
            command + limits,
            cwd=ROOT,
            env=passed_on | _OWN,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # If Linux shares processors among sessions first, rendering then takes none of the service's share.
            start_new_session=True,
        )
        if self._processors:
            _allow_processors(process, self._processors)
        # close() may have been called during the start, before there was a process to kill.
        if self._closed or not self._is_ready(process):
            self.end()
            raise WorkerDied
        return process

    def _is_ready(self, process: subprocess.Popen[bytes]) -> bool:
        with _Alarm(_START, process), suppress(EOFError):
            kind, _ = protocol.receive(_stdout(process))
            return kind == protocol.READY_MESSAGE
        return False

    def _exchange(self, process: subprocess.Popen[bytes], paper: bytes) -> tuple[bytes, bytes]:
        with _Alarm(WALL * self._seconds, process) as alarm:
            try:
                self.spent = self._seconds
                protocol.send(_stdin(process), protocol.PAPER_MESSAGE, paper)
                _, spent = protocol.receive(_stdout(process))
                self.spent = protocol.decode_spent(spent)
                return protocol.receive(_stdout(process))
            except (EOFError, OSError) as error:
                if self.end() == -signal.SIGPROF:
                    raise OverLimit("processor time") from error
                raise OverLimit("time", by_clock=True) if alarm.rang else WorkerDied from error


class _Alarm:
    """Kills a process after a number of seconds, unless the block ends before."""

    def __init__(self, seconds: float, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._timer = Timer(seconds, self._ring)
        self._timer.daemon = True
        self.rang = False

    def __enter__(self) -> "_Alarm":
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def _ring(self) -> None:
        self.rang = True
        self._process.kill()


def _allow_processors(process: subprocess.Popen[bytes], processors: frozenset[int]) -> None:
    """Let a new process use these processors instead of the one that this worker is restricted to.

    Set from outside the process: where there are threads, no Python may run between fork and exec.
    """
    if hasattr(os, "sched_setaffinity"):
        # The process may have ended, or the processors may be gone.
        with suppress(OSError):
            os.sched_setaffinity(process.pid, processors)


def _stdin(process: subprocess.Popen[bytes]) -> IO[bytes]:
    return cast("IO[bytes]", process.stdin)


def _stdout(process: subprocess.Popen[bytes]) -> IO[bytes]:
    return cast("IO[bytes]", process.stdout)
