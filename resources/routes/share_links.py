"""The routes of share links."""

from app.limits.addresses import Addresses
from app.schemas.answers.outcomes import Deleted
from app.schemas.answers.share_links import ShareLink
from resources.routes.bulk import ONCE
from resources.routes.invoices import INVOICE_RECORD
from resources.routes.operations import Answer, Operation, Route
from resources.serving.requests import Requests
from resources.share_links import InvoiceSharing


def sharing_routes(requests: Requests, addresses: Addresses, public_url: str | None) -> list[Route]:
    """Return the routes of the links to an invoice."""
    sharing = InvoiceSharing(requests, addresses, public_url)
    share = Operation(
        id="shareInvoice",
        tag=INVOICE_RECORD.heading,
        summary="Make a link to an invoice",
        permission=INVOICE_RECORD.permission("send"),
        answer=Answer(ShareLink),
        says="Everybody who has the link sees the invoice, what is open of it, a QR code to pay by UPI and the PDF, "
        "without logging in. It is answered once: only a hash of it is stored. It ends after `days`, left out 30 days "
        "after the due date or 30 days from now, whichever is later; while the invoice is void or a draft it shows "
        "nothing. Another link leaves those before it alone. `conflict` for a draft or a void invoice, and where the "
        f"operator has not set the address of the service. {ONCE}",
        body=sharing.body,
        example={"days": 30},
        errors=("conflict",),
        body_left_out=True,
    )
    end = Operation(
        id="endInvoiceLinks",
        tag=INVOICE_RECORD.heading,
        summary="End the links to an invoice",
        permission=INVOICE_RECORD.permission("send"),
        answer=Answer(Deleted),
        says="All of them, at once. It is no error where there is none.",
    )
    return [Route("/invoices/{id}/share", sharing, None, {"POST": share, "DELETE": end})]
