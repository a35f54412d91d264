"""Requests that create many records: one transaction, one answer with a result for each record."""

from typing import Any

import falcon

from app.documents.bulk import BulkKind, BulkRecord, refuse_any, write_many
from app.errors import DomainError
from app.postgres.database import Row, Transaction
from app.schemas.bulk import bulk_of
from resources.serving.bodies import json_object
from resources.serving.errors import error_object, status_of
from resources.serving.requests import Requests
from resources.serving.writes import CREATED, answer_write


class Bulk:
    """The route that creates many records of one kind."""

    def __init__(self, requests: Requests, kind: BulkKind) -> None:
        self.requests, self.kind = requests, kind
        self.body = bulk_of(kind.schema)

    def on_post(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Create up to 200 records."""

        def create(tx: Transaction) -> Row:
            sent = self.body.create(json_object(req))
            records = write_many(tx, self.kind, sent["records"])
            if sent["all_or_nothing"]:
                refuse_any(records)
            return {"results": [self._result(tx, record) for record in records]}

        answer_write(self.requests, req, resp, create)

    def _result(self, tx: Transaction, record: BulkRecord) -> Row:
        if record.written is None or record.error:
            return {"index": record.place, **_refused(record.error)}
        told: dict[str, Any] = {
            "index": record.place,
            "status": CREATED,
            "data": self.kind.answer(tx, record.written),
        }
        if record.warnings:
            told["warnings"] = [warning.on_the_wire for warning in record.warnings]
        return told


def _refused(error: DomainError | None) -> Row:
    assert error is not None  # noqa: S101 - what was not written was refused
    return {"status": status_of(error), "error": error_object(error.code, error.message, error.details)}
