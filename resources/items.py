"""The update of an item's core columns."""

import falcon

from app.master_data.items import KIND, ItemCoreBody
from app.postgres.database import Transaction
from resources.serving.bodies import json_object
from resources.serving.requests import Requests
from resources.serving.writes import answer_write


class ItemCoreResource:
    """The route PATCH /items/{id}/core."""

    body = ItemCoreBody().answered_as(KIND.record)

    def __init__(self, requests: Requests) -> None:
        self.requests = requests

    def on_patch_core(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Replace all core columns. A column that is missing in the body gets its default."""

        def change(tx: Transaction) -> str:
            sent = json_object(req)
            current = KIND.records.lock(tx, id)
            KIND.records.change(tx, current, self.body.create(sent))
            return id

        answer_write(self.requests, req, resp, change, show=KIND.records.read)
