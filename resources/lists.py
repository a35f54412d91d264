"""The collection half of every kind: one page of its list."""

import falcon

from app.listings import LISTINGS
from app.paging import is_simple, page_reading, read_page
from resources.answers import answer_list
from resources.desk import Desk
from resources.windows import asked_of


def serve_list(desk: Desk, kind: str, req: falcon.Request, resp: falcon.Response) -> None:
    """Answer the page of the kind's list that the query parameters ask for."""
    asked = desk.understood(req, lambda: asked_of(req, kind, LISTINGS[kind]))
    if is_simple(kind, asked):
        page = desk.read(req, page_reading(kind, asked))
    else:
        page = desk.serve(req, lambda tx: read_page(tx, kind, asked))
    answer_list(resp, asked, page)
