"""Papers as they are handed out: printed, with the built-in template where the organization's own fails, and named."""

import logging
import re
import unicodedata
from dataclasses import replace

from app.errors import Unavailable
from app.printing.content.paper import PrintJob
from app.printing.workers.queue import PrintQueue, RenderLimitExceeded, TemplateFault

log = logging.getLogger(__name__)


def print_paper(queue: PrintQueue, job: PrintJob, *, for_visitor: bool = False) -> bytes:
    """Return the PDF. If the organization's template fails, log it and use the built-in template.

    Raises RenderLimitExceeded or Unavailable if the built-in template fails too, RateLimited where the organization's
    budget is spent.
    """
    try:
        return queue.pdf(job, for_visitor=for_visitor)
    except RenderLimitExceeded as limit:
        if job.template is None:
            raise
        _log_failure(job, limit.message)
    except TemplateFault as fault:
        _log_failure(job, fault.message, fault.line)
        if job.template is None:
            raise Unavailable("The document cannot be printed.", retry_after=3600) from fault
    return print_paper(queue, replace(job, template=None), for_visitor=for_visitor)


def _log_failure(job: PrintJob, reason: str, line: int | None = None) -> None:
    fields = {
        **job.log_fields(),
        "kind": job.kind,
        "line": line,
        "reason": reason,
    }
    log.error("a paper could not be printed with its template", extra={"fields": fields})


def file_name(job: PrintJob) -> str:
    """Return the name of a paper's file without its ending, which every file system allows."""
    allowed = "".join(character if _is_safe(character) else "-" for character in job.name)
    return fitting(allowed) or plain_name(job)


def plain_name(job: PrintJob) -> str:
    """Return a name in ASCII for a paper whose own name is not."""
    return f"{job.kind}-{job.id[-8:]}"


def fitting(name: str) -> str:
    """Return at most 100 characters, without repeated hyphens or punctuation at the ends."""
    return re.sub(r"-{2,}", "-", name).strip("-._")[:100]


def _is_safe(character: str) -> bool:
    """Return whether every file system allows the character: a letter, digit or accent, or one of `._-`."""
    return character in "._-" or unicodedata.category(character)[0] in "LNM"
