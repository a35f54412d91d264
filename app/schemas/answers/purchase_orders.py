"""Purchase orders."""

from app.schemas.answers.documents import AdjustedFigures, Line
from app.schemas.answers.fields import Amount, Answered, Date, Figure, Id, Many, OneOf, Word
from app.schemas.answers.record_base import Signed

_STATES = ("DRAFT", "ISSUED", "CLOSED", "VOID")


class PurchaseOrderLine(Line):
    """A line of a purchase order, with the quantity that is billed."""

    purchase_order_id = Id()
    converted_quantity = Figure(min=0)


class PurchaseOrderRow(Signed, AdjustedFigures):
    """A purchase order, as lists have it."""

    purchase_order_number = Word()
    vendor_id = Id()
    status = OneOf(*_STATES)
    order_date = Date()
    expected_date = Date(null=True)
    terms_and_conditions = Word(null=True)


class PurchaseOrder(PurchaseOrderRow):
    """A purchase order with its lines."""

    line_items = Many(PurchaseOrderLine)


class PurchaseOrderMoved(Answered):
    """The new status of a purchase order."""

    id = Id()
    status = OneOf(*_STATES)


class PurchaseOrderWritten(PurchaseOrderMoved):
    """A purchase order, as it was just written."""

    total = Amount()
    purchase_order_number = Word()
