"""Invoices that come again, as they are read."""

from marshmallow import fields

from app.recurring.due_days import FREQUENCIES
from app.schemas.answers.fields import (
    Amount,
    Answered,
    Anything,
    Boolean,
    Date,
    Figure,
    Id,
    Integer,
    Many,
    One,
    OneOf,
    Word,
)
from app.schemas.answers.record_base import Signed
from app.schemas.fields import LENGTH_UNITS
from app.schemas.recurring_invoices import MOST_OCCURRENCES, THEN
from app.tax.supplies import TAXABILITIES


class RecurringAdjustments(Answered):
    """The document discount and adjustment of every invoice."""

    document_discount = Figure(min=0)
    document_discount_is_percent = Boolean()
    adjustment_amount = Amount(negative=True)
    adjustment_label = Word(null=True)


class RecurringInvoiceLine(Answered):
    """A line of every invoice, as it was sent: what is null comes from the item each time."""

    item_id = Id(null=True)
    item_variant_id = Id(null=True)
    description = Word(null=True)
    hsn_or_sac = Word(null=True)
    quantity = Figure(min=0, null=True)
    unit = Word(null=True)
    rate = Figure(min=0, null=True)
    discount = Amount()
    tax_rate_percent = Figure(min=0, max=100, null=True)
    taxability = OneOf(*TAXABILITIES, null=True)
    cess_rate_percent = Figure(min=0, max=999, null=True)
    width = Figure(min=0, null=True)
    height = Figure(min=0, null=True)
    length_unit = OneOf(*LENGTH_UNITS, null=True)
    qty_count = Figure(min=0, null=True)


class RecurringFailure(Answered):
    """A due day whose invoice could not be made."""

    date = Date()
    reason = Word()


class DueDayOfMonth(Anything):
    """A number from 1 to 31, LAST, or null."""


class RecurringInvoiceRow(Signed):
    """An invoice that comes again, as lists have it."""

    customer_id = Id()
    customer_name = Word()
    salesperson_id = Id(null=True)
    seller_registration_id = Id(null=True)
    currency_code = Word()
    exchange_rate = Figure(min=0)
    place_of_supply_state_code = Word(null=True)
    warehouse_id = Id(null=True)
    notes = Word(null=True)
    terms_and_conditions = Word(null=True)
    apply_customer_credit = Boolean()
    scheme_ids = Many(Word())
    reverse_charge = Boolean()
    export_with_payment = fields.Boolean(required=True, allow_none=True)
    shipping_bill_number = Word(null=True)
    shipping_bill_date = Date(null=True)
    port_code = Word(null=True)
    adjustments = One(RecurringAdjustments)
    frequency = OneOf(*FREQUENCIES)
    interval = Integer(min=1, max=99)
    start_date = Date()
    end_date = Date(null=True)
    occurrences = Integer(min=1, max=MOST_OCCURRENCES, null=True)
    day_of_month = DueDayOfMonth()
    due_days = Integer(min=0, max=365, null=True)
    then = OneOf(*THEN)
    is_paused = Boolean()
    next_date = Date(null=True)
    last_invoice_id = Id(null=True)
    made = Integer(min=0)
    last_failure = One(RecurringFailure, null=True)


class RecurringInvoice(RecurringInvoiceRow):
    """An invoice that comes again, with its lines."""

    lines = Many(RecurringInvoiceLine)


class RecurringDates(Answered):
    """The next due days."""

    dates = Many(Date())
