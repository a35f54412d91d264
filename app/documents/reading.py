"""Reading one document with what belongs to it."""

from collections.abc import Mapping

from app.lists.records import read_record
from app.postgres.database import Row, Transaction


class Documents:
    """The documents of one kind over its query file.

    `parts` maps the keys that a single read adds to the statements that answer them.
    """

    def __init__(self, kind: str, parts: Mapping[str, str]) -> None:
        self.kind = kind
        self.parts = parts

    def read(self, tx: Transaction, id: str) -> Row:
        """Return the document with its parts; the transaction ends. Raises NotFound."""
        return read_record(tx, self.kind, id, self.parts)
