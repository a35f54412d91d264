"""The resources of PDFs: documents with lines, and statements of account."""

from urllib.parse import quote

import falcon

from app.printing.content.paper import PaperKind, PrintJob
from app.printing.jobs import document_job, statement_job
from app.printing.printed import file_name, fitting, plain_name, print_paper
from app.printing.workers.queue import PrintQueue
from resources.serving.query_params import parse_dates
from resources.serving.requests import Requests


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
        self._answer(req, resp, self.requests.read(req, lambda tx: document_job(tx, self.kind, id)))


class StatementPapers(Papers):
    """Customers' statements of account."""

    def on_get(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer a customer's statement of account as PDF."""
        self._answer(req, resp, self.requests.read(req, lambda tx: statement_job(tx, id, parse_dates(req))))


def answer_pdf(resp: falcon.Response, job: PrintJob, pdf: bytes) -> None:
    """Answer a PDF under the name of its document."""
    resp.data = pdf
    resp.content_type = "application/pdf"
    resp.set_header("Content-Disposition", disposition(job))


def disposition(job: PrintJob) -> str:
    """Return the Content-Disposition of a PDF: its name in ASCII, and in full for clients that know RFC 5987."""
    name = file_name(job)
    ascii_name = fitting(
        "".join(character if character.isascii() else "-" for character in name)
    ) or plain_name(job)
    return f"inline; filename=\"{ascii_name}.pdf\"; filename*=UTF-8''{quote(name, safe='')}.pdf"
