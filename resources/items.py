"""The update of an item's core columns."""

import falcon

from app.master_data.items import KIND, ItemCoreBody
from app.postgres.database import Row, Transaction
from resources.serving.answers import answer
from resources.serving.bodies import json_object
from resources.serving.requests import Desk


class ItemCoreResource:
    """`core` is PATCH /items/{id}/core."""

    body = ItemCoreBody()

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def on_patch_core(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Replace the core columns as a whole: one that is left out goes back to its default."""

        def work(tx: Transaction) -> Row:
            sent = json_object(req)
            current = KIND.records.lock(tx, id)
            return KIND.records.change(tx, current, self.body.create(sent))

        answer(resp, self.desk.serve(req, work))
