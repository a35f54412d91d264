"""The press: papers in, PDFs out, while the service goes on with its other requests.

Papers are printed by a few processes of their own. What is asked for twice is printed once, what was printed before
comes from the cache, and who would have to wait too long is told so.
"""

import hashlib
import logging
import time
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock, Thread

from app.config import Settings
from app.errors import Unavailable
from app.metrics import PAPERS, PAPERS_WAITING, RENDER_SECONDS
from app.printing import messages
from app.printing.cache import Cache
from app.printing.confinement import MEMORY
from app.printing.edition import edition
from app.printing.faults import TemplateFault
from app.printing.paper import Paper
from app.printing.printer import Died, OverLimit, Printer

log = logging.getLogger(__name__)

__all__ = ["Press", "TemplateFault"]

# Papers that may wait, and for how many seconds, before one is begun.
_WAITING = 8
_PATIENCE = 5.0
# Beyond all time limits: whoever waits for the press is never left hanging by a mistake in it.
_AT_MOST = 120.0
# A paper over a limit would be over it again: others are served before it is tried anew.
_REST = 60
_BUSY = "Other documents are being printed; try again."


@dataclass(frozen=True)
class _Job:
    """A paper that somebody waits for."""

    key: str
    paper: Paper
    request: bytes
    done: "Future[bytes]" = field(default_factory=Future)


class Press:
    """Prints papers in `workers` processes, each for at most `seconds` and in `memory` bytes."""

    def __init__(
        self, *, workers: int = 1, seconds: float = 10.0, memory: int = MEMORY, cache: Cache | None = None
    ) -> None:
        self._cache = cache
        self._printers = [Printer(seconds, memory) for _ in range(workers)]
        self._threads: list[Thread] = []
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._lock = Lock()
        self._under_way: dict[str, _Job] = {}
        self._resting: dict[str, float] = {}
        self._closed = False

    @classmethod
    def configured(cls, settings: Settings) -> "Press":
        """The press of a web process."""
        cache = Cache(settings.pdf_cache, settings.pdf_cache_bytes) if settings.pdf_cache else None
        return cls(workers=settings.pdf_workers, seconds=settings.pdf_seconds, cache=cache)

    def pdf(self, paper: Paper) -> bytes:
        """The PDF. Raises TemplateFault, or Unavailable where the press is busy or the paper is over a limit."""
        request = messages.packed(paper)
        key = hashlib.sha256(edition() + request).hexdigest()
        kept = self._cache and self._cache.get(key)
        if kept:
            PAPERS.add("cached")
            return kept
        return self._await(self._entered(_Job(key, paper, request)))

    def close(self) -> None:
        """End all printing; what is under way is refused."""
        with self._lock:
            self._closed = True
            threads, self._threads = self._threads, []
        for printer in self._printers:
            printer.close()
        for _ in threads:
            self._queue.put(None)
        for thread in threads:
            thread.join(_PATIENCE)

    def _entered(self, job: _Job) -> _Job:
        """The job, or the one for the same paper that is under way."""
        with self._lock:
            if job.key in self._under_way:
                return self._under_way[job.key]
            self._require_place(job.key)
            self._under_way[job.key] = job
            self._queue.put(job)
            PAPERS_WAITING.change(1)
            self._start()
            return job

    def _require_place(self, key: str) -> None:
        now = time.monotonic()
        self._resting = {resting: until for resting, until in self._resting.items() if until > now}
        if key in self._resting:
            raise _over_limit(1 + int(self._resting[key] - now))
        if self._closed or self._queue.qsize() >= _WAITING:
            raise _busy()

    def _start(self) -> None:
        # With the first paper: gunicorn's workers begin before, and many never print.
        if not self._threads:
            self._threads = [Thread(target=self._work, args=(each,), daemon=True) for each in self._printers]
            for thread in self._threads:
                thread.start()

    def _await(self, job: _Job) -> bytes:
        try:
            return job.done.result(_PATIENCE)
        except CancelledError:
            raise _busy() from None
        except TimeoutError:
            if job.done.cancel():
                self._forget(job)
                raise _busy() from None
        try:
            return job.done.result(_AT_MOST)
        except TimeoutError:
            raise _busy() from None

    def _work(self, printer: Printer) -> None:
        while job := self._queue.get():
            PAPERS_WAITING.change(-1)
            # What nobody waits for any more is not printed.
            if job.done.set_running_or_notify_cancel():
                self._print(printer, job)
            self._forget(job)
        printer.end()

    def _print(self, printer: Printer, job: _Job) -> None:
        began = time.monotonic()
        try:
            pdf = printer.print(job.request)
        except OverLimit as limit:
            PAPERS.add("failed")
            _tell("a paper is over a limit", job, str(limit))
            with self._lock:
                self._resting[job.key] = time.monotonic() + _REST
            job.done.set_exception(_over_limit(_REST))
        except Died:
            PAPERS.add("failed")
            if not self._closed:
                _tell("a paper could not be printed", job, "the renderer died, twice")
            job.done.set_exception(Unavailable(_BUSY, retry_after=2))
        except BaseException as error:  # a fault of the template, or of ours: nobody waits for ever
            PAPERS.add("failed")
            job.done.set_exception(error)
        else:
            PAPERS.add("rendered")
            RENDER_SECONDS.observe(time.monotonic() - began)
            job.done.set_result(pdf)
            if self._cache:
                self._cache.put(job.key, pdf)

    def _forget(self, job: _Job) -> None:
        with self._lock:
            if self._under_way.get(job.key) is job:
                del self._under_way[job.key]


def _busy() -> Unavailable:
    PAPERS.add("busy")
    return Unavailable(_BUSY, retry_after=2)


def _over_limit(seconds: int) -> Unavailable:
    return Unavailable("The document takes more time or memory to print than it may.", retry_after=seconds)


def _tell(message: str, job: _Job, reason: str) -> None:
    fields = {"kind": job.paper.kind, "name": job.paper.name, "reason": reason}
    log.warning(message, extra={"fields": fields})
