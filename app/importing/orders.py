"""Quotes, sales orders and purchase orders: documents that move neither money nor goods."""

from collections.abc import Sequence

from app.documents.parties import PURCHASES, SALES
from app.importing.documents import Documents, check_present
from app.importing.entries import Entry
from app.postgres.database import Transaction
from app.schemas.purchase_orders import PurchaseOrder
from app.schemas.quotes import Quote
from app.schemas.sales_orders import SalesOrder


class Quotes(Documents):
    """Quotes to customers."""

    schema = Quote()
    side = SALES
    doc_type = "QUOTE"
    family = "quotes"
    number = "quote_number"
    day = "quote_date"
    parent = "quote_id"
    prefix = "quo"
    line_prefix = "qul"
    own = ("customer_id", "status", "quote_date", "expiry_date")
    later = "expiry_date"


class SalesOrders(Documents):
    """Orders of customers, each from a quote or not."""

    schema = SalesOrder()
    side = SALES
    doc_type = "SALES_ORDER"
    family = "sales_orders"
    number = "sales_order_number"
    day = "order_date"
    parent = "sales_order_id"
    prefix = "so"
    line_prefix = "sol"
    own = ("customer_id", "quote_id", "status", "order_date", "expected_shipment_date")
    later = "expected_shipment_date"

    def prepare(self, tx: Transaction, entries: Sequence[Entry]) -> None:
        """See that the quotes are there."""
        check_present(tx, "quotes.present", entries, "quote_id", "customer_id")


class PurchaseOrders(Documents):
    """Orders to vendors."""

    schema = PurchaseOrder()
    side = PURCHASES
    doc_type = "PURCHASE_ORDER"
    family = "purchase_orders"
    number = "purchase_order_number"
    day = "order_date"
    parent = "purchase_order_id"
    prefix = "po"
    line_prefix = "pol"
    own = ("vendor_id", "status", "order_date", "expected_date")
    later = "expected_date"
