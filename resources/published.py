"""GET of the OpenAPI document, which is made once and the same for every caller."""

import hashlib
from collections.abc import Callable
from functools import cached_property
from typing import Any

import falcon

from app.wire import to_json


class Published:
    """Serves a document that is made at the first request for it."""

    def __init__(self, make: Callable[[], dict[str, Any]]) -> None:
        self._make = make

    @cached_property
    def content(self) -> bytes:
        """The document as JSON."""
        return to_json(self._make())

    @cached_property
    def tag(self) -> falcon.ETag:
        """The same for the same content, in every process."""
        return falcon.ETag(hashlib.sha256(self.content).hexdigest()[:32])

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the document, or that the caller has it already."""
        resp.data = self.content
        resp.etag = self.tag
        # Private answers must not be kept (resources.serving.middleware); this one is everybody's.
        resp.set_header("Cache-Control", "public, max-age=300")
        if req.if_none_match and any(tag in ("*", self.tag) for tag in req.if_none_match):
            resp.status, resp.data = falcon.HTTP_304, None
