"""Documents from a file, created by the rooms of sales and purchases."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.documents.books_locks import refuse_closed
from app.documents.creation import Batch, KindWithLines
from app.documents.document_writes import DocumentWrites
from app.importing.entries import Entry, good
from app.postgres.database import Transaction
from app.schemas.body import BodySchema
from app.stock.movements import LockedPositions


@dataclass(frozen=True)
class DocumentImport:
    """One kind of document in files: the schema of a line, which may give a number, and what creates a batch."""

    schema: BodySchema
    writes: DocumentWrites

    @property
    def moves_goods(self) -> bool:
        """Return whether documents of the kind may move goods."""
        kind = self.writes.kind
        return kind.in_books and isinstance(kind, KindWithLines)

    def load(self, tx: Transaction, entries: Sequence[Entry], positions: LockedPositions) -> None:
        """Load a batch of entries; the faults of each are noted in it."""
        kind = self.writes.kind
        if kind.in_books:
            refuse_closed(tx, kind, good(entries))
        loading = good(entries)
        if not loading:
            return
        documents = self.writes.create(tx, [entry.body for entry in loading], Batch(positions))
        for entry, document in zip(loading, documents, strict=True):
            entry.faults += document.faults
            entry.warnings += document.warnings
            entry.result = {"id": document.id, "number": document.row.get(kind.number)}
