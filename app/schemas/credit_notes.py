"""The body of a credit note, its lines and allocations (spec 2.18)."""

from app.schemas.compound import Object, Rows
from app.schemas.documents import AllocatingNote, Document, GivenNumber
from app.schemas.fields import AnyLongText, Choice, Day, Flag, Key, Text
from app.schemas.invoices import InvoiceLine
from app.schemas.payments_received import Allocation

STATUSES = ("DRAFT", "OPEN", "VOID")


class CreditNoteLine(InvoiceLine):
    """An element of `lines`; with `restock` its goods come back."""

    original_invoice_item_id = Key()
    restock = Flag(load_default=False)


class CreditNote(Document, AllocatingNote):
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
