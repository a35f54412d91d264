"""What can be imported, by the word for it."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from app.importing.bills import Bills
from app.importing.entries import Entry
from app.importing.invoices import Invoices
from app.importing.master_data import CUSTOMERS, ITEMS, VENDORS, WAREHOUSES
from app.importing.notes import CreditNotes, DebitNotes
from app.importing.orders import PurchaseOrders, Quotes, SalesOrders
from app.importing.payments import PaymentsMade, PaymentsReceived
from app.importing.stock import Stock
from app.postgres.database import Transaction
from app.schemas.body import Body
from app.stock.movements import LockedPositions


class Kind(Protocol):
    """What one line of a file may hold, and how a batch of them is loaded."""

    @property
    def schema(self) -> Body:
        """The body of one entry."""

    def load(self, tx: Transaction, entries: Sequence[Entry], held: LockedPositions) -> None:
        """Load the good entries of a batch, in their order; note in the others what is wrong with them."""


KINDS: Mapping[str, Kind] = {
    "customers": CUSTOMERS,
    "vendors": VENDORS,
    "items": ITEMS,
    "warehouses": WAREHOUSES,
    "quotes": Quotes(),
    "sales-orders": SalesOrders(),
    "purchase-orders": PurchaseOrders(),
    "bills": Bills(),
    "payments-made": PaymentsMade(),
    "credit-notes": CreditNotes(),
    "debit-notes": DebitNotes(),
    "stock": Stock(),
    "invoices": Invoices(),
    "payments-received": PaymentsReceived(),
}
