"""Share links over HTTP: made and ended by callers of the interface."""

import falcon

from app.errors import Conflict
from app.identity.caller import token_hash
from app.limits.addresses import Addresses
from app.lists.record_reading import version_at
from app.postgres.database import Row, Transaction
from app.schemas.share_links import ShareBody
from app.sharing.link_tokens import link_token, new_nonce
from app.sharing.share_links import end_links, find_invoice, make_link
from resources.serving.answers import answer
from resources.serving.bodies import json_object
from resources.serving.requests import Requests, bearer_of
from resources.serving.transport import public_address
from resources.serving.writes import answer_write

#: Where pages of shared invoices are, below the root.
PATH = "/share"
_OF_ANOTHER = (
    "This key made a link for another token, which alone can see it again; make one under a new key."
)


class InvoiceSharing:
    """The links to an invoice."""

    def __init__(self, requests: Requests, addresses: Addresses, public_url: str | None) -> None:
        """public_url: scheme and host of links; None for those that the caller used."""
        self.requests, self.addresses, self.public_url = requests, addresses, public_url
        self.body = ShareBody()

    def on_post(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Make a link. Its token is in the answer alone: the reply that is stored under an Idempotency-Key lacks it."""

        def make(tx: Transaction) -> Row:
            sent = json_object(req) if req.context.body.size else {}
            invoice = find_invoice(tx, id)
            days = self.body.create(sent)["days"]
            address = public_address(req, self.addresses, self.public_url)
            nonce = new_nonce()
            hashed = token_hash(link_token(bearer_of(req), nonce))
            expires_at = make_link(tx, invoice, hashed, days)
            page = f"{address}{PATH}/{tx.organization_id}"
            version = version_at(invoice["updated_at"])
            return {
                "page": page,
                "nonce": nonce,
                "tokenHash": hashed,
                "expiresAt": expires_at,
                "version": version,
            }

        def reveal(kept: Row) -> Row:
            # A link leaves the invoice as it was.
            link = _link(bearer_of(req), kept)
            resp.etag = falcon.ETag(kept["version"])
            return link

        answer_write(self.requests, req, resp, make, is_version=False, reveal=reveal)

    def on_delete(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """End every link."""
        self.requests.run(req, lambda tx: end_links(tx, id))
        answer(resp, {"deleted": True})


def _link(bearer: str, kept: Row) -> Row:
    """Return the answer for a stored reply. Raise Conflict for another token than the one that made the link."""
    token = link_token(bearer, kept["nonce"])
    if token_hash(token) != kept["tokenHash"]:
        raise Conflict(_OF_ANOTHER)
    return {"url": f"{kept['page']}/{token}", "expiresAt": kept["expiresAt"]}
