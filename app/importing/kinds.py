"""What can be imported, by the word for it."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from app.importing.documents import DocumentImport
from app.importing.entries import Entry
from app.importing.master_data import CUSTOMERS, ITEMS, VENDORS, WAREHOUSES
from app.importing.stock import StockImport
from app.postgres.database import Transaction
from app.purchases import bills, debit_notes, payments_made, purchase_orders
from app.sales import credit_notes, invoices, payments_received, quotes, sales_orders
from app.schemas.bills import Bill
from app.schemas.body import Body
from app.schemas.credit_notes import CreditNote
from app.schemas.debit_notes import DebitNote
from app.schemas.documents import GivenNumber
from app.schemas.invoices import Invoice
from app.schemas.payments_made import PaymentMade
from app.schemas.payments_received import PaymentReceived
from app.schemas.purchase_orders import PurchaseOrder
from app.schemas.quotes import Quote
from app.schemas.sales_orders import SalesOrder
from app.stock.movements import LockedPositions


class NumberedInvoice(Invoice):
    """The body of POST /invoices, and a number."""

    invoice_number = GivenNumber()


class NumberedPayment(PaymentReceived):
    """The body of POST /payments-received, and a number."""

    payment_number = GivenNumber()


class Import(Protocol):
    """What one line of a file may hold, and how a batch of them is loaded."""

    @property
    def schema(self) -> Body:
        """The body of one entry."""

    def load(self, tx: Transaction, entries: Sequence[Entry], positions: LockedPositions) -> None:
        """Load the good entries of a batch, in their order; note in the others what is wrong with them.

        `positions` are those of the whole file, stored after its last batch.
        """


KINDS: Mapping[str, Import] = {
    "customers": CUSTOMERS,
    "vendors": VENDORS,
    "items": ITEMS,
    "warehouses": WAREHOUSES,
    "quotes": DocumentImport(Quote(), quotes.QUOTES, quotes.create),
    "sales-orders": DocumentImport(SalesOrder(), sales_orders.SALES_ORDERS, sales_orders.create),
    "purchase-orders": DocumentImport(
        PurchaseOrder(), purchase_orders.PURCHASE_ORDERS, purchase_orders.create
    ),
    "bills": DocumentImport(Bill(), bills.BILLS, bills.create),
    "payments-made": DocumentImport(PaymentMade(), payments_made.PAYMENTS_MADE, payments_made.create),
    "credit-notes": DocumentImport(CreditNote(), credit_notes.CREDIT_NOTES, credit_notes.create),
    "debit-notes": DocumentImport(DebitNote(), debit_notes.DEBIT_NOTES, debit_notes.create),
    "stock": StockImport(),
    "invoices": DocumentImport(NumberedInvoice(), invoices.INVOICES, invoices.create),
    "payments-received": DocumentImport(
        NumberedPayment(), payments_received.PAYMENTS_RECEIVED, payments_received.create
    ),
}
