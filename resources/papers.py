"""The resources of PDFs: documents with lines, and statements of account."""

import logging
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import quote

import falcon

from app.errors import Unavailable
from app.printing.content.paper import PaperKind, PrintJob
from app.printing.jobs import document_job, statement_job
from app.printing.workers.queue import PrintQueue, RenderLimitExceeded, TemplateFault
from resources.serving.query_params import parse_dates
from resources.serving.requests import Requests

log = logging.getLogger(__name__)


class Papers:
    """Documents that are answered as PDF.

    A document is read in the request's transaction and rendered after it, so no connection waits for a renderer.
    """

    def __init__(self, requests: Requests, queue: PrintQueue) -> None:
        self.requests = requests
        self.queue = queue

    def _answer(self, req: falcon.Request, resp: falcon.Response, job: PrintJob) -> None:
        answer_pdf(resp, job, print_paper(self.queue, job))


class DocumentPapers(Papers):
    """Documents with lines of one kind."""

    def __init__(self, requests: Requests, queue: PrintQueue, kind: PaperKind) -> None:
        super().__init__(requests, queue)
        self.kind = kind

    def on_get(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer a document as PDF."""
        self._answer(req, resp, self.requests.run(req, lambda tx: document_job(tx, self.kind, id)))


class StatementPapers(Papers):
    """Customers' statements of account."""

    def on_get(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer a customer's statement of account as PDF."""
        self._answer(req, resp, self.requests.run(req, lambda tx: statement_job(tx, id, parse_dates(req))))


def answer_pdf(resp: falcon.Response, job: PrintJob, pdf: bytes) -> None:
    """Answer a PDF under the name of its document."""
    resp.data = pdf
    resp.content_type = "application/pdf"
    resp.set_header("Content-Disposition", disposition(job))


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


def disposition(job: PrintJob) -> str:
    """Return the Content-Disposition of a PDF: its name in ASCII, and in full for clients that know RFC 5987."""
    fallback = f"{job.kind}-{job.id[-8:]}"
    name = _file_name(character if _is_safe(character) else "-" for character in job.name) or fallback
    ascii_name = _file_name(character if character.isascii() else "-" for character in name) or fallback
    return f"inline; filename=\"{ascii_name}.pdf\"; filename*=UTF-8''{quote(name, safe='')}.pdf"


def _file_name(characters: Iterable[str]) -> str:
    """Return at most 100 characters, without repeated hyphens or punctuation at the ends."""
    return re.sub(r"-{2,}", "-", "".join(characters)).strip("-._")[:100]


def _is_safe(character: str) -> bool:
    """Return whether every file system allows the character: a letter, digit or accent, or one of `._-`."""
    return character in "._-" or unicodedata.category(character)[0] in "LNM"
