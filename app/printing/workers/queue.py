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
from app.printing.content.paper import Order
from app.printing.pdf.build_digest import edition
from app.printing.pdf.faults import TemplateFault
from app.printing.workers import messages
from app.printing.workers.cache import Cache
from app.printing.workers.confinement import MEMORY
from app.printing.workers.worker import Died, OverLimit, Printer
from app.telemetry.metrics import PAPERS, PAPERS_WAITING, RENDER_SECONDS

log = logging.getLogger(__name__)

__all__ = ["Press", "TemplateFault", "TooMuch"]

# Papers that may wait, of all organizations and of one, and for how many seconds, before one is begun.
_WAITING = 8
_WAITING_OF_ONE = _WAITING // 2
_PATIENCE = 5.0
# How long one that was begun is waited for, times the seconds of a processor that it may take: hardly longer than it
# takes when the machine has nothing else to do. It is printed to its end all the same.
_LONGER = 1.5
_COME_BACK = 5
# A paper over a limit would be over it again: others are served before it is tried anew. Instead of an organization's
# own template the built-in one can be used, so nobody waits for the next trial.
_REST = 60
_REST_OF_OWN = 3600
_BUSY = "Other documents are being printed; try again."


class TooMuch(Unavailable):
    """A document that takes more time or memory to print than it may."""

    def __init__(self, seconds: float) -> None:
        sentence = "The document takes more time or memory to print than it may."
        super().__init__(sentence, retry_after=max(1, round(seconds)))


@dataclass(frozen=True)
class _Job:
    """A paper that somebody waits for."""

    key: str
    order: Order
    done: "Future[bytes]" = field(default_factory=Future)


class Press:
    """Prints papers in `workers` processes, each in at most `seconds` of a processor and `memory` bytes.

    Who asks waits up to `patience` seconds for a paper that was begun, somewhat longer than `seconds` unless told.
    Printing may use the `processors`, or those of this process unless told.
    """

    def __init__(
        self,
        *,
        workers: int = 1,
        seconds: float = 10.0,
        memory: int = MEMORY,
        cache: Cache | None = None,
        patience: float | None = None,
        processors: frozenset[int] | None = None,
    ) -> None:
        self._cache = cache
        self._patience = _LONGER * seconds if patience is None else patience
        self._printers = [Printer(seconds, memory, processors) for _ in range(workers)]
        self._threads: list[Thread] = []
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._lock = Lock()
        self._under_way: dict[str, _Job] = {}
        self._waiting: dict[Future[bytes], str | None] = {}
        self._resting: dict[str, float] = {}
        self._closed = False

    @classmethod
    def configured(cls, settings: Settings) -> "Press":
        """The press of a web process."""
        cache = Cache(settings.pdf_cache, settings.pdf_cache_bytes) if settings.pdf_cache else None
        return cls(
            seconds=settings.pdf_seconds,
            cache=cache,
            processors=settings.pdf_processors,
        )

    def pdf(self, order: Order) -> bytes:
        """The PDF. Raises TemplateFault, TooMuch where it is over a limit, or Unavailable where the press is busy."""
        key = hashlib.sha256(edition() + order.digest()).hexdigest()
        kept = self._cache and self._cache.get(key)
        if kept:
            PAPERS.add("cached")
            return kept
        self._require_rested(key)
        return self._await(self._entered(_Job(key, order)))

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
            self._require_place(job.order.organization)
            self._under_way[job.key] = job
            self._queue.put(job)
            self._waiting[job.done] = job.order.organization
            PAPERS_WAITING.change(1)
            self._start()
            return job

    def _require_rested(self, key: str) -> None:
        now = time.monotonic()
        with self._lock:
            self._resting = {resting: until for resting, until in self._resting.items() if until > now}
            rest = self._resting.get(key, now) - now
        # Another process may have tried it.
        rest = rest or (self._cache.marked(key) if self._cache else 0)
        if rest:
            raise TooMuch(rest)

    def _require_place(self, organization: str | None) -> None:
        of_one = list(self._waiting.values()).count(organization)
        if self._closed or of_one >= _WAITING_OF_ONE or len(self._waiting) >= _WAITING:
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
                self._begun(job)
                self._forget(job)
                raise _busy() from None
        try:
            return job.done.result(self._patience)
        except TimeoutError:
            raise _busy(_COME_BACK) from None

    def _work(self, printer: Printer) -> None:
        while job := self._queue.get():
            # What nobody waits for any more is not printed.
            if job.done.set_running_or_notify_cancel():
                self._begun(job)
                self._print(printer, job)
            self._forget(job)
        printer.end()

    def _begun(self, job: _Job) -> None:
        """The job's place is free."""
        with self._lock:
            if job.done in self._waiting:
                del self._waiting[job.done]
                PAPERS_WAITING.change(-1)

    def _print(self, printer: Printer, job: _Job) -> None:
        began = time.monotonic()
        try:
            pdf = printer.print(messages.packed(job.order.paper()), job.order.whose())
        except OverLimit as limit:
            PAPERS.add("failed")
            _tell("a paper is over a limit", job, str(limit))
            job.done.set_exception(TooMuch(self._let_rest(job, limit)))
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

    def _let_rest(self, job: _Job, limit: OverLimit) -> float:
        # The clock's limit says as much of the machine as of the template.
        seconds = _REST_OF_OWN if job.order.template is not None and not limit.by_the_clock else _REST
        with self._lock:
            self._resting[job.key] = time.monotonic() + seconds
        if self._cache:
            self._cache.mark(job.key, seconds)
        return seconds

    def _forget(self, job: _Job) -> None:
        with self._lock:
            if self._under_way.get(job.key) is job:
                del self._under_way[job.key]


def _busy(retry_after: int = 2) -> Unavailable:
    PAPERS.add("busy")
    return Unavailable(_BUSY, retry_after=retry_after)


def _tell(message: str, job: _Job, reason: str) -> None:
    log.warning(message, extra={"fields": {**job.order.whose(), "reason": reason}})
