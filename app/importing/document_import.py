"""Documents from a file, created by the rooms of sales and purchases."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.documents.creation import Batch, DocumentKind, NewDocument
from app.importing.entries import Entry, good
from app.postgres.database import Row, Transaction
from app.schemas.body import BodySchema
from app.stock.movements import LockedPositions

CreateDocuments = Callable[[Transaction, Sequence[Row], Batch], list[NewDocument]]


@dataclass(frozen=True)
class DocumentImport:
    """One kind of document in files: the schema of a line, which may give a number, and what creates a batch."""

    schema: BodySchema
    kind: DocumentKind
    create: CreateDocuments

    def load(self, tx: Transaction, entries: Sequence[Entry], positions: LockedPositions) -> None:
        """Load a batch of entries; what is wrong with one is noted in it."""
        loading = good(entries)
        if not loading:
            return
        documents = self.create(tx, [entry.body for entry in loading], Batch(positions))
        for entry, document in zip(loading, documents, strict=True):
            entry.faults += document.faults
            entry.result = {"id": document.id, "number": document.row.get(self.kind.number)}
