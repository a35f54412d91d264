"""The document as it is served: its examples are dated today, and its server is the one that was requested."""

from collections.abc import Callable
from datetime import date
from functools import cached_property, lru_cache

from app.demonstration.today import today_in_india
from app.wire import Json, to_json
from resources.openapi.document import MADE_AT
from resources.openapi.examples import of_day

_DAYS_KEPT = 2  # yesterday's is asked for while today's is made


class ServedDocument:
    """A document that is made at the first request for it."""

    def __init__(self, make: Callable[[], Json]) -> None:
        self._make = make
        self._of_day = lru_cache(_DAYS_KEPT)(self._made_for)

    @cached_property
    def _document(self) -> Json:
        return self._make()

    def _made_for(self, today: date) -> bytes:
        return to_json(of_day(self._document, today))

    def content(self, base: str) -> bytes:
        """Return the document as JSON, with the server at `base`, a URL without a path."""
        return self._of_day(today_in_india()).replace(to_json(MADE_AT), to_json(base), 1)
