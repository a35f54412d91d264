"""The body of a debit note, its lines and allocations."""

from app.schemas.compound import Object, Rows
from app.schemas.credit_notes import STATUSES
from app.schemas.documents import GivenNumber, Note, NoteLine
from app.schemas.fields import AnyLongText, Choice, Day, Key, Text
from app.schemas.payments_made import BillAllocation


class DebitNoteLine(NoteLine):
    """An element of `lines`."""

    original_line = "original_bill_item_id"

    original_bill_item_id = Key()


class DebitNote(Note):
    """A debit note, as it is imported. CLOSED follows from its allocations."""

    settles = "bill_id"
    settles_on_the_wire = "billId"

    debit_note_number = GivenNumber()
    vendor_id = Text(min=1, required=True)
    bill_id = Key()
    status = Choice(*STATUSES, load_default="DRAFT")
    debit_note_date = Day(required=True)
    reason = AnyLongText()
    lines = Rows(Object(DebitNoteLine), min=1, required=True)
    allocations = Rows(Object(BillAllocation), load_default=list)
