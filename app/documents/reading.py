"""Reading one document with what belongs to it."""

from collections.abc import Mapping

from app.database import Row, Transaction
from app.errors import NotFound


class Documents:
    """The documents of one kind over its query file.

    `parts` maps the keys that a single read adds to the statements that answer them (spec 4.8).
    """

    def __init__(self, kind: str, parts: Mapping[str, str]) -> None:
        self.kind = kind
        self.parts = parts

    def get(self, tx: Transaction, id: str) -> Row:
        """The document with its parts; raises NotFound."""
        asked = ("get", *self.parts.values())
        found, *parts = tx.records_at_the_end(*((f"{self.kind}.{query}", {"id": id}) for query in asked))
        if not found:
            raise NotFound
        return found[0] | dict(zip(self.parts, parts, strict=True))
