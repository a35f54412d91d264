"""The queue of print jobs. Renderer processes work it off while the service answers other requests.

Equal jobs are rendered once. PDFs are cached. Organizations take turns, and one never has more than half of the
renderers; each has a budget of processor time. A job that would wait too long is refused.
"""

import hashlib
import logging
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition, Thread

from app.config import Settings
from app.errors import RateLimited, Unavailable
from app.limits.budget import Budget
from app.limits.table import RateTable
from app.printing.content.paper import PrintJob
from app.printing.pdf.build_digest import build_digest
from app.printing.pdf.faults import TemplateFault
from app.printing.workers import protocol
from app.printing.workers.cache import Cache, owner_of_key
from app.printing.workers.confinement import MEMORY
from app.printing.workers.fair_queue import FairQueue
from app.printing.workers.render_worker import OverLimit, RenderWorker, WorkerDied
from app.telemetry.metrics import PAPERS, PAPERS_WAITING, RENDER_SECONDS

log = logging.getLogger(__name__)

__all__ = ["PrintQueue", "RenderLimitExceeded", "TemplateFault"]

# Renderers: one for an organization, one for another.
_RENDERERS = 2
# Jobs that may wait, of all organizations and of one. An organization that has none waiting finds room beyond that, or
# two others could shut it out.
_MOST_WAITING = 8
_MOST_WAITING_OF_ONE = _MOST_WAITING // 2
_MOST_WAITING_OF_VISITORS = _MOST_WAITING_OF_ONE // 2
_MOST_WAITING_WITH_FIRST_ONES = 32
# Requests of one organization that may wait, also for one and the same paper: each holds a thread of the service.
_MOST_ASKING_OF_ONE = 16
# Seconds after which a waiting job is refused.
_LONGEST_WAIT = 5.0
# A job that has begun is waited for, times the processor time that it may take: a little longer than it takes on a
# machine with nothing else to do. It is rendered to its end, and cached, even if nobody waits any more.
_RENDER_WAIT = 1.5
_RETRY_AFTER_RENDER_WAIT = 5
# Seconds for which a job that exceeded a limit is not tried again. Longer with an organization's own template, instead
# of which the built-in one is used meanwhile.
_BLOCK = 60
_BLOCK_OWN_TEMPLATE = 3600
# The budget of an organization and minute, times the processor time that one paper may take: 30 seconds, which print
# some hundred invoices, and half of what one processor has.
_BUDGET = 3
# The part of the budget that visitors leave to the organization itself.
_KEPT_FROM_VISITORS = 0.5
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

    seconds: processor time for one job. memory: bytes for a renderer. cache: None to cache nothing.
    render_wait: seconds to wait for a job that has begun; None for 1.5 times `seconds`.
    processors: those that renderers may use; None for those of this process.
    budget: what each organization may spend; None for any processor time.
    """

    def __init__(
        self,
        *,
        seconds: float = 10.0,
        memory: int = MEMORY,
        cache: Cache | None = None,
        render_wait: float | None = None,
        processors: frozenset[int] | None = None,
        budget: Budget | None = None,
    ) -> None:
        self._cache = cache
        self._budget = budget
        self._render_wait = _RENDER_WAIT * seconds if render_wait is None else render_wait
        self._workers = [RenderWorker(seconds, memory, processors) for _ in range(_RENDERERS)]
        self._threads: list[Thread] = []
        # Renderers without a job. The process of each is started with its first one.
        self._idle = set(self._workers)
        self._waiting: FairQueue[_QueuedJob] = FairQueue()
        self._changed = Condition()
        self._unfinished: dict[str, _QueuedJob] = {}
        self._asking: Counter[str | None] = Counter()
        self._blocked_until: dict[str, float] = {}
        self._closed = False

    @classmethod
    def configured(cls, settings: Settings, table: RateTable) -> "PrintQueue":
        """Return a queue with the limits and the cache of the settings; what is spent is counted in the table."""
        return cls(
            seconds=settings.pdf_timeout,
            cache=Cache(settings.pdf_cache, settings.pdf_cache_bytes) if settings.pdf_cache else None,
            processors=settings.pdf_processors,
            budget=Budget(table, _BUDGET * settings.pdf_timeout),
        )

    def pdf(self, job: PrintJob, *, for_visitor: bool = False) -> bytes:
        """Return the PDF. A visitor, who has no token, finds a part of the organization's room and budget.

        Raises TemplateFault, RenderLimitExceeded, RateLimited where the organization's budget is spent, or Unavailable
        where the queue is too long.
        """
        key = owner_of_key(job.organization) + hashlib.sha256(build_digest() + job.digest()).hexdigest()
        cached = self._cache and self._cache.get(key)
        if cached:
            PAPERS.add("cached")
            return cached
        self._require_unblocked(key)
        self._require_budget(job.organization, _KEPT_FROM_VISITORS if for_visitor else 0)
        most = _MOST_WAITING_OF_VISITORS if for_visitor else _MOST_WAITING_OF_ONE
        with self._asking_for(job.organization):
            return self._await(self._enter(_QueuedJob(key, job), most))

    def close(self) -> None:
        """End the renderers. Unfinished jobs are refused."""
        with self._changed:
            self._closed = True
            threads, self._threads = self._threads, []
            self._changed.notify_all()
        for worker in self._workers:
            worker.close()
        for thread in threads:
            thread.join(_LONGEST_WAIT)

    def _enter(self, entry: _QueuedJob, most_of_one: int = _MOST_WAITING_OF_ONE) -> _QueuedJob:
        """Add an entry to the queue. Return it, or the unfinished one of an equal job."""
        with self._changed:
            if entry.key in self._unfinished:
                return self._unfinished[entry.key]
            self._require_room(entry.job.organization, most_of_one)
            self._unfinished[entry.key] = entry
            self._waiting.add(entry.job.organization, entry)
            PAPERS_WAITING.change(1)
            # Started with the first job: gunicorn forks before, and many processes print nothing.
            if not self._threads:
                for worker in self._workers:
                    self._threads.append(Thread(target=self._work, args=(worker,), daemon=True))
                    self._threads[-1].start()
            self._changed.notify_all()
            return entry

    def _require_unblocked(self, key: str) -> None:
        now = time.monotonic()
        with self._changed:
            self._blocked_until = {job: until for job, until in self._blocked_until.items() if until > now}
            seconds = self._blocked_until.get(key, now) - now
        # Another process may have tried the same job.
        seconds = seconds or (self._cache.blocked_seconds(key) if self._cache else 0)
        if seconds:
            raise RenderLimitExceeded(seconds)

    def _require_budget(self, organization: str | None, kept: float) -> None:
        wait = self._budget.wait(organization, kept=kept) if self._budget and organization else 0
        if wait:
            PAPERS.add("limited")
            raise RateLimited("Printing takes too much of the processors; wait a moment.", retry_after=wait)

    @contextmanager
    def _asking_for(self, organization: str | None) -> Iterator[None]:
        with self._changed:
            if self._asking[organization] >= _MOST_ASKING_OF_ONE:
                raise _busy()
            self._asking[organization] += 1
        try:
            yield
        finally:
            with self._changed:
                self._asking -= Counter([organization])

    def _require_room(self, organization: str | None, most_of_one: int) -> None:
        of_one = self._waiting.of(organization)
        most = _MOST_WAITING if of_one else _MOST_WAITING_WITH_FIRST_ONES
        if self._closed or of_one >= most_of_one or len(self._waiting) >= most:
            raise _busy()

    def _await(self, entry: _QueuedJob) -> bytes:
        try:
            return entry.done.result(_LONGEST_WAIT)
        except CancelledError:
            raise _busy() from None
        except TimeoutError:
            if entry.done.cancel():
                self._give_up(entry)
                raise _busy() from None
        try:
            return entry.done.result(self._render_wait)
        except TimeoutError:
            raise _busy(_RETRY_AFTER_RENDER_WAIT) from None

    def _give_up(self, entry: _QueuedJob) -> None:
        """Take a job that nobody waits for any more out of the queue."""
        with self._changed:
            if self._waiting.remove(entry.job.organization, entry):
                PAPERS_WAITING.change(-1)
        self._finish(entry)

    def _work(self, worker: RenderWorker) -> None:
        while entry := self._next(worker):
            # The request that waited for it may have given up at this moment.
            if entry.done.set_running_or_notify_cancel():
                self._render(entry, worker)
            with self._changed:
                self._waiting.done(entry.job.organization)
                self._changed.notify_all()
            self._finish(entry)
        worker.end()

    def _next(self, worker: RenderWorker) -> _QueuedJob | None:
        """Wait for a job for a renderer; None where the queue is closed."""
        with self._changed:
            self._idle.add(worker)
            while not self._closed:
                # The second one prints only while the first does: it may never have to be started.
                first = next(each for each in self._workers if each in self._idle)
                entry = self._waiting.take() if worker is first else None
                if entry:
                    self._idle.remove(worker)
                    self._changed.notify_all()
                    PAPERS_WAITING.change(-1)
                    return entry
                self._changed.wait()
            for entry in self._waiting:
                entry.done.cancel()
            return None

    def _render(self, entry: _QueuedJob, worker: RenderWorker) -> None:
        began = time.monotonic()
        try:
            pdf = worker.render(protocol.encode_paper(entry.job.paper()), entry.job.log_fields())
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
        if self._budget and entry.job.organization:
            self._budget.spend(entry.job.organization, worker.spent)

    def _block(self, entry: _QueuedJob, limit: OverLimit) -> float:
        """Refuse equal jobs for some time, in all processes; return for how many seconds."""
        # A limit by the clock may be exceeded because the machine is busy.
        own = entry.job.template is not None and not limit.by_clock
        seconds = _BLOCK_OWN_TEMPLATE if own else _BLOCK
        with self._changed:
            self._blocked_until[entry.key] = time.monotonic() + seconds
        if self._cache:
            self._cache.block(entry.key, seconds)
        return seconds

    def _finish(self, entry: _QueuedJob) -> None:
        with self._changed:
            if self._unfinished.get(entry.key) is entry:
                del self._unfinished[entry.key]


def _busy(retry_after: int = 2) -> Unavailable:
    PAPERS.add("busy")
    return Unavailable(_BUSY, retry_after=retry_after)


def _warn(message: str, entry: _QueuedJob, reason: str) -> None:
    log.warning(message, extra={"fields": {**entry.job.log_fields(), "reason": reason}})
