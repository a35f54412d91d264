"""The body of a credit note, its lines and allocations."""

from app.schemas.compound import Object, Rows
from app.schemas.documents import GivenNumber, Note, NoteLine
from app.schemas.fields import AnyLongText, Choice, Day, Flag, Key, Text
from app.schemas.payments_received import Allocation

STATUSES = ("DRAFT", "OPEN", "VOID")


class CreditNoteLine(NoteLine):
    """An element of `lines`; with `restock` its goods come back."""

    original_line = "original_invoice_item_id"

    original_invoice_item_id = Key()
    restock = Flag(load_default=False)


class CreditNote(Note):
    """A credit note, as it is imported. CLOSED follows from its allocations."""

    settles = "invoice_id"
    settles_on_the_wire = "invoiceId"

    credit_note_number = GivenNumber()
    customer_id = Text(min=1, required=True)
    invoice_id = Key()
    status = Choice(*STATUSES, load_default="DRAFT")
    credit_note_date = Day(required=True)
    reason = AnyLongText()
    lines = Rows(Object(CreditNoteLine), min=1, required=True)
    allocations = Rows(Object(Allocation), load_default=list)
