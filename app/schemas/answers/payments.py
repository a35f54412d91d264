"""Payments received and made, and what they settle."""

from app.schemas.answers.bills import BillAllocation
from app.schemas.answers.fields import Amount, Answered, Boolean, Date, Figure, Id, Many, Moment, OneOf, Word
from app.schemas.answers.record_base import Dated, Owned
from app.schemas.payments_received import MODES


class PaymentAllocation(Owned):
    """The amount of a payment that is allocated to an invoice."""

    payment_id = Id()
    invoice_id = Id(null=True)
    customer_adjustment_id = Id(null=True)
    amount = Amount()


class PaymentReceivedRow(Dated):
    """A payment received, as lists have it."""

    payment_number = Word()
    customer_id = Id()
    payment_date = Date()
    mode = OneOf(*MODES)
    reference_number = Word(null=True)
    deposit_account = Word(null=True)
    amount = Amount()
    tds_amount = Amount()
    tds_section_code = Word(null=True)
    allocated = Amount()
    opening_balance_applied = Amount()
    currency_code = Word()
    exchange_rate = Figure(min=0)
    gateway_payment_id = Word(null=True)
    is_gateway_auto = Boolean()
    notes = Word(null=True)
    external_reference = Word(null=True)
    advance_tax_rate_percent = Figure(min=0, max=100, null=True)
    advance_place_of_supply_state_code = Word(null=True)
    created_by = Id(null=True)


class PaymentReceived(PaymentReceivedRow):
    """A payment received, with its allocations."""

    email_sent_at = Moment(null=True)
    allocations = Many(PaymentAllocation)


class PaymentMadeRow(Dated):
    """A payment to a vendor, as lists have it."""

    payment_number = Word()
    vendor_id = Id()
    payment_date = Date()
    mode = OneOf(*MODES)
    reference_number = Word(null=True)
    amount = Amount()
    allocated = Amount()
    currency_code = Word()
    exchange_rate = Figure(min=0)
    notes = Word(null=True)
    external_reference = Word(null=True)
    created_by = Id(null=True)


class PaymentMade(PaymentMadeRow):
    """A payment to a vendor, with its allocations."""

    allocations = Many(BillAllocation)


class PaymentMadeRecorded(Answered):
    """The payment to a vendor that was recorded."""

    id = Id()
    payment_number = Word()


class PaymentRecorded(Answered):
    """The payment that was recorded."""

    id = Id()


class PaymentAllocated(Answered):
    """The allocated and the unallocated amount of a payment."""

    id = Id()
    allocated = Amount()
    unallocated = Amount()
