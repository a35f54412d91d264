"""Orders to vendors."""

from collections.abc import Sequence

from app.documents.composition import compose
from app.documents.creation import Batch, KindWithLines, NewDocument, check_not_before, new_documents
from app.documents.parties import PURCHASES
from app.documents.storing import check_numbers, store
from app.postgres.database import Row, Transaction

PURCHASE_ORDERS = KindWithLines(
    doc_type="PURCHASE_ORDER",
    table="purchase_orders",
    prefix="po",
    number="purchase_order_number",
    day="order_date",
    side=PURCHASES,
    line_prefix="pol",
    parent="purchase_order_id",
)


def create(tx: Transaction, bodies: Sequence[Row], batch: Batch | None = None) -> list[NewDocument]:
    """Create purchase orders from bodies as `app.schemas.purchase_orders` loads them; those at fault are not stored."""
    orders = new_documents(PURCHASE_ORDERS, bodies)
    check_not_before(orders, PURCHASE_ORDERS.day, "expected_date")
    compose(tx, PURCHASE_ORDERS, orders)
    check_numbers(tx, PURCHASE_ORDERS, orders, batch)
    store(tx, PURCHASE_ORDERS, orders)
    return orders
