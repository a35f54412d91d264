"""Orders to vendors."""

from collections.abc import Sequence

from app.documents.composition import compose
from app.documents.creation import Batch, NewDocument, OrderKind, check_not_before
from app.documents.document_writes import DocumentWrites
from app.documents.parties import PURCHASES
from app.documents.storing import check_numbers, store
from app.postgres.database import Transaction

PURCHASE_ORDERS = OrderKind(
    doc_type="PURCHASE_ORDER",
    table="purchase_orders",
    prefix="po",
    number="purchase_order_number",
    day="order_date",
    in_books=False,
    side=PURCHASES,
    line_prefix="pol",
    parent="purchase_order_id",
    issued="ISSUED",
    makes="bill",
)


def _make_purchase_orders(tx: Transaction, orders: Sequence[NewDocument], batch: Batch | None) -> None:
    check_not_before(orders, PURCHASE_ORDERS.day, "expected_date")
    compose(tx, PURCHASE_ORDERS, orders)
    check_numbers(tx, PURCHASE_ORDERS, orders, batch)
    store(tx, PURCHASE_ORDERS, orders)


WRITES = DocumentWrites(PURCHASE_ORDERS, _make_purchase_orders)
