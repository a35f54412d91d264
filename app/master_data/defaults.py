"""Kinds of which one record is the default: making one the default clears the other."""

from app.master_data.records import Records
from app.postgres.database import Row, Transaction


class RecordsWithDefault(Records):
    """Records with a flag that at most one of them carries; `clear_default` takes it from the others."""

    def __init__(self, kind: str, prefix: str, flag: str = "is_default") -> None:
        super().__init__(kind, prefix)
        self.flag = flag

    def lock(self, tx: Transaction, id: str) -> Row:
        """Lock the record, after the queue for the default: the other order can deadlock."""
        self._queue(tx)
        return super().lock(tx, id)

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert a record; the default it replaces loses the flag in the same transaction."""
        if body[self.flag]:
            self._queue(tx)
            self._clear(tx, body | {"id": None})
        return super().create(tx, body)

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change a locked record; the default it replaces loses the flag in the same transaction."""
        becomes = current | body
        if becomes[self.flag]:
            self._clear(tx, becomes)
        super().change(tx, current, body)

    def _queue(self, tx: Transaction) -> None:
        # The one who waits must see what the other made, so the lock is a statement of its own.
        tx.execute("locks.take", subject=self.kind)

    def _clear(self, tx: Transaction, record: Row) -> None:
        tx.execute(f"{self.kind}.clear_default", **record)
