"""Ledgers and receivables. Sums of a whole history have no bounds of their own."""

from marshmallow import validate

from app.schemas.answers.fields import Amount, Answered, Date, Figure, Id, Many, One, OneOf, Word
from app.schemas.payments_received import MODES

_PAPERS = ("OPEN", "PARTIALLY_PAID", "PAID", "OVERDUE", "CLOSED")
BUCKETS = ("Current", "1-30d", "31-60d", "61-90d", "90+d")


class _LedgerEntry(Answered):
    date = Date()
    number = Word()
    debit = Figure(min=0)
    credit = Figure(min=0)
    balance = Figure()


class CustomerLedgerEntry(_LedgerEntry):
    """A document that changed a customer's balance."""

    type = OneOf("invoice", "payment", "credit_note")
    status = OneOf("SENT", *_PAPERS, *MODES)


class VendorLedgerEntry(_LedgerEntry):
    """A document that changed a vendor's balance."""

    type = OneOf("bill", "payment", "debit_note")
    status = OneOf(*_PAPERS, *MODES)


class CustomerLedgerRow(Answered):
    """A customer who has a ledger."""

    id = Id()
    display_name = Word()
    gstin = Word(null=True)
    phone = Word(null=True)
    email = Word(null=True)
    currency_code = Word()
    opening_balance = Amount()


class LedgerCustomer(CustomerLedgerRow):
    """The customer of a ledger."""

    legal_name = Word(null=True)


class CustomerLedger(Answered):
    """A customer's balance, and the documents that it is made of."""

    customer = One(LedgerCustomer)
    from_day = Word(data_key="from", null=True, metadata={"format": "date"})
    to_day = Word(data_key="to", null=True, metadata={"format": "date"})
    opening_balance = Amount()
    outstanding = Figure()
    entries = Many(CustomerLedgerEntry)


class VendorLedgerRow(Answered):
    """A vendor who has a ledger."""

    vendor_id = Id()
    display_name = Word()
    opening_balance = Amount()
    currency_code = Word()


class LedgerVendor(Answered):
    """The vendor of a ledger."""

    id = Id()
    display_name = Word()


class VendorLedger(Answered):
    """A vendor's balance, and the documents that it is made of."""

    vendor = One(LedgerVendor)
    opening_balance = Amount()
    outstanding = Figure()
    entries = Many(VendorLedgerEntry)


class AgingBucket(Answered):
    """The open amount that has been due for the days of the bucket."""

    bucket = OneOf(*BUCKETS)
    amount = Figure(min=0)


class Receivables(Answered):
    """The open amounts of all customers, by the time that they have been due."""

    total_outstanding = Figure(min=0)
    overdue_amount = Figure(min=0)
    aging = Many(AgingBucket, validate=validate.Length(equal=len(BUCKETS)))
