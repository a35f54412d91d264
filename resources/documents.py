"""Read-only documents over HTTP."""

import falcon

from app.documents.reading import Documents
from resources.serving.answers import answer
from resources.serving.lists import serve_list
from resources.serving.requests import Desk


class DocumentResource:
    """The collection and one document."""

    def __init__(self, desk: Desk, documents: Documents) -> None:
        self.desk = desk
        self.documents = documents

    def on_get_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer one page, without the parts of each document."""
        serve_list(self.desk, self.documents.kind, req, resp)

    def on_get_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer one document with its parts."""
        answer(resp, self.desk.read(req, self.documents.reading(id)))
