"""Invoices and what doing something with them answers."""

from app.schemas.answers.documents import AdjustedFigures, Buyer, Line, LineFigures, SaleFigures
from app.schemas.answers.e_invoices import Registered
from app.schemas.answers.fields import (
    Amount,
    Answered,
    Boolean,
    Date,
    Id,
    Integer,
    Many,
    Moment,
    One,
    OneOf,
    Word,
)
from app.schemas.answers.record_base import Signed
from app.schemas.payments_received import MODES

INVOICE_STATUSES = ("DRAFT", "SENT", "PARTIALLY_PAID", "PAID", "OVERDUE", "VOID")
# Statuses of an invoice right after it was written; OVERDUE is for reads.
_WRITTEN = ("DRAFT", "SENT", "PARTIALLY_PAID", "PAID")


class InvoiceLine(Line):
    """A line of an invoice."""

    invoice_id = Id()


class _Content(AdjustedFigures, SaleFigures):
    customer_id = Id()
    salesperson_id = Id(null=True)
    invoice_date = Date()
    due_date = Date()
    seller_registration_id = Id(null=True)
    apply_customer_credit = Boolean()
    scheme_ids = Many(Word())
    terms_and_conditions = Word(null=True)


class InvoiceRow(Signed, Registered, _Content):
    """An invoice, as lists have it."""

    invoice_number = Word()
    quote_id = Id(null=True)
    sales_order_id = Id(null=True)
    status = OneOf(*INVOICE_STATUSES)
    amount_paid = Amount()
    balance_due = Amount()
    eway_bill_status = Word()
    eway_bill_id = Word(null=True)
    eway_bill_valid_until = Moment(null=True)
    email_sent_at = Moment(null=True)
    pdf_template_id = Id(null=True)


class Invoice(InvoiceRow):
    """An invoice with its lines."""

    buyer = One(Buyer)
    viewed_at = Moment(null=True)
    first_viewed_at = Moment(null=True)
    views = Integer(min=0)
    lines = Many(InvoiceLine)


class CalculatedLine(LineFigures):
    """A line as it would be stored."""


class InvoiceCalculation(_Content):
    """An invoice as it would be stored, without being stored."""

    lines = Many(CalculatedLine)


class InvoiceWritten(Answered):
    """The id, status and total of an invoice that was written."""

    id = Id()
    status = OneOf(*_WRITTEN)
    total = Amount()


class InvoiceSent(Answered):
    """A sent invoice and the number that it got."""

    id = Id()
    status = OneOf("SENT", "PARTIALLY_PAID", "PAID")
    invoice_number = Word()


class InvoiceVoided(Answered):
    """An invoice that was taken back."""

    id = Id()
    status = OneOf("VOID")


class InvoicePayment(Answered):
    """A payment, and the amount of it that is allocated to the invoice."""

    payment_id = Id()
    payment_number = Word()
    payment_date = Date()
    mode = OneOf(*MODES)
    amount = Amount()
