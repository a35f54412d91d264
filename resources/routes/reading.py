"""The routes of what is only read: documents made elsewhere, stock, ledgers, receivables."""

from app.documents.reading import Documents
from app.ledgers.parties import Ledgers
from app.schemas.answers import bills, ledgers, notes, quotes, stock
from resources.ledgers import CustomerLedger, Dashboard, VendorLedger
from resources.routes.kinds import PARTY_FIELDS
from resources.routes.operations import DAYS, Answer, Kind, Operation, Route, read_only
from resources.serving.requests import Requests

QUOTES = Kind(
    "quote",
    "quotes",
    "quotes",
    quotes.QuoteRow,
    quotes.Quote,
    searches="quote number",
    says={"list": "Without lines.", "get": "With its lines in `items`."},
)
SALES_ORDERS = Kind(
    "sales order",
    "sales orders",
    "salesOrders",
    quotes.SalesOrderRow,
    quotes.SalesOrder,
    searches="sales order number",
    says={"list": "Without lines.", "get": "With its lines in `lineItems`."},
)
CREDIT_NOTES = Kind(
    "credit note",
    "credit notes",
    "invoices",
    notes.CreditNoteRow,
    notes.CreditNote,
    searches="credit note number and reason",
    says={
        "get": "With its lines, what it settled, and the goods that came back. One that is used up is `CLOSED`.",
    },
)
DEBIT_NOTES = Kind(
    "debit note",
    "debit notes",
    "bills",
    notes.DebitNoteRow,
    notes.DebitNote,
    searches="debit note number and reason",
    says={
        "get": "With its lines, what it settled, and the goods that went back. One that is used up is `CLOSED`.",
    },
)
BILLS = Kind(
    "bill",
    "bills",
    "bills",
    bills.BillRow,
    bills.Bill,
    searches="bill number and the vendor's bill number",
    says={"list": "Without lines.", "get": "With its lines and what settled it."},
)
POSITIONS = Kind(
    "stock position",
    "stock positions",
    "items",
    stock.StockPositionRow,
    stock.StockPosition,
    searches="item name, variant size and SKU, warehouse name and code",
    says={
        "list": "One for each variant and warehouse in which it ever moved.",
        "get": "With its latest 100 movements, newest first.",
    },
)
_NOTE_PARTS = {"items": "lines", "allocations": "allocations", "movements": "movements"}
_LEDGERS = "Ledgers"
_WINDOW = (
    "Entries run from the oldest to the newest. `from` and `to` narrow the entries only: `outstanding` counts the "
    "whole history, and so does the running `balance`."
)


def documents(requests: Requests) -> list[Route]:
    """Documents that are made elsewhere, and the stock."""
    bill_parts = {"items": "lines", "allocations": "allocations"}
    return [
        *read_only("/quotes", QUOTES, requests, Documents("quotes", {"items": "lines"})),
        *read_only(
            "/sales-orders", SALES_ORDERS, requests, Documents("sales_orders", {"lineItems": "lines"})
        ),
        *read_only("/credit-notes", CREDIT_NOTES, requests, Documents("credit_notes", _NOTE_PARTS)),
        *read_only("/debit-notes", DEBIT_NOTES, requests, Documents("debit_notes", _NOTE_PARTS)),
        *read_only("/bills", BILLS, requests, Documents("bills", bill_parts)),
        *read_only("/inventory", POSITIONS, requests, Documents("inventory", {"movements": "movements"})),
    ]


def reports(requests: Requests) -> list[Route]:
    """Ledgers and receivables."""
    customer = CustomerLedger(requests, Ledgers("customer_ledger"))
    vendor = VendorLedger(requests, Ledgers("vendor_ledger"))
    return [
        Route("/customer-ledger", customer, "list", {"GET": _customer_ledgers()}),
        Route("/customer-ledger/{id}", customer, "record", {"GET": _customer_ledger()}),
        Route("/vendor-ledger", vendor, "list", {"GET": _vendor_ledgers()}),
        Route("/vendor-ledger/{id}", vendor, "record", {"GET": _vendor_ledger()}),
        Route("/dashboard/receivables", Dashboard(requests), "receivables", {"GET": _receivables()}),
    ]


def _customer_ledgers() -> Operation:
    return Operation(
        id="listCustomerLedgers",
        tag=_LEDGERS,
        summary="List the customers who have a ledger",
        permission="customers.read",
        answer=Answer(ledgers.CustomerLedgerRow, "page"),
        listing="customer_ledger",
        searches=PARTY_FIELDS,
    )


def _customer_ledger() -> Operation:
    return Operation(
        id="getCustomerLedger",
        tag=_LEDGERS,
        summary="Read a customer's ledger",
        permission="customers.read",
        answer=Answer(ledgers.CustomerLedger),
        says=f"The id is the customer's. Invoices are debits, payments and credit notes are credits. {_WINDOW}",
        parameters=DAYS,
    )


def _vendor_ledgers() -> Operation:
    return Operation(
        id="listVendorLedgers",
        tag=_LEDGERS,
        summary="List the vendors who have a ledger",
        permission="reports.read",
        answer=Answer(ledgers.VendorLedgerRow, "page"),
        listing="vendor_ledger",
        searches=PARTY_FIELDS,
    )


def _vendor_ledger() -> Operation:
    return Operation(
        id="getVendorLedger",
        tag=_LEDGERS,
        summary="Read a vendor's ledger",
        permission="reports.read",
        answer=Answer(ledgers.VendorLedger),
        says="The id is the vendor's. Bills and debit notes stand in `credit` and add to the balance, payments are "
        f"debits. {_WINDOW}",
        parameters=DAYS,
    )


def _receivables() -> Operation:
    return Operation(
        id="getReceivables",
        tag="Dashboard",
        summary="Read what customers owe, by age",
        permission="invoices.read",
        answer=Answer(ledgers.Receivables),
        says="Over all open invoices, in the base currency. Each is in exactly one bucket, by the days since its due "
        "date. `forbidden` is answered whether the token or the role lacks the permission.",
        errors=("forbidden",),
        excluded_errors=("insufficient_scope",),
    )
