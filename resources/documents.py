"""The resource of documents that can be listed and read only."""

from collections.abc import Mapping

import falcon

from app.lists.record_reading import read_record
from resources.serving.answers import answer_record
from resources.serving.lists import serve_list
from resources.serving.requests import Requests


class DocumentResource:
    """The routes of one kind of document: `list` for the collection, `record` for one document.

    `kind` names its query file; `parts` are the keys that a single read adds, and the statements that answer them.
    """

    def __init__(self, requests: Requests, kind: str, parts: Mapping[str, str]) -> None:
        self.requests, self.kind, self.parts = requests, kind, parts

    def on_get_list(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer one page of documents, without their lines and other parts."""
        serve_list(self.requests, self.kind, req, resp)

    def on_get_record(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer one document with its lines and other parts."""
        answer_record(resp, self.requests.run(req, lambda tx: read_record(tx, self.kind, id, self.parts)))
