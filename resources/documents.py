"""The resource of documents that can be listed and read only."""

import falcon

from app.documents.reading import Documents
from resources.serving.answers import answer
from resources.serving.lists import serve_list
from resources.serving.requests import Requests


class DocumentResource:
    """The routes of one kind of document: `list` for the collection, `record` for one document."""

    def __init__(self, requests: Requests, documents: Documents) -> None:
        self.requests = requests
        self.documents = documents

    def on_get_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer one page of documents, without their lines and other parts."""
        serve_list(self.requests, self.documents.kind, req, resp)

    def on_get_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer one document with its lines and other parts."""
        answer(resp, self.requests.run(req, lambda tx: self.documents.read(tx, id)))
