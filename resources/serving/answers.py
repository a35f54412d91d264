"""Answers in the envelope: `{success, data}`, `meta` beside the data of a list, `warnings` beside that of a write."""

from collections.abc import Sequence
from typing import Any

import falcon

from app.errors import Warned
from app.lists.listing import ListQuery, Page
from app.lists.record_reading import version_at
from app.schemas.body import MOST_ERRORS
from app.wire import Row, to_json


def answer(resp: falcon.Response, data: Any, status: int = 200) -> None:
    """Answer one record in the envelope."""
    resp.status = status
    resp.data = envelope(data)


def answer_record(resp: falcon.Response, record: Row) -> None:
    """Answer one record that was read, and its version."""
    answer(resp, record)
    if "updatedAt" in record:
        resp.etag = falcon.ETag(version_at(record["updatedAt"]))


def envelope(data: Any, warnings: Sequence[Warned] = ()) -> bytes:
    """Return the body of an answer: `data`, and `warnings` if there are any, at most as many as errors."""
    shown = warnings[:MOST_ERRORS]
    told = {"warnings": [warning.on_the_wire for warning in shown]} if shown else {}
    return to_json({"success": True, "data": data, **told})


def answer_list(resp: falcon.Response, asked: ListQuery, page: Page) -> None:
    """Answer one page of a list; `total` counts the rows of all pages."""
    meta = {
        "page": asked.page,
        "limit": asked.limit,
        "total": page.total,
        "hasMore": page.cursor is not None,
        "nextCursor": page.cursor,
    }
    resp.data = to_json({"success": True, "data": page.rows, "meta": meta})
