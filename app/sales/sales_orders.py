"""Orders of customers, each from a quote or not."""

from collections.abc import Sequence

from app.documents.composition import compose
from app.documents.creation import (
    Batch,
    NewDocument,
    OrderKind,
    check_not_before,
    find_named,
)
from app.documents.document_writes import DocumentWrites
from app.documents.parties import SALES
from app.documents.storing import check_numbers, store
from app.postgres.database import Transaction

SALES_ORDERS = OrderKind(
    doc_type="SALES_ORDER",
    table="sales_orders",
    prefix="so",
    number="sales_order_number",
    day="order_date",
    in_books=False,
    side=SALES,
    line_prefix="sol",
    parent="sales_order_id",
    issued="CONFIRMED",
    makes="invoice",
)


def _make_sales_orders(tx: Transaction, orders: Sequence[NewDocument], batch: Batch | None) -> None:
    find_named(tx, "quotes.present", orders, "quote_id", "customer_id")
    check_not_before(orders, SALES_ORDERS.day, "expected_shipment_date")
    compose(tx, SALES_ORDERS, orders)
    check_numbers(tx, SALES_ORDERS, orders, batch)
    store(tx, SALES_ORDERS, orders)


WRITES = DocumentWrites(SALES_ORDERS, _make_sales_orders)
