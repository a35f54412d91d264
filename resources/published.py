"""GET of the OpenAPI document, which is the same for every caller, but for where it was asked for."""

import hashlib
from collections.abc import Callable
from datetime import date
from functools import cached_property, lru_cache

import falcon

from app.demonstration.today import today_in_india
from app.wire import Json, to_json
from resources.openapi.document import MADE_AT
from resources.openapi.examples import of_day

_DAYS_KEPT = 2  # yesterday's is asked for while today's is made


class Published:
    """Serves a document that is made at the first request for it, with examples of the day."""

    def __init__(self, make: Callable[[], Json]) -> None:
        self._make = make
        self._of_day = lru_cache(_DAYS_KEPT)(self._made_for)

    @cached_property
    def _document(self) -> Json:
        return self._make()

    def _made_for(self, today: date) -> bytes:
        return to_json(of_day(self._document, today))

    def content(self, base: str) -> bytes:
        """The document as JSON, whose server is at `base`."""
        return self._of_day(today_in_india()).replace(to_json(MADE_AT), to_json(base), 1)

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the document, or that the caller has it already."""
        content = self.content(f"{req.scheme}://{req.netloc}")
        # The same for the same content, in every process.
        resp.data, resp.etag = content, falcon.ETag(hashlib.sha256(content).hexdigest()[:32])
        # Private answers must not be kept (resources.serving.middleware); this one is everybody's.
        resp.set_header("Cache-Control", "public, max-age=300")
        if req.if_none_match and any(tag in ("*", resp.etag) for tag in req.if_none_match):
            resp.status, resp.data = falcon.HTTP_304, None
