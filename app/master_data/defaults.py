"""Kinds of which one record is the default: making one the default clears the other."""

from app.database import Row, Transaction
from app.master_data.records import Records


class RecordsWithDefault(Records):
    """Records with a flag that at most one of them carries; `clear_default` takes it from the others."""

    def __init__(self, kind: str, prefix: str, flag: str = "is_default") -> None:
        super().__init__(kind, prefix)
        self.flag = flag

    def create(self, tx: Transaction, body: Row) -> Row:
        """Insert a record; the default it replaces loses the flag in the same transaction."""
        self._make_room(tx, body)
        return super().create(tx, body)

    def change(self, tx: Transaction, current: Row, body: Row) -> Row:
        """Change a record; the default it replaces loses the flag in the same transaction."""
        self._make_room(tx, current | body)
        return super().change(tx, current, body)

    def _make_room(self, tx: Transaction, record: Row) -> None:
        if record[self.flag]:
            # The one who waits must see what the other made, so the lock is a statement of its own.
            tx.execute("locks.take", subject=self.kind)
            tx.execute(f"{self.kind}.clear_default", **({"id": None} | record))
