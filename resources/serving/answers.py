"""Answers in the envelope: `{success, data}`, and `meta` beside the data of a list."""

from typing import Any

import falcon

from app.lists.listing import ListQuery, Page
from app.wire import to_json


def answer(resp: falcon.Response, data: Any, status: int = 200) -> None:
    """Answer one payload."""
    resp.status = status
    resp.data = to_json({"success": True, "data": data})


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
