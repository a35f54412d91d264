"""Invoices over HTTP."""

import falcon

from app.errors import NotFound
from app.postgres.database import Row, Transaction
from app.sales import invoices
from app.sales.calculation import calculate
from app.schemas.answers.invoices import Invoice
from app.schemas.invoices import InvoiceBody
from resources.serving.answers import answer, answer_record, envelope
from resources.serving.bodies import json_object
from resources.serving.lists import serve_list
from resources.serving.requests import Requests, is_id
from resources.serving.writes import answer_write


class Invoices:
    """The collection, one invoice, and the moves of its state."""

    def __init__(self, requests: Requests) -> None:
        self.requests = requests
        self.body = InvoiceBody().answered_as(Invoice)

    def on_get_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer one page of invoices, without lines."""
        serve_list(self.requests, "invoices", req, resp)

    def on_post_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Create an invoice as DRAFT or SENT."""

        def create(tx: Transaction) -> Row:
            return invoices.WRITES.create_one(tx, self.body.create(json_object(req)))

        answer_write(self.requests, req, resp, create, status=201)

    def on_post_calculate(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the figures that the invoice would have; nothing is written."""

        def work(tx: Transaction) -> bytes:
            return envelope(calculate(tx, self.body.create(json_object(req))), tx.warnings)

        resp.data = self.requests.run(req, work)

    def on_get_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer one invoice with its lines."""
        answer_record(resp, self.requests.run(req, lambda tx: invoices.read(tx, id)))

    def on_patch_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Edit a draft or an unsettled invoice."""

        def change(tx: Transaction) -> Row:
            sent = json_object(req)
            customer_id = sent.get("customerId")
            named = customer_id if isinstance(customer_id, str) and is_id(customer_id) else None
            current = invoices.lock_for_edit(tx, id, named)
            return invoices.change(tx, current, self.body.change(sent))

        answer_write(self.requests, req, resp, change)

    def on_delete_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Delete a draft."""
        self.requests.run(req, lambda tx: invoices.delete(tx, id))
        answer(resp, {"ok": True})

    def on_get_payments(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer what payments settled of the invoice; an empty list where the path names none."""
        try:
            answer(resp, self.requests.run(req, lambda tx: invoices.payments(tx, id)))
        except NotFound:
            answer(resp, [])

    def on_post_void(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Void an issued invoice."""
        answer_write(self.requests, req, resp, lambda tx: invoices.void(tx, id))

    def on_post_send(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Send a draft."""
        answer_write(self.requests, req, resp, lambda tx: invoices.send(tx, id))
