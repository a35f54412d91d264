"""The collection half of every kind: one page of its list."""

import falcon

from app.lists.catalogue import LISTINGS
from app.lists.paging import is_simple, page_reading, read_page
from resources.serving.answers import answer_list
from resources.serving.query_params import parse_list_query
from resources.serving.requests import Desk


def serve_list(desk: Desk, kind: str, req: falcon.Request, resp: falcon.Response) -> None:
    """Answer the page of the kind's list that the query parameters ask for."""
    asked = desk.understood(req, lambda: parse_list_query(req, kind, LISTINGS[kind]))
    if is_simple(kind, asked):
        page = desk.read(req, page_reading(kind, asked))
    else:
        page = desk.serve(req, lambda tx: read_page(tx, kind, asked))
    answer_list(resp, asked, page)
