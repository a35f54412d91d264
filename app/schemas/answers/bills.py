"""Bills."""

from app.schemas.answers.documents import Adjusted, Line
from app.schemas.answers.fields import Amount, Day, Flag, Id, Many, OneOf, Word
from app.schemas.answers.records import Owned, Signed


class BillLine(Line):
    """A line of a bill."""

    bill_id = Id()


class BillAllocation(Owned):
    """What a payment settled of a bill."""

    payment_id = Id()
    bill_id = Id()
    amount = Amount()


class BillRow(Signed, Adjusted):
    """A bill, as lists have it."""

    bill_number = Word()
    vendor_bill_number = Word(null=True)
    vendor_id = Id()
    purchase_order_id = Id(null=True)
    status = OneOf("DRAFT", "OPEN", "PARTIALLY_PAID", "PAID", "OVERDUE", "VOID")
    bill_date = Day()
    due_date = Day()
    amount_paid = Amount()
    balance_due = Amount()
    itc_eligible = Flag()


class Bill(BillRow):
    """A bill with its lines and what settled it."""

    items = Many(BillLine)
    allocations = Many(BillAllocation)
