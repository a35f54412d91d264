"""The kinds of files that can be imported, by the name in the command."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from app.importing.document_import import DocumentImport
from app.importing.entries import Entry
from app.importing.record_import import CUSTOMER_IMPORT, ITEM_IMPORT, VENDOR_IMPORT, WAREHOUSE_IMPORT
from app.importing.stock_import import StockImport
from app.postgres.database import Transaction
from app.purchases import bills, debit_notes, payments_made, purchase_orders
from app.sales import credit_notes, invoices, payments_received, quotes, sales_orders
from app.schemas.answers.bills import Bill
from app.schemas.answers.invoices import Invoice
from app.schemas.answers.notes import CreditNote, DebitNote
from app.schemas.answers.payments import PaymentMade, PaymentReceived
from app.schemas.answers.purchase_orders import PurchaseOrder
from app.schemas.answers.quotes import Quote
from app.schemas.answers.sales_orders import SalesOrder
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
    """A kind of file: the schema of one line, and the load of a batch of lines."""

    @property
    def schema(self) -> BodySchema:
        """The schema of one entry."""

    @property
    def moves_goods(self) -> bool:
        """Return whether entries may move goods."""

    def load(self, tx: Transaction, entries: Sequence[Entry], positions: LockedPositions) -> None:
        """Load the good entries of a batch, in their order; note the faults of the others in them.

        `positions` are those of the whole file, stored after its last batch.
        """


FILE_KINDS: Mapping[str, FileKind] = {
    "customers": CUSTOMER_IMPORT,
    "vendors": VENDOR_IMPORT,
    "items": ITEM_IMPORT,
    "warehouses": WAREHOUSE_IMPORT,
    "quotes": DocumentImport(QuoteBody().answered_as(Quote), quotes.WRITES),
    "sales-orders": DocumentImport(SalesOrderBody().answered_as(SalesOrder), sales_orders.WRITES),
    "purchase-orders": DocumentImport(PurchaseOrderBody().answered_as(PurchaseOrder), purchase_orders.WRITES),
    "bills": DocumentImport(BillBody().answered_as(Bill), bills.WRITES),
    "payments-made": DocumentImport(PaymentMadeBody().answered_as(PaymentMade), payments_made.WRITES),
    "credit-notes": DocumentImport(CreditNoteBody().answered_as(CreditNote), credit_notes.WRITES),
    "debit-notes": DocumentImport(DebitNoteBody().answered_as(DebitNote), debit_notes.WRITES),
    "stock": StockImport(),
    "invoices": DocumentImport(NumberedInvoiceBody().answered_as(Invoice), invoices.WRITES),
    "payments-received": DocumentImport(
        NumberedPaymentBody().answered_as(PaymentReceived),
        payments_received.WRITES,
    ),
}
