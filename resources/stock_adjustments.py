"""Stock that is opened and adjusted over HTTP."""

import falcon

from app.documents.bulk import BulkKind
from app.postgres.database import Row, Transaction
from resources.serving.bodies import json_object
from resources.serving.requests import Requests
from resources.serving.writes import CREATED, answer_write


class StockAdjustments:
    """The route that moves goods without a document."""

    def __init__(self, requests: Requests, kind: BulkKind) -> None:
        self.requests, self.kind = requests, kind

    def on_post(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Open or adjust one position."""

        def adjust(tx: Transaction) -> Row:
            (count,) = self.kind.create(tx, [self.kind.schema.create(json_object(req))])
            count.require_good()
            return self.kind.answer(tx, count)

        answer_write(self.requests, req, resp, adjust, status=CREATED)
