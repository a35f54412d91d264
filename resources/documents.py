"""Read-only documents over HTTP."""

import falcon

from app.documents.reading import Documents
from resources.serving.answers import answer
from resources.serving.lists import serve_list
from resources.serving.requests import Requests


class DocumentResource:
    """The collection and one document."""

    def __init__(self, requests: Requests, documents: Documents) -> None:
        self.requests = requests
        self.documents = documents

    def on_get_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer one page, without the parts of each document."""
        serve_list(self.requests, self.documents.kind, req, resp)

    def on_get_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer one document with its parts."""
        answer(resp, self.requests.run(req, lambda tx: self.documents.read(tx, id)))
