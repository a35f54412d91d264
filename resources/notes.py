"""Credit notes and debit notes over HTTP."""

from collections.abc import Mapping

import falcon

from app.documents.document_writes import lock
from app.documents.note_moves import NoteMoves, require_present
from app.documents.notes import NoteWrites, hold_originals
from app.postgres.database import Row, Transaction
from app.schemas.body import BodySchema
from resources.serving.bodies import json_object
from resources.serving.requests import Requests
from resources.serving.writes import answer_write
from resources.written_documents import WrittenDocuments

_PARTS = {"items": "lines", "allocations": "allocations", "movements": "movements"}


class Notes(WrittenDocuments):
    """Credit or debit notes. Beside being written, they are opened, voided and allocated.

    `bodies` are the bodies of these operations, by their words.
    """

    def __init__(
        self,
        requests: Requests,
        writes: NoteWrites,
        moves: NoteMoves,
        body: BodySchema,
        bodies: Mapping[str, BodySchema],
    ) -> None:
        super().__init__(requests, writes, body, _PARTS)
        self.moves, self.bodies = moves, bodies

    def on_patch_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Write a draft anew. What it names is locked before it."""
        kind = self.moves.kind

        def change(tx: Transaction) -> Row:
            sent = json_object(req)
            require_present(tx, kind, id)
            body = self.body.create(sent)
            hold_originals(tx, kind, [body])
            return self.writes.edit(tx, lock(tx, kind, id), body)

        answer_write(self.requests, req, resp, change)

    def on_post_open(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Put a draft in force."""
        answer_write(self.requests, req, resp, lambda tx: self.moves.open(tx, id))

    def on_post_void(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Void an open note."""
        answer_write(self.requests, req, resp, lambda tx: self.moves.void(tx, id))

    def on_post_allocations(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Settle documents with the balance of a note."""
        body = self.bodies["allocations"]

        def allocate(tx: Transaction) -> Row:
            sent = json_object(req)
            require_present(tx, self.moves.kind, id)
            return self.moves.allocate(tx, id, body.create(sent))

        answer_write(self.requests, req, resp, allocate)
