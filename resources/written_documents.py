"""The resources of documents that are written. Subclasses add operations beside create, change and delete."""

from collections.abc import Mapping

import falcon

from app.documents.document_writes import DocumentWrites, lock
from app.postgres.database import Row, Transaction
from app.schemas.body import BodySchema
from resources.documents import DocumentResource
from resources.serving.answers import answer
from resources.serving.bodies import json_object
from resources.serving.requests import Requests
from resources.serving.writes import CREATED, answer_write


class RecordedDocuments(DocumentResource):
    """The routes of one kind of document that is made and deleted: `list` for the collection, `record` for one.

    `body` is what POST takes; `parts` are as for `DocumentResource`.
    """

    def __init__(
        self, requests: Requests, writes: DocumentWrites, body: BodySchema, parts: Mapping[str, str]
    ) -> None:
        super().__init__(requests, writes.kind.table, parts)
        self.writes, self.body = writes, body

    def on_post_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Create a document."""

        def create(tx: Transaction) -> Row:
            return self.writes.create_one(tx, self.body.create(json_object(req)))

        answer_write(self.requests, req, resp, create, status=CREATED)

    def on_delete_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Delete a document."""
        self.requests.run(req, lambda tx: self.writes.delete(tx, id))
        answer(resp, {"ok": True})


class WrittenDocuments(RecordedDocuments):
    """The routes of one kind of document whose drafts are rewritten: PATCH takes the whole body of POST."""

    def on_patch_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Rewrite a draft."""

        def change(tx: Transaction) -> Row:
            sent = json_object(req)
            draft = lock(tx, self.writes.kind, id)
            return self.writes.edit(tx, draft, self.body.create(sent))

        answer_write(self.requests, req, resp, change)
