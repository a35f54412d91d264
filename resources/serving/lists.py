"""GET of a collection: one page of its list."""

import falcon

from app.lists.catalogue import LISTINGS
from app.lists.listing import ListQuery, Page
from app.lists.paging import read_page
from app.postgres.database import Transaction
from resources.serving.answers import answer_list
from resources.serving.query_params import parse_list_query
from resources.serving.requests import Requests


def serve_list(requests: Requests, kind: str, req: falcon.Request, resp: falcon.Response) -> None:
    """Answer the page of the kind's list that the query parameters ask for."""

    def work(tx: Transaction) -> tuple[ListQuery, Page]:
        query = parse_list_query(req, kind, LISTINGS[kind])
        return query, read_page(tx, kind, query)

    answer_list(resp, *requests.run(req, work))
