"""The resource of payments received."""

import falcon

from app.sales import payments_received
from app.schemas.payments_received import PaymentReceivedBody
from resources.serving.answers import answer
from resources.serving.idempotency import answer_once
from resources.serving.lists import serve_list
from resources.serving.requests import Requests


class PaymentsReceived:
    """The routes of payments received: `list` for the collection, `record` for one payment."""

    def __init__(self, requests: Requests) -> None:
        self.requests = requests
        self.body = PaymentReceivedBody()

    def on_get_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer one page of payments, without allocations."""
        serve_list(self.requests, "payments_received", req, resp)

    def on_post_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Record a payment."""
        answer_once(self.requests, req, resp, self.body, payments_received.create_one)

    def on_get_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer one payment with its allocations."""
        answer(resp, self.requests.run(req, lambda tx: payments_received.read(tx, id)))

    def on_delete_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Delete a payment and its allocations."""
        self.requests.run(req, lambda tx: payments_received.delete(tx, id))
        answer(resp, {"ok": True})
