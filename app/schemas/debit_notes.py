"""The body of a debit note, its lines and allocations."""

from app.schemas.compound import Object, Rows
from app.schemas.credit_notes import NEW_NOTE_STATUSES
from app.schemas.documents import Allocating, GivenNumber, NoteBody, NoteLineBody
from app.schemas.fields import AnyLongText, Choice, RelatedId, StrictDate, Text
from app.schemas.payments_made import BillAllocationBody


class DebitNoteLineBody(NoteLineBody):
    """An element of `lines`."""

    original_line = "original_bill_item_id"

    original_bill_item_id = RelatedId()


class DebitNoteBody(NoteBody):
    """POST /debit-notes. CLOSED follows from its allocations."""

    settles = "bill_id"
    settles_on_the_wire = "billId"

    debit_note_number = GivenNumber()
    vendor_id = Text(min=1, required=True)
    bill_id = RelatedId()
    status = Choice(*NEW_NOTE_STATUSES, load_default="DRAFT")
    debit_note_date = StrictDate(required=True)
    reason = AnyLongText()
    lines = Rows(Object(DebitNoteLineBody), min=1, required=True)
    allocations = Rows(Object(BillAllocationBody), load_default=list)


class DebitNoteAllocationsBody(Allocating):
    """POST /debit-notes/{id}/allocations."""

    settles = "bill_id"
    settles_on_the_wire = "billId"

    allocations = Rows(Object(BillAllocationBody), min=1, required=True)
