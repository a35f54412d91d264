"""Answers in the envelope (spec 4.1): `{success, data}`, and `meta` beside the data of a list."""

from collections.abc import Sequence
from typing import Any

import falcon

from app.wire import to_json
from resources.windows import Window


def answer(resp: falcon.Response, data: Any, status: int = 200) -> None:
    """Answer one payload."""
    resp.status = status
    resp.data = to_json({"success": True, "data": data})


def answer_list(resp: falcon.Response, rows: Sequence[Any], window: Window, total: int) -> None:
    """Answer one page of a list; `total` counts the rows of all pages."""
    meta = {
        "page": window.page,
        "limit": window.limit,
        "total": total,
        "hasMore": window.offset + len(rows) < total,
    }
    resp.data = to_json({"success": True, "data": rows, "meta": meta})
