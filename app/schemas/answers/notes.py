"""Credit notes and debit notes."""

from app.schemas.answers.documents import Buyer, DocumentFigures, Line, SaleFigures
from app.schemas.answers.e_invoices import Registered
from app.schemas.answers.fields import Amount, Answered, Boolean, Date, Id, Many, Moment, One, OneOf, Word
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
    """The amount of a credit note that is allocated to an invoice."""

    credit_note_id = Id()
    invoice_id = Id()


class CreditNoteRow(_Note, Registered, SaleFigures):
    """A credit note, as lists have it."""

    credit_note_number = Word()
    customer_id = Id()
    invoice_id = Id(null=True)
    credit_note_date = Date()


class CreditNote(CreditNoteRow):
    """A credit note with its lines, its allocations, and the goods that came back."""

    original_invoice_number = Word(null=True)
    original_invoice_date = Date(null=True)
    email_sent_at = Moment(null=True)
    buyer = One(Buyer)
    items = Many(CreditNoteLine)
    allocations = Many(CreditNoteAllocation)
    movements = Many(InventoryMovement)


class DebitNoteLine(Line):
    """A line of a debit note."""

    debit_note_id = Id()
    original_bill_item_id = Id(null=True)
    restock = Boolean()


class DebitNoteAllocation(_NoteAllocation):
    """The amount of a debit note that is allocated to a bill."""

    debit_note_id = Id()
    bill_id = Id()


class DebitNoteRow(_Note):
    """A debit note, as lists have it."""

    debit_note_number = Word()
    vendor_id = Id()
    bill_id = Id(null=True)
    debit_note_date = Date()


class DebitNote(DebitNoteRow):
    """A debit note with its lines, its allocations, and the goods that went back."""

    original_bill_number = Word(null=True)
    original_bill_date = Date(null=True)
    items = Many(DebitNoteLine)
    allocations = Many(DebitNoteAllocation)
    movements = Many(InventoryMovement)


class CreditNoteOpened(Answered):
    """A credit note that is in force under its number."""

    id = Id()
    status = OneOf(*NOTE_STATUSES)
    credit_note_number = Word()


class CreditNoteWritten(CreditNoteOpened):
    """A credit note, as it was just written."""

    total = Amount()


class DebitNoteOpened(Answered):
    """A debit note that is in force under its number."""

    id = Id()
    status = OneOf(*NOTE_STATUSES)
    debit_note_number = Word()


class DebitNoteWritten(DebitNoteOpened):
    """A debit note, as it was just written."""

    total = Amount()


class NoteMoved(Answered):
    """The new status of a note."""

    id = Id()
    status = OneOf(*NOTE_STATUSES)


class NoteAllocated(NoteMoved):
    """The unallocated balance of a note after an allocation."""

    balance_unallocated = Amount()
