"""Quotes over HTTP."""

import falcon

from app.documents.document_writes import lock
from app.postgres.database import Row, Transaction
from app.sales import quotes
from app.sales.conversions_of_sales import OF_QUOTES
from app.schemas.conversions import QuoteConversionBody
from resources.serving.bodies import json_object
from resources.serving.writes import CREATED, answer_write
from resources.written_documents import WrittenDocuments

_CONVERSION = QuoteConversionBody()


class Quotes(WrittenDocuments):
    """Quotes. Beside being written, they are sent, accepted, declined and converted."""

    def on_post_send(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Send a draft."""
        answer_write(self.requests, req, resp, lambda tx: quotes.send(tx, id))

    def on_post_accept(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Note that the customer accepts."""
        answer_write(self.requests, req, resp, lambda tx: quotes.accept(tx, id))

    def on_post_decline(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Note that the customer declines."""
        answer_write(self.requests, req, resp, lambda tx: quotes.decline(tx, id))

    def on_post_convert(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Make a draft of a quote."""

        def convert(tx: Transaction) -> Row:
            sent = json_object(req)
            quote = lock(tx, quotes.QUOTES, id)
            return quotes.convert(tx, quote, OF_QUOTES[_CONVERSION.create(sent)["type"]])

        answer_write(self.requests, req, resp, convert, status=CREATED)
