"""The page of a shared invoice, for customers who have its link and nothing else."""

from collections.abc import Callable

import falcon

from app.errors import DomainError, NotFound, RateLimited
from app.identity.caller import token_hash
from app.postgres.database import Database, Transaction
from app.printing.printed import print_paper
from app.printing.workers.queue import PrintQueue
from app.sharing.link_limits import LinkLimits
from app.sharing.link_tokens import is_link_token
from app.sharing.page import POLICY, invoice_page, message_page
from app.sharing.share_links import SharedInvoice, count_view, follow
from app.sharing.visitors import is_look
from resources.papers import answer_pdf
from resources.serving.errors import status_of
from resources.serving.requests import is_id

_HEADERS = (
    ("Content-Security-Policy", POLICY),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
    ("X-Robots-Tag", "noindex, nofollow, noarchive"),
)
# Browsers show PDFs by means of their own, which the policy of the page would forbid.
_POLICY_OF_PDFS = "frame-ancestors 'none'"
_NOTHING = (
    "There is nothing here",
    "The link is wrong, or it has ended. Ask whoever sent it to you for a new one.",
)
_TOO_OFTEN = "Too many requests", "Please try again in a minute."
_BUSY = "Not now", "The page cannot be shown at the moment. Please try again in a minute."


class SharePages:
    """The page of a shared invoice, and its PDF. Neither sets a cookie. All wrong links get the same answer."""

    def __init__(self, database: Database, queue: PrintQueue, limits: LinkLimits) -> None:
        self._database, self._queue, self._limits = database, queue, limits

    def on_get(self, req: falcon.Request, resp: falcon.Response, organization: str, token: str) -> None:
        """Answer the page, and count who looks."""
        self._show(req, resp, organization, token)

    def on_head(self, req: falcon.Request, resp: falcon.Response, organization: str, token: str) -> None:
        """Answer the headers of the page."""
        self._show(req, resp, organization, token)

    def on_get_pdf(self, req: falcon.Request, resp: falcon.Response, organization: str, token: str) -> None:
        """Answer the PDF."""

        def work(tx: Transaction) -> SharedInvoice:
            hashed = _hash_of(organization, token)
            shared = follow(tx, organization, hashed)
            self._limits.count_paper(hashed)
            return shared

        def show(shared: SharedInvoice) -> None:
            answer_pdf(resp, shared.job, print_paper(self._queue, shared.job, for_visitor=True))
            resp.set_header("Content-Security-Policy", _POLICY_OF_PDFS)

        self._answer(req, resp, work, show)

    def _show(self, req: falcon.Request, resp: falcon.Response, organization: str, token: str) -> None:
        def work(tx: Transaction) -> SharedInvoice:
            hashed = _hash_of(organization, token)
            shared = follow(tx, organization, hashed)
            self._limits.count_page(hashed)
            if is_look(req.method, req.headers):
                count_view(tx, shared.job.id)
            return shared

        def show(shared: SharedInvoice) -> None:
            resp.content_type = falcon.MEDIA_HTML
            resp.data = invoice_page(shared, req.path)

        self._answer(req, resp, work, show)

    def _answer(
        self,
        req: falcon.Request,
        resp: falcon.Response,
        work: Callable[[Transaction], SharedInvoice],
        show: Callable[[SharedInvoice], None],
    ) -> None:
        resp.set_headers(_HEADERS)
        try:
            show(self._database.run(work, request_id=req.context.request_id))
        except DomainError as problem:
            refuse_page(resp, problem)


def refuse_page(resp: falcon.Response, problem: DomainError) -> None:
    """Answer a page instead of an error in the envelope: a person reads it."""
    told = {NotFound: _NOTHING, RateLimited: _TOO_OFTEN}.get(type(problem), _BUSY)
    resp.set_headers(_HEADERS)
    if problem.retry_after is not None:
        resp.set_header("Retry-After", str(problem.retry_after))
    resp.status = status_of(problem)
    resp.content_type = falcon.MEDIA_HTML
    resp.data = message_page(*told)


def _hash_of(organization: str, token: str) -> str:
    """Return the hash of a token. Raise NotFound for what cannot be a link."""
    if not is_id(organization) or not is_link_token(token):
        raise NotFound
    return token_hash(token)
