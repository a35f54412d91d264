"""Orders of customers, each from a quote or not."""

from collections.abc import Sequence

from app.documents.composition import compose
from app.documents.creation import (
    Batch,
    KindWithLines,
    NewDocument,
    check_not_before,
    find_named,
    new_documents,
)
from app.documents.parties import SALES
from app.documents.storing import check_numbers, store
from app.postgres.database import Row, Transaction

SALES_ORDERS = KindWithLines(
    doc_type="SALES_ORDER",
    table="sales_orders",
    prefix="so",
    number="sales_order_number",
    day="order_date",
    side=SALES,
    line_prefix="sol",
    parent="sales_order_id",
)


def create(tx: Transaction, bodies: Sequence[Row], batch: Batch | None = None) -> list[NewDocument]:
    """Create sales orders from bodies as `app.schemas.sales_orders` loads them; those at fault are not stored."""
    orders = new_documents(SALES_ORDERS, bodies)
    find_named(tx, "quotes.present", orders, "quote_id", "customer_id")
    check_not_before(orders, SALES_ORDERS.day, "expected_shipment_date")
    compose(tx, SALES_ORDERS, orders)
    check_numbers(tx, SALES_ORDERS, orders, batch)
    store(tx, SALES_ORDERS, orders)
    return orders
