"""The registration of invoices and credit notes at the government's portal, and e-way bills, over HTTP."""

import falcon

from app.documents import e_invoices
from app.documents.creation import DocumentKind
from app.documents.document_writes import lock
from app.documents.e_invoices import Told
from app.postgres.database import Row, Transaction
from app.schemas.e_invoices import EInvoiceBody, EInvoiceCancelBody, EWayBillBody, EWayBillNumberBody
from resources.serving.answers import answer
from resources.serving.bodies import json_object
from resources.serving.requests import Requests
from resources.serving.writes import answer_write


class EInvoices:
    """The registration of documents of one kind."""

    def __init__(self, requests: Requests, kind: DocumentKind, told: Told) -> None:
        self.requests, self.kind, self.told = requests, kind, told
        self.body, self.why = EInvoiceBody(), EInvoiceCancelBody()

    def on_get(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer INV-01, or what keeps the portal from taking it."""
        answer(resp, self.requests.run(req, lambda tx: e_invoices.e_invoice(tx, self.told, id)))

    def on_put(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Store what the portal answered."""

        def register(tx: Transaction) -> Row:
            sent = json_object(req)
            document = lock(tx, self.kind, id)
            return e_invoices.register(tx, self.kind, document, self.body.create(sent))

        answer_write(self.requests, req, resp, register)

    def on_delete(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Mark the registration as cancelled."""

        def cancel(tx: Transaction) -> Row:
            sent = json_object(req)
            document = lock(tx, self.kind, id)
            return e_invoices.cancel(tx, self.kind, document, self.why.create(sent))

        answer_write(self.requests, req, resp, cancel)


class EWayBills:
    """The e-way bill of an invoice."""

    def __init__(self, requests: Requests, kind: DocumentKind) -> None:
        self.requests, self.kind = requests, kind
        self.carriage, self.body = EWayBillBody(), EWayBillNumberBody()

    def on_post(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer the portal's file; no record is written."""

        def work(tx: Transaction) -> Row:
            sent = json_object(req)
            return e_invoices.e_way_bill(tx, id, lambda: self.carriage.create(sent))

        answer_write(self.requests, req, resp, work, is_version=False)

    def on_put(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Store the number that the portal gave."""

        def store(tx: Transaction) -> Row:
            sent = json_object(req)
            document = lock(tx, self.kind, id)
            return e_invoices.set_e_way_bill(tx, self.kind, document, self.body.create(sent))

        answer_write(self.requests, req, resp, store)
