"""Items: as every kind of record, and the update of their core columns."""

import falcon

from app.postgres.database import Row, Transaction
from app.schemas.items import ItemCore
from resources.records import RecordResource
from resources.serving.answers import answer
from resources.serving.bodies import json_object


class ItemResource(RecordResource):
    """`core` is PATCH /items/{id}/core."""

    core = ItemCore()

    def on_patch_core(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Replace the core columns as a whole: one that is left out goes back to its default."""

        def work(tx: Transaction) -> Row:
            sent = json_object(req)
            current = self.records.lock(tx, id)
            self.records.change(tx, current, self.core.create(sent))
            return self.records.read(tx, id)

        answer(resp, self.requests.run(req, work))
