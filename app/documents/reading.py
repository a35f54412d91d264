"""Reading one document with what belongs to it."""

from collections.abc import Mapping

from app.postgres.database import Reading, Row
from app.postgres.readings import record_reading


class Documents:
    """The documents of one kind over its query file.

    `parts` maps the keys that a single read adds to the statements that answer them.
    """

    def __init__(self, kind: str, parts: Mapping[str, str]) -> None:
        self.kind = kind
        self.parts = parts

    def reading(self, id: str) -> Reading[Row]:
        """The document with its parts; showing it raises NotFound."""
        return record_reading(self.kind, id, self.parts)
