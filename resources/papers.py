"""Documents as PDF over HTTP (spec 4.6, 4.9)."""

import logging
import re
import unicodedata
from dataclasses import replace
from urllib.parse import quote

import falcon

from app.errors import Unavailable
from app.printing.paper import Paper
from app.printing.press import Press, TemplateFault
from app.printing.reading import invoice_paper, statement_paper
from resources.desk import Desk
from resources.windows import days_of

log = logging.getLogger(__name__)


class Papers:
    """The invoice and the customer's statement.

    A paper is read in the request's transaction and printed after it: no connection waits for a printer.
    """

    def __init__(self, desk: Desk, press: Press) -> None:
        self.desk = desk
        self.press = press

    def on_get_invoice(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer an invoice as PDF."""
        self._answer(req, resp, self.desk.serve(req, lambda tx: invoice_paper(tx, id)))

    def on_get_statement(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer a customer's statement of account as PDF."""
        self._answer(req, resp, self.desk.serve(req, lambda tx: statement_paper(tx, id, days_of(req))))

    def _answer(self, req: falcon.Request, resp: falcon.Response, paper: Paper) -> None:
        try:
            resp.data = self.press.pdf(paper)
        except TemplateFault as fault:
            _tell(req, paper, fault)
            resp.data = self._plain(req, paper)
        resp.content_type = "application/pdf"
        resp.set_header("Content-Disposition", disposition(f"{file_name(paper.name)}.pdf"))

    def _plain(self, req: falcon.Request, paper: Paper) -> bytes:
        """The paper by the built-in template: a customer waits for it, whatever is wrong with the organization's."""
        try:
            return self.press.pdf(replace(paper, template=None))
        except TemplateFault as fault:
            _tell(req, paper, fault)
            raise Unavailable("The document cannot be printed.", retry_after=3600) from fault


def _tell(req: falcon.Request, paper: Paper, fault: TemplateFault) -> None:
    fields = {
        "organization": req.context.caller.organization_slug,
        "kind": paper.kind,
        "name": paper.name,
        "line": fault.line,
        "reason": fault.message,
        "request_id": req.context.request_id,
    }
    log.error("a paper could not be printed with its template", extra={"fields": fields})


def file_name(name: str) -> str:
    """What a document is called, as every file system takes it: letters, digits, marks, dots and hyphens."""
    kept = "".join(character if _is_plain(character) else "-" for character in name)
    return re.sub(r"-{2,}", "-", kept).strip("-.")[:100] or "document"


def _is_plain(character: str) -> bool:
    return character in "._-" or unicodedata.category(character)[0] in "LNM"


def disposition(name: str) -> str:
    """Content-Disposition: in ASCII for every client, and as it is (RFC 5987) for those that read it."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name)
    return f"inline; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
