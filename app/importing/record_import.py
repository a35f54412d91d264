"""Customers, vendors, items and warehouses: one by one, as the API and the operators' commands make them."""

from collections.abc import Sequence

from app.documents.own_references import IS_TAKEN, places_of_taken, references_of
from app.importing.entries import Entry, good
from app.master_data import customers, items, vendors, warehouses
from app.master_data.declaration import MasterDataKind
from app.master_data.many_records import Create, create_each
from app.postgres.database import Transaction
from app.schemas.body import BodySchema
from app.stock.movements import LockedPositions


class RecordImport:
    """One kind of record in files; `create` writes one and returns its id, or raises Invalid.

    `referenced` is the table of a kind that takes the caller's own references.
    """

    moves_goods = False

    def __init__(self, schema: BodySchema, create: Create, referenced: str | None = None) -> None:
        self.schema = schema
        self.create = create_each(create)
        self.referenced = referenced

    def load(self, tx: Transaction, entries: Sequence[Entry], positions: LockedPositions) -> None:
        """Load a batch of entries."""
        self._refuse_taken(tx, good(entries))
        loading = good(entries)
        for entry, made in zip(loading, self.create(tx, [entry.body for entry in loading]), strict=True):
            entry.faults += made.faults
            entry.warnings += made.warnings
            entry.result = {"id": made.id, "number": None}

    def _refuse_taken(self, tx: Transaction, entries: Sequence[Entry]) -> None:
        wanted = references_of(entry.body for entry in entries)
        if self.referenced and any(wanted):
            found = tx.all(f"{self.referenced}.referenced", references=wanted)
            for place in places_of_taken(wanted, found):
                entries[place].refuse("externalReference", IS_TAKEN)


def _as_the_api(kind: MasterDataKind) -> RecordImport:
    return RecordImport(kind.body, kind.records.create, referenced=kind.name)


CUSTOMER_IMPORT = _as_the_api(customers.KIND)
VENDOR_IMPORT = _as_the_api(vendors.KIND)
ITEM_IMPORT = _as_the_api(items.KIND)
WAREHOUSE_IMPORT = RecordImport(warehouses.KIND.body, warehouses.add)
