"""Recurring invoices over HTTP."""

from datetime import UTC, datetime, time

import falcon

from app.documents.bulk import BulkKind
from app.documents.creation import NewDocument
from app.master_data.many_records import create_each
from app.postgres.database import Row, Transaction
from app.recurring.schedules import Schedules
from app.schemas.answers.recurring_invoices import RecurringInvoice
from app.schemas.recurring_invoices import RecurringInvoiceBody
from resources.records import RecordResource
from resources.serving.answers import answer
from resources.serving.query_params import QueryParameters
from resources.serving.requests import Requests
from resources.serving.writes import answer_write

DATES, MOST_DATES = 12, 100


class RecurringInvoices(RecordResource):
    """Schedules of recurring invoices. Beside being written, they are paused, resumed and previewed."""

    def __init__(self, requests: Requests, *, can_mail: bool) -> None:
        self.schedules = Schedules(can_mail=can_mail)
        super().__init__(requests, self.schedules, RecurringInvoiceBody().answered_as(RecurringInvoice))
        self.bulk = BulkKind(self.body, create_each(self.schedules.create), self._made)

    def on_post_pause(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Make no more invoices."""
        answer_write(
            self.requests, req, resp, lambda tx: self.schedules.pause(tx, id), show=self.schedules.read
        )

    def on_post_resume(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Go on from today."""
        answer_write(
            self.requests, req, resp, lambda tx: self.schedules.resume(tx, id), show=self.schedules.read
        )

    def on_get_preview(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer the next due days."""

        def look_ahead(tx: Transaction) -> Row:
            asked = QueryParameters(req)
            count = asked.whole("count", DATES, MOST_DATES)
            asked.refuse_faults()
            days = self.schedules.preview(tx, id, count)
            # Days are moments on the wire, as those are that PostgreSQL answers.
            return {"dates": [datetime.combine(day, time(), UTC) for day in days]}

        answer(resp, self.requests.run(req, look_ahead))

    def _made(self, tx: Transaction, made: NewDocument) -> Row:
        return self.schedules.read(tx, made.id, ends=False)
