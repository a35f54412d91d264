"""Bills."""

from app.schemas.answers.documents import AdjustedFigures, Line
from app.schemas.answers.fields import Amount, Answered, Boolean, Date, Id, Many, OneOf, Word
from app.schemas.answers.record_base import Owned, Signed

_STATES = ("DRAFT", "OPEN", "PARTIALLY_PAID", "PAID", "OVERDUE", "VOID")


class BillLine(Line):
    """A line of a bill."""

    bill_id = Id()


class BillAllocation(Owned):
    """The amount of a payment that is allocated to a bill."""

    payment_id = Id()
    bill_id = Id()
    amount = Amount()


class BillRow(Signed, AdjustedFigures):
    """A bill, as lists have it."""

    bill_number = Word()
    vendor_bill_number = Word(null=True)
    vendor_id = Id()
    purchase_order_id = Id(null=True)
    status = OneOf(*_STATES)
    bill_date = Date()
    due_date = Date()
    amount_paid = Amount()
    balance_due = Amount()
    itc_eligible = Boolean()


class Bill(BillRow):
    """A bill with its lines and allocations."""

    items = Many(BillLine)
    allocations = Many(BillAllocation)


class BillWritten(Answered):
    """A bill, as it was just written."""

    id = Id()
    status = OneOf(*_STATES)
    total = Amount()
    bill_number = Word()


class BillMoved(Answered):
    """The new status of a bill."""

    id = Id()
    status = OneOf(*_STATES)
