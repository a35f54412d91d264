"""Conversions of purchase orders."""

from app.documents.conversions import Conversion
from app.purchases import bills, purchase_orders
from app.schemas.bills import BillBody

OF_PURCHASE_ORDERS = Conversion(
    purchase_orders.PURCHASE_ORDERS, bills.WRITES, BillBody(), "purchase_order_id"
)
