"""The trail over HTTP."""

import falcon

from app.trail.telling import on_the_wire
from resources.serving.lists import serve_list
from resources.serving.requests import Requests


class Audit:
    """The audit trail: changes of records, with user and time."""

    def __init__(self, requests: Requests) -> None:
        self.requests = requests

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer one page of the trail."""
        serve_list(self.requests, "audit", req, resp, on_the_wire)
