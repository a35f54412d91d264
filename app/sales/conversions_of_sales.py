"""Conversions of quotes and sales orders."""

from collections.abc import Mapping

from app.documents.conversions import Conversion
from app.sales import invoices, quotes, sales_orders
from app.schemas.invoices import InvoiceBody
from app.schemas.sales_orders import SalesOrderBody

OF_QUOTES: Mapping[str, Conversion] = {
    "SALES_ORDER": Conversion(quotes.QUOTES, sales_orders.WRITES, SalesOrderBody(), "quote_id"),
    "INVOICE": Conversion(quotes.QUOTES, invoices.WRITES, InvoiceBody(), "quote_id"),
}
OF_SALES_ORDERS = Conversion(sales_orders.SALES_ORDERS, invoices.WRITES, InvoiceBody(), "sales_order_id")
