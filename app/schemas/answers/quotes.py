"""Quotes and sales orders."""

from app.schemas.answers.documents import AdjustedFigures, Line
from app.schemas.answers.fields import Date, Id, Many, OneOf, Word
from app.schemas.answers.record_base import Signed


class QuoteLine(Line):
    """A line of a quote."""

    quote_id = Id()


class QuoteRow(Signed, AdjustedFigures):
    """A quote, as lists have it."""

    quote_number = Word()
    customer_id = Id()
    status = OneOf("DRAFT", "SENT", "ACCEPTED", "DECLINED", "EXPIRED")
    quote_date = Date()
    expiry_date = Date(null=True)
    terms_and_conditions = Word(null=True)


class Quote(QuoteRow):
    """A quote with its lines."""

    items = Many(QuoteLine)


class SalesOrderLine(Line):
    """A line of a sales order."""

    sales_order_id = Id()


class SalesOrderRow(Signed, AdjustedFigures):
    """A sales order, as lists have it."""

    sales_order_number = Word()
    customer_id = Id()
    quote_id = Id(null=True)
    status = OneOf("DRAFT", "CONFIRMED", "CLOSED", "VOID")
    order_date = Date()
    expected_shipment_date = Date(null=True)
    terms_and_conditions = Word(null=True)


class SalesOrder(SalesOrderRow):
    """A sales order with its lines."""

    line_items = Many(SalesOrderLine)
