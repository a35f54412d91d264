"""The queue of print jobs. A renderer process works it off while the service answers other requests.

Equal jobs are rendered once. PDFs are cached. A job that would wait too long is refused.
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
from app.printing.content.paper import PrintJob
from app.printing.pdf.build_digest import build_digest
from app.printing.pdf.faults import TemplateFault
from app.printing.workers import protocol
from app.printing.workers.cache import Cache
from app.printing.workers.confinement import MEMORY
from app.printing.workers.render_worker import OverLimit, RenderWorker, WorkerDied
from app.telemetry.metrics import PAPERS, PAPERS_WAITING, RENDER_SECONDS

log = logging.getLogger(__name__)

__all__ = ["PrintQueue", "RenderLimitExceeded", "TemplateFault"]

# Jobs that may wait, of all organizations and of one, and the seconds after which a waiting job is refused.
_MOST_WAITING = 8
_MOST_WAITING_OF_ONE = _MOST_WAITING // 2
_LONGEST_WAIT = 5.0
# A job that has begun is waited for, times the processor time that it may take: a little longer than it takes on a
# machine with nothing else to do. It is rendered to its end, and cached, even if nobody waits any more.
_RENDER_WAIT = 1.5
_RETRY_AFTER_RENDER_WAIT = 5
# Seconds for which a job that exceeded a limit is not tried again. Longer with an organization's own template, instead
# of which the built-in one is used meanwhile.
_BLOCK = 60
_BLOCK_OWN_TEMPLATE = 3600
_BUSY = "Other documents are being printed; try again."


class RenderLimitExceeded(Unavailable):
    """The document takes more time or memory to render than it may. `seconds` is when to try again."""

    def __init__(self, seconds: float) -> None:
        sentence = "The document takes more time or memory to print than it may."
        super().__init__(sentence, retry_after=max(1, round(seconds)))


@dataclass(frozen=True)
class _QueuedJob:
    """A job in the queue, and its result."""

    key: str
    job: PrintJob
    done: "Future[bytes]" = field(default_factory=Future)


class PrintQueue:
    """Renders the jobs of one process of the service.

    seconds: processor time for one job. memory: bytes for the renderer. cache: None to cache nothing.
    render_wait: seconds to wait for a job that has begun; None for 1.5 times `seconds`.
    processors: those that the renderer may use; None for those of this process.
    """

    def __init__(
        self,
        *,
        seconds: float = 10.0,
        memory: int = MEMORY,
        cache: Cache | None = None,
        render_wait: float | None = None,
        processors: frozenset[int] | None = None,
    ) -> None:
        self._cache = cache
        self._render_wait = _RENDER_WAIT * seconds if render_wait is None else render_wait
        self._worker = RenderWorker(seconds, memory, processors)
        self._thread: Thread | None = None
        self._entries: SimpleQueue[_QueuedJob | None] = SimpleQueue()
        self._lock = Lock()
        self._unfinished: dict[str, _QueuedJob] = {}
        self._waiting: dict[Future[bytes], str | None] = {}
        self._blocked_until: dict[str, float] = {}
        self._closed = False

    @classmethod
    def configured(cls, settings: Settings) -> "PrintQueue":
        """Return a queue with the limits and the cache of the settings."""
        cache = Cache(settings.pdf_cache, settings.pdf_cache_bytes) if settings.pdf_cache else None
        return cls(seconds=settings.pdf_seconds, cache=cache, processors=settings.pdf_processors)

    def pdf(self, job: PrintJob) -> bytes:
        """Return the PDF. Raises TemplateFault, RenderLimitExceeded, or Unavailable where the queue is too long."""
        key = hashlib.sha256(build_digest() + job.digest()).hexdigest()
        cached = self._cache and self._cache.get(key)
        if cached:
            PAPERS.add("cached")
            return cached
        self._require_unblocked(key)
        return self._await(self._enter(_QueuedJob(key, job)))

    def close(self) -> None:
        """End the renderer. Unfinished jobs are refused."""
        with self._lock:
            self._closed = True
            thread, self._thread = self._thread, None
        self._worker.close()
        if thread:
            self._entries.put(None)
            thread.join(_LONGEST_WAIT)

    def _enter(self, entry: _QueuedJob) -> _QueuedJob:
        """Add an entry to the queue. Return it, or the unfinished one of an equal job."""
        with self._lock:
            if entry.key in self._unfinished:
                return self._unfinished[entry.key]
            self._require_room(entry.job.organization)
            self._unfinished[entry.key] = entry
            self._entries.put(entry)
            self._waiting[entry.done] = entry.job.organization
            PAPERS_WAITING.change(1)
            # Started with the first job: gunicorn forks before, and many processes print nothing.
            if self._thread is None:
                self._thread = Thread(target=self._work, daemon=True)
                self._thread.start()
            return entry

    def _require_unblocked(self, key: str) -> None:
        now = time.monotonic()
        with self._lock:
            self._blocked_until = {job: until for job, until in self._blocked_until.items() if until > now}
            seconds = self._blocked_until.get(key, now) - now
        # Another process may have tried the same job.
        seconds = seconds or (self._cache.blocked_seconds(key) if self._cache else 0)
        if seconds:
            raise RenderLimitExceeded(seconds)

    def _require_room(self, organization: str | None) -> None:
        of_one = list(self._waiting.values()).count(organization)
        if self._closed or of_one >= _MOST_WAITING_OF_ONE or len(self._waiting) >= _MOST_WAITING:
            raise _busy()

    def _await(self, entry: _QueuedJob) -> bytes:
        try:
            return entry.done.result(_LONGEST_WAIT)
        except CancelledError:
            raise _busy() from None
        except TimeoutError:
            if entry.done.cancel():
                self._stop_waiting(entry)
                self._finish(entry)
                raise _busy() from None
        try:
            return entry.done.result(self._render_wait)
        except TimeoutError:
            raise _busy(_RETRY_AFTER_RENDER_WAIT) from None

    def _work(self) -> None:
        while entry := self._entries.get():
            # A job that was refused meanwhile is skipped.
            if entry.done.set_running_or_notify_cancel():
                self._stop_waiting(entry)
                self._render(entry)
            self._finish(entry)
        self._worker.end()

    def _stop_waiting(self, entry: _QueuedJob) -> None:
        with self._lock:
            if entry.done in self._waiting:
                del self._waiting[entry.done]
                PAPERS_WAITING.change(-1)

    def _render(self, entry: _QueuedJob) -> None:
        began = time.monotonic()
        try:
            pdf = self._worker.render(protocol.encode_paper(entry.job.paper()), entry.job.log_fields())
        except OverLimit as limit:
            PAPERS.add("failed")
            _warn("a paper is over a limit", entry, str(limit))
            entry.done.set_exception(RenderLimitExceeded(self._block(entry, limit)))
        except WorkerDied:
            PAPERS.add("failed")
            if not self._closed:
                _warn("a paper could not be printed", entry, "the renderer died, twice")
            entry.done.set_exception(Unavailable(_BUSY, retry_after=2))
        except BaseException as error:  # a fault of the template or of this program: passed on to the request
            PAPERS.add("failed")
            entry.done.set_exception(error)
        else:
            PAPERS.add("rendered")
            RENDER_SECONDS.observe(time.monotonic() - began)
            entry.done.set_result(pdf)
            if self._cache:
                self._cache.put(entry.key, pdf)

    def _block(self, entry: _QueuedJob, limit: OverLimit) -> float:
        """Refuse equal jobs for some time, in all processes; return for how many seconds."""
        # A limit by the clock may be exceeded because the machine is busy.
        own = entry.job.template is not None and not limit.by_clock
        seconds = _BLOCK_OWN_TEMPLATE if own else _BLOCK
        with self._lock:
            self._blocked_until[entry.key] = time.monotonic() + seconds
        if self._cache:
            self._cache.block(entry.key, seconds)
        return seconds

    def _finish(self, entry: _QueuedJob) -> None:
        with self._lock:
            if self._unfinished.get(entry.key) is entry:
                del self._unfinished[entry.key]


def _busy(retry_after: int = 2) -> Unavailable:
    PAPERS.add("busy")
    return Unavailable(_BUSY, retry_after=retry_after)


def _warn(message: str, entry: _QueuedJob, reason: str) -> None:
    log.warning(message, extra={"fields": {**entry.job.log_fields(), "reason": reason}})
