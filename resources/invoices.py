"""Invoices over HTTP (spec 4.6)."""

import falcon

from app.database import Row, Transaction
from app.sales import invoices
from app.schemas.invoices import Invoice
from resources.answers import answer, answer_list
from resources.bodies import json_object
from resources.desk import Desk
from resources.windows import window_of


class Invoices:
    """The collection, one invoice, and the moves of its state."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.body = Invoice()

    def on_get_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer one page of invoices, without lines."""

        def work(tx: Transaction) -> None:
            window = window_of(req)
            rows, total = invoices.page(tx, window.limit, window.offset)
            answer_list(resp, rows, window, total)

        self.desk.serve(req, work)

    def on_post_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Create an invoice as DRAFT or SENT."""

        def work(tx: Transaction) -> Row:
            return invoices.create(tx, self.body.create(json_object(req)))

        answer(resp, self.desk.serve(req, work), 201)

    def on_get_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer one invoice with its lines."""
        answer(resp, self.desk.serve(req, lambda tx: invoices.get(tx, id)))

    def on_post_send(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Send a draft."""
        answer(resp, self.desk.serve(req, lambda tx: invoices.send(tx, id)))
