"""The collection half of every kind: one page of its list."""

import falcon

from app.database import Transaction
from app.listings import LISTINGS
from app.paging import read_page
from resources.answers import answer_list
from resources.desk import Desk
from resources.windows import asked_of


def serve_list(desk: Desk, kind: str, req: falcon.Request, resp: falcon.Response) -> None:
    """Answer the page of the kind's list that the query parameters ask for."""

    def work(tx: Transaction) -> None:
        asked = asked_of(req, kind, LISTINGS[kind])
        answer_list(resp, asked, read_page(tx, kind, asked))

    desk.serve(req, work)
