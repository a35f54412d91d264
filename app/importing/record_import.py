"""Customers, vendors, items and warehouses: one by one, as the API and the operators' commands make them."""

from collections.abc import Callable, Sequence

from app.errors import Invalid
from app.identity.organizations import add_warehouse
from app.importing.entries import Entry, good
from app.master_data import customers, items, vendors
from app.master_data.declaration import MasterDataKind
from app.postgres.database import Row, Transaction
from app.schemas.body import BodySchema
from app.schemas.warehouses import WarehouseBody
from app.stock.movements import LockedPositions


class RecordImport:
    """One kind of record in files; `make` writes one and returns its id, or raises Invalid."""

    def __init__(self, schema: BodySchema, make: Callable[[Transaction, Row], str]) -> None:
        self.schema = schema
        self.make = make

    def load(self, tx: Transaction, entries: Sequence[Entry], positions: LockedPositions) -> None:
        """Load a batch of entries."""
        for entry in good(entries):
            try:
                entry.result = {"id": self.make(tx, entry.body), "number": None}
            except Invalid as refusal:
                entry.faults += refusal.details


def _warehouse(tx: Transaction, body: Row) -> str:
    id, _ = add_warehouse(tx, body["code"], body["name"], default=body["is_default"], address=body["address"])
    return id


def _as_the_api(kind: MasterDataKind) -> RecordImport:
    return RecordImport(kind.body, kind.records.create)


CUSTOMER_IMPORT = _as_the_api(customers.KIND)
VENDOR_IMPORT = _as_the_api(vendors.KIND)
ITEM_IMPORT = _as_the_api(items.KIND)
WAREHOUSE_IMPORT = RecordImport(WarehouseBody(), _warehouse)
