"""Customers, vendors, items and warehouses: one by one, as the API and the operators' commands make them."""

from collections.abc import Callable, Sequence

from app.errors import Invalid
from app.identity.organizations import add_warehouse
from app.importing.entries import Entry, good
from app.master_data.customers import Customers
from app.master_data.items import Items
from app.master_data.vendors import Vendors
from app.postgres.database import Row, Transaction
from app.schemas.body import Body
from app.schemas.customers import Customer
from app.schemas.items import Item
from app.schemas.vendors import Vendor
from app.schemas.warehouses import Warehouse
from app.stock.movements import LockedPositions


class Records:
    """Records of one kind; `make` writes one and answers its id."""

    def __init__(self, schema: Body, make: Callable[[Transaction, Row], str]) -> None:
        self.schema = schema
        self.make = make

    def load(self, tx: Transaction, entries: Sequence[Entry], held: LockedPositions) -> None:
        """Load a batch of entries."""
        for entry in good(entries):
            try:
                entry.result = {"id": self.make(tx, entry.body), "number": None}
            except Invalid as refusal:
                entry.faults += refusal.details


def _warehouse(tx: Transaction, body: Row) -> str:
    id, _ = add_warehouse(tx, body["code"], body["name"], default=body["is_default"], address=body["address"])
    return id


CUSTOMERS = Records(Customer(), Customers().create)
VENDORS = Records(Vendor(), Vendors().create)
ITEMS = Records(Item(), Items().create)
WAREHOUSES = Records(Warehouse(), _warehouse)
