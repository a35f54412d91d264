"""The five operations of every kind of master data, over the kind's query file.

A kind with a rule of its own is a subclass in its own module that replaces one operation.
"""

from collections.abc import Iterable, Mapping

from app.errors import Invalid, NotFound, names_no
from app.ids import new_id
from app.lists.record_reading import NO_PARTS, find_to_change, read_record
from app.postgres.database import Row, Transaction


class Records:
    """The live records of one kind in the transaction's organization.

    `sql/queries/<kind>.sql` has the statements get, lock, insert, update and delete, and those of its list
    (`app.lists.catalogue`). Records go out in their wire form; bodies come in as `app.schemas` loads them.
    """

    # Keys of a single read beside the columns, and the statements that answer them.
    parts: Mapping[str, str] = NO_PARTS

    def __init__(self, kind: str, prefix: str) -> None:
        self.kind = kind
        self.prefix = prefix

    def read(self, tx: Transaction, id: str, ends: bool = True) -> Row:
        """Return the record with its parts; the transaction ends with it if it `ends`. Raises NotFound."""
        return read_record(tx, self.kind, id, self.parts, ends=ends)

    def lock(self, tx: Transaction, id: str) -> Row:
        """Lock the record until the transaction ends; return its columns. Raises NotFound."""
        return find_to_change(tx, f"{self.kind}.lock", id)

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a record; return its id."""
        id = new_id(self.prefix)
        tx.execute(f"{self.kind}.insert", **body, id=id)
        return id

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Replace what `body` names in the locked record."""
        tx.execute(f"{self.kind}.update", **(current | body))

    def delete(self, tx: Transaction, id: str) -> None:
        """Mark the record deleted; raises NotFound."""
        if tx.expected_versions is not None:
            self.lock(tx, id)
        if tx.execute(f"{self.kind}.delete", id=id) == 0:
            raise NotFound


def refuse_dangling(
    tx: Transaction, kind: str, body: Row, fields: Iterable[str], current: Row | None = None
) -> None:
    """Raise Invalid for each of the body's `fields` that names no live record of the organization.

    A reference that equals the one of the `current` record is accepted even if its record was deleted, so that a
    record can be sent back as it was read.

    The kind's `dangling` statement answers the wire names of the fields; a field that the body lacks is not checked.
    """
    kept = current or {}
    named = {field: body.get(field) if body.get(field) != kept.get(field) else None for field in fields}
    if any(named.values()):
        missing = tx.all(f"{kind}.dangling", **named)
        if missing:
            raise Invalid([(row["field"], names_no()) for row in missing])
