"""Records of master data that are created many at once: one after another, as alone."""

from collections.abc import Callable, Sequence

from app.documents.bulk import BulkKind, CreateMany
from app.documents.creation import NewDocument
from app.errors import Invalid
from app.master_data.declaration import MasterDataKind
from app.postgres.database import Row, Transaction

# Creates one record; returns its id.
Create = Callable[[Transaction, Row], str]


def create_each(create: Create) -> CreateMany:
    """Return a function that creates records from bodies, one by one, with `create` and notes faults and warnings in
    each."""

    def create_many(tx: Transaction, bodies: Sequence[Row]) -> list[NewDocument]:
        return [_created(tx, create, body) for body in bodies]

    return create_many


def bulk_of_kind(kind: MasterDataKind) -> BulkKind:
    """Return the bulk kind of a kind; each record is answered as it is read."""

    def answer(tx: Transaction, made: NewDocument) -> Row:
        return kind.records.read(tx, made.id, ends=False)

    return BulkKind(kind.body, create_each(kind.records.create), answer)


def _created(tx: Transaction, create: Create, body: Row) -> NewDocument:
    made, told = NewDocument("", body), len(tx.warnings)
    try:
        made.id = create(tx, body)
    except Invalid as refusal:
        made.faults += refusal.details
    made.warnings = tx.warnings[told:]
    del tx.warnings[told:]
    return made
