"""Payments received over HTTP."""

import falcon

from app.postgres.database import Row, Transaction
from app.sales import payments_received
from app.schemas.payments_received import PaymentAllocationsBody
from resources.serving.bodies import json_object
from resources.serving.writes import answer_write
from resources.written_documents import RecordedDocuments

ALLOCATIONS = PaymentAllocationsBody()


class PaymentsReceived(RecordedDocuments):
    """Payments received. Beside being recorded and deleted, they are allocated."""

    def on_post_allocations(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Settle invoices with the unallocated amount of a payment."""

        def allocate(tx: Transaction) -> Row:
            sent = json_object(req)
            owner = payments_received.lock_owner(tx, id)
            return payments_received.allocate(tx, id, owner, ALLOCATIONS.create(sent)["allocations"])

        answer_write(self.requests, req, resp, allocate)
