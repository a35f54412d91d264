"""Credit notes and debit notes."""

from app.schemas.answers.documents import DocumentFigures, Line
from app.schemas.answers.fields import Amount, Boolean, Date, Id, Many, Moment, OneOf, Word
from app.schemas.answers.record_base import Owned, Signed
from app.schemas.answers.stock import InventoryMovement

NOTE_STATUSES = ("DRAFT", "OPEN", "CLOSED", "VOID")


class _Note(Signed, DocumentFigures):
    status = OneOf(*NOTE_STATUSES)
    allocated_amount = Amount()
    balance_unallocated = Amount()
    reason = Word(null=True)
    terms_and_conditions = Word(null=True)


class _NoteAllocation(Owned):
    amount = Amount()
    allocated_at = Moment()
    created_by = Id(null=True)


class CreditNoteLine(Line):
    """A line of a credit note."""

    credit_note_id = Id()
    original_invoice_item_id = Id(null=True)
    restock = Boolean()


class CreditNoteAllocation(_NoteAllocation):
    """What a credit note settled of one invoice."""

    credit_note_id = Id()
    invoice_id = Id()


class CreditNoteRow(_Note):
    """A credit note, as lists have it."""

    credit_note_number = Word()
    customer_id = Id()
    invoice_id = Id(null=True)
    credit_note_date = Date()


class CreditNote(CreditNoteRow):
    """A credit note with its lines, what it settled, and the goods that came back."""

    items = Many(CreditNoteLine)
    allocations = Many(CreditNoteAllocation)
    movements = Many(InventoryMovement)


class DebitNoteLine(Line):
    """A line of a debit note."""

    debit_note_id = Id()
    original_bill_item_id = Id(null=True)
    restock = Boolean()


class DebitNoteAllocation(_NoteAllocation):
    """What a debit note settled of one bill."""

    debit_note_id = Id()
    bill_id = Id()


class DebitNoteRow(_Note):
    """A debit note, as lists have it."""

    debit_note_number = Word()
    vendor_id = Id()
    bill_id = Id(null=True)
    debit_note_date = Date()


class DebitNote(DebitNoteRow):
    """A debit note with its lines, what it settled, and the goods that went back."""

    items = Many(DebitNoteLine)
    allocations = Many(DebitNoteAllocation)
    movements = Many(InventoryMovement)
