"""Events over HTTP."""

import falcon

from app.trail.telling import told
from app.wire import Row
from resources.serving.lists import serve_list
from resources.serving.requests import Requests


class Events:
    """The events of the organization."""

    def __init__(self, requests: Requests) -> None:
        self.requests = requests

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer one page of the events."""
        serve_list(self.requests, "events", req, resp, _on_the_wire)


def _on_the_wire(row: Row) -> Row:
    """Return an event with its record in wire form, as in other answers."""
    return row | {"data": told(row["data"])}
