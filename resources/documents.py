"""Read-only documents over HTTP (spec 4.8)."""

import falcon

from app.database import Transaction
from app.documents.reading import Documents
from resources.answers import answer, answer_list
from resources.desk import Desk
from resources.windows import search_of, window_of


class DocumentResource:
    """The collection and one document."""

    def __init__(self, desk: Desk, documents: Documents) -> None:
        self.desk = desk
        self.documents = documents

    def on_get_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer one page, without the parts of each document."""

        def work(tx: Transaction) -> None:
            window, q = window_of(req), search_of(req)
            rows, total = self.documents.page(tx, window.limit, window.offset, q)
            answer_list(resp, rows, window, total)

        self.desk.serve(req, work)

    def on_get_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer one document with its parts."""
        answer(resp, self.desk.serve(req, lambda tx: self.documents.get(tx, id)))
