"""The body of a credit note, its lines and allocations."""

from app.schemas.compound import Object, Rows
from app.schemas.documents import Allocating, GivenNumber, NoteBody, NoteLineBody
from app.schemas.fields import AnyLongText, Choice, RelatedId, StrictBoolean, StrictDate, Text
from app.schemas.invoices import SaleBody
from app.schemas.payments_received import AllocationBody

NEW_NOTE_STATUSES = ("DRAFT", "OPEN", "VOID")


class CreditNoteLineBody(NoteLineBody):
    """An element of `lines`; with `restock` its goods come back."""

    original_line = "original_invoice_item_id"

    original_invoice_item_id = RelatedId()
    restock = StrictBoolean(load_default=False)


class CreditNoteBody(NoteBody, SaleBody):
    """POST /credit-notes. CLOSED follows from its allocations."""

    settles = "invoice_id"
    settles_on_the_wire = "invoiceId"

    credit_note_number = GivenNumber()
    customer_id = Text(min=1, required=True)
    invoice_id = RelatedId()
    status = Choice(*NEW_NOTE_STATUSES, load_default="DRAFT")
    credit_note_date = StrictDate(required=True)
    reason = AnyLongText()
    lines = Rows(Object(CreditNoteLineBody), min=1, required=True)
    allocations = Rows(Object(AllocationBody), load_default=list)


class CreditNoteAllocationsBody(Allocating):
    """POST /credit-notes/{id}/allocations."""

    settles = "invoice_id"
    settles_on_the_wire = "invoiceId"

    allocations = Rows(Object(AllocationBody), min=1, required=True)
