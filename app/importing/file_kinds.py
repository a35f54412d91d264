"""What can be imported, by the word for it."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from app.importing.document_import import DocumentImport
from app.importing.entries import Entry
from app.importing.record_import import CUSTOMER_IMPORT, ITEM_IMPORT, VENDOR_IMPORT, WAREHOUSE_IMPORT
from app.importing.stock_import import StockImport
from app.postgres.database import Transaction
from app.purchases import bills, debit_notes, payments_made, purchase_orders
from app.sales import credit_notes, invoices, payments_received, quotes, sales_orders
from app.schemas.bills import BillBody
from app.schemas.body import BodySchema
from app.schemas.credit_notes import CreditNoteBody
from app.schemas.debit_notes import DebitNoteBody
from app.schemas.documents import GivenNumber
from app.schemas.invoices import InvoiceBody
from app.schemas.payments_made import PaymentMadeBody
from app.schemas.payments_received import PaymentReceivedBody
from app.schemas.purchase_orders import PurchaseOrderBody
from app.schemas.quotes import QuoteBody
from app.schemas.sales_orders import SalesOrderBody
from app.stock.movements import LockedPositions


class NumberedInvoiceBody(InvoiceBody):
    """The body of POST /invoices, and a number."""

    invoice_number = GivenNumber()


class NumberedPaymentBody(PaymentReceivedBody):
    """The body of POST /payments-received, and a number."""

    payment_number = GivenNumber()


class FileKind(Protocol):
    """What one line of a file may hold, and how a batch of them is loaded."""

    @property
    def schema(self) -> BodySchema:
        """The body of one entry."""

    def load(self, tx: Transaction, entries: Sequence[Entry], positions: LockedPositions) -> None:
        """Load the good entries of a batch, in their order; note in the others what is wrong with them.

        `positions` are those of the whole file, stored after its last batch.
        """


FILE_KINDS: Mapping[str, FileKind] = {
    "customers": CUSTOMER_IMPORT,
    "vendors": VENDOR_IMPORT,
    "items": ITEM_IMPORT,
    "warehouses": WAREHOUSE_IMPORT,
    "quotes": DocumentImport(QuoteBody(), quotes.QUOTES, quotes.create),
    "sales-orders": DocumentImport(SalesOrderBody(), sales_orders.SALES_ORDERS, sales_orders.create),
    "purchase-orders": DocumentImport(
        PurchaseOrderBody(), purchase_orders.PURCHASE_ORDERS, purchase_orders.create
    ),
    "bills": DocumentImport(BillBody(), bills.BILLS, bills.create),
    "payments-made": DocumentImport(PaymentMadeBody(), payments_made.PAYMENTS_MADE, payments_made.create),
    "credit-notes": DocumentImport(CreditNoteBody(), credit_notes.CREDIT_NOTES, credit_notes.create),
    "debit-notes": DocumentImport(DebitNoteBody(), debit_notes.DEBIT_NOTES, debit_notes.create),
    "stock": StockImport(),
    "invoices": DocumentImport(NumberedInvoiceBody(), invoices.INVOICES, invoices.create),
    "payments-received": DocumentImport(
        NumberedPaymentBody(), payments_received.PAYMENTS_RECEIVED, payments_received.create
    ),
}
