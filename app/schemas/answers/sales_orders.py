"""Sales orders."""

from app.schemas.answers.documents import AdjustedFigures, Buyer, Line, SaleFigures
from app.schemas.answers.fields import Amount, Answered, Date, Figure, Id, Many, One, OneOf, Word
from app.schemas.answers.record_base import Signed

_STATES = ("DRAFT", "CONFIRMED", "CLOSED", "VOID")


class SalesOrderLine(Line):
    """A line of a sales order, with the quantity that is invoiced."""

    sales_order_id = Id()
    converted_quantity = Figure(min=0)


class SalesOrderRow(Signed, AdjustedFigures, SaleFigures):
    """A sales order, as lists have it."""

    sales_order_number = Word()
    customer_id = Id()
    quote_id = Id(null=True)
    status = OneOf(*_STATES)
    order_date = Date()
    expected_shipment_date = Date(null=True)
    terms_and_conditions = Word(null=True)


class SalesOrder(SalesOrderRow):
    """A sales order with its lines."""

    buyer = One(Buyer)
    line_items = Many(SalesOrderLine)


class SalesOrderMoved(Answered):
    """The new status of a sales order."""

    id = Id()
    status = OneOf(*_STATES)


class SalesOrderWritten(SalesOrderMoved):
    """A sales order, as it was just written."""

    total = Amount()
    sales_order_number = Word()
