"""One renderer process, kept in order by the thread that it belongs to."""

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
from app.printing.workers import messages
from app.printing.workers.confinement import MEMORY

log = logging.getLogger(__name__)

# Until a renderer has loaded its fonts; a busy machine needs a multiple of the second that this takes.
_START = 30.0
# By the clock, times the seconds of a processor that a paper may take: a renderer is the last to get one.
WALL = 3
# Nothing else of the environment: it names the database.
_KEPT = ("PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ")
# The order of Python's sets, and with it a PDF's bytes, would differ from process to process.
_OWN = {"PYTHONHASHSEED": "0"}


class OverLimit(Exception):
    """A paper that takes more time or memory than one may."""

    def __init__(self, what: str, *, by_the_clock: bool = False) -> None:
        super().__init__(what)
        self.by_the_clock = by_the_clock


class Died(Exception):
    """The renderer ended, or never began, through no fault that it could tell."""


class Printer:
    """Prints papers, one at a time, in a process that is started when it is needed.

    A paper may take so many seconds of a processor, and WALL times as many by the clock. The process may use the
    `processors`, or those of this one unless told. The thread that prints must live as long as the printer: the kernel
    ends the process with the thread.
    """

    def __init__(
        self, seconds: float, memory: int = MEMORY, processors: frozenset[int] | None = None
    ) -> None:
        self._seconds = seconds
        self._memory = memory
        self._processors = processors
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def print(self, request: bytes, whose: Mapping[str, object]) -> bytes:
        """The PDF of a packed paper; `whose` it is stands in the log. Raises TemplateFault, OverLimit or Died."""
        try:
            return self._once(request)
        except Died:
            if self._closed:
                raise
            log.warning("a renderer died; the paper is tried once more", extra={"fields": dict(whose)})
            return self._once(request)

    def close(self) -> None:
        """End the process, from any thread; what it was at has died then."""
        self._closed = True
        process = self._process
        if process:
            process.kill()

    def end(self) -> int | None:
        """End the process and wait until it is gone; how it ended (as subprocess tells it) where there was one."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        # What was still to be sent cannot be.
        with suppress(OSError):
            _in(process).close()
        _out(process).close()
        return process.wait()

    def _once(self, request: bytes) -> bytes:
        process = self._process or self._start()
        kind, body = self._ask(process, request)
        if kind == messages.PDF:
            return body
        if kind == messages.FAULT:
            raise TemplateFault(*orjson.loads(body))
        self.end()
        raise OverLimit("memory")

    def _start(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise Died
        command = (sys.executable, "-m", "app.printing.workers.renderer", str(os.getpid()))
        limits = (str(self._memory), str(self._seconds))
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        self._process = process = subprocess.Popen(  # noqa: S603 - the program itself
            command + limits,
            cwd=ROOT,
            env=kept | _OWN,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Where Linux shares processors among sessions first, printing then takes none of the service's share.
            start_new_session=True,
        )
        if self._processors:
            _let_use(process, self._processors)
        # It may have been closed while it was being started: nobody else would end the process.
        if self._closed or not self._is_ready(process):
            self.end()
            raise Died
        return process

    def _is_ready(self, process: subprocess.Popen[bytes]) -> bool:
        with _Alarm(_START, process), suppress(EOFError):
            kind, _ = messages.receive(_out(process))
            return kind == messages.READY
        return False

    def _ask(self, process: subprocess.Popen[bytes], request: bytes) -> tuple[bytes, bytes]:
        with _Alarm(WALL * self._seconds, process) as alarm:
            try:
                messages.send(_in(process), messages.PAPER, request)
                return messages.receive(_out(process))
            except (EOFError, OSError) as error:
                if self.end() == -signal.SIGPROF:
                    raise OverLimit("processor time") from error
                raise OverLimit("time", by_the_clock=True) if alarm.rang else Died from error


class _Alarm:
    """Kills a process after so many seconds, whatever it is doing, unless the block ends before."""

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


def _let_use(process: subprocess.Popen[bytes], processors: frozenset[int]) -> None:
    """Give a new process these processors, not the one that a worker keeps to and that it would take from the service.

    From outside: where there are threads, no Python may run between fork and exec.
    """
    if hasattr(os, "sched_setaffinity"):
        # It may be dead already, or the processors gone.
        with suppress(OSError):
            os.sched_setaffinity(process.pid, processors)


def _in(process: subprocess.Popen[bytes]) -> IO[bytes]:
    return cast("IO[bytes]", process.stdin)


def _out(process: subprocess.Popen[bytes]) -> IO[bytes]:
    return cast("IO[bytes]", process.stdout)
