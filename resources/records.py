"""The resource of all kinds of master data with the same five operations: list, create, read, change, delete."""

import falcon

from app.master_data.records import Records
from app.postgres.database import Transaction
from app.schemas.body import BodySchema
from resources.serving.answers import answer, answer_record
from resources.serving.bodies import json_object
from resources.serving.lists import serve_list
from resources.serving.requests import Requests
from resources.serving.writes import answer_write


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

        def create(tx: Transaction) -> str:
            return self.records.create(tx, self.body.create(json_object(req)))

        answer_write(self.requests, req, resp, create, status=201, show=self.records.read)

    def on_get_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer one record."""
        answer_record(resp, self.requests.run(req, lambda tx: self.records.read(tx, id)))

    def on_patch_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Change a record. Errors come in this order: invalid JSON, unknown id, invalid body."""

        def change(tx: Transaction) -> str:
            sent = json_object(req)
            current = self.records.lock(tx, id)
            self.records.change(tx, current, self.body.change(sent))
            return id

        answer_write(self.requests, req, resp, change, show=self.records.read)

    def on_delete_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Delete a record."""
        self.requests.run(req, lambda tx: self.records.delete(tx, id))
        answer(resp, {"deleted": True})
