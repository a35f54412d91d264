"""The resource of all kinds of master data with the same five operations: list, create, read, change, delete."""

import falcon

from app.master_data.records import Records
from app.postgres.database import Row, Transaction
from app.schemas.body import BodySchema
from resources.serving.answers import answer
from resources.serving.bodies import json_object
from resources.serving.lists import serve_list
from resources.serving.requests import Requests


class RecordResource:
    """The routes of one kind: `list` for the collection, `record` for one record."""

    def __init__(self, requests: Requests, records: Records, body: BodySchema) -> None:
        self.requests = requests
        self.records = records
        self.body = body

    def on_get_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer one page and the total."""
        serve_list(self.requests, self.records.kind, req, resp)

    def on_post_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Create a record."""

        def work(tx: Transaction) -> Row:
            id = self.records.create(tx, self.body.create(json_object(req)))
            return self.records.read(tx, id)

        answer(resp, self.requests.run(req, work), 201)

    def on_get_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer one record."""
        answer(resp, self.requests.run(req, lambda tx: self.records.read(tx, id)))

    def on_patch_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Change a record. Errors come in this order: invalid JSON, unknown id, invalid body."""

        def work(tx: Transaction) -> Row:
            sent = json_object(req)
            current = self.records.lock(tx, id)
            self.records.change(tx, current, self.body.change(sent))
            return self.records.read(tx, id)

        answer(resp, self.requests.run(req, work))

    def on_delete_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Delete a record."""
        self.requests.run(req, lambda tx: self.records.delete(tx, id))
        answer(resp, {"deleted": True})
