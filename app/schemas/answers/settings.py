"""Tax rates, currencies, payment terms, accounts, number series, expenses."""

from app.schemas.accounts import TYPES
from app.schemas.answers.fields import Amount, Day, Figure, Flag, Id, Moment, OneOf, Whole, Word
from app.schemas.answers.records import Dated, Owned, Signed
from app.schemas.number_series import DOC_TYPES
from app.schemas.numbers import SAFE_INTEGER


class TaxRate(Dated):
    """A percentage of tax under a name."""

    name = Word()
    rate_percent = Figure(min=0, max=100)
    is_gst = Flag()
    is_default = Flag()


class Currency(Dated):
    """A currency and what it is worth in the base currency."""

    code = Word()
    name = Word()
    symbol = Word()
    exchange_rate = Figure(min=0)
    is_base = Flag()
    is_active = Flag()


class PaymentTerm(Dated):
    """Days of credit under a name."""

    name = Word()
    days = Whole(min=0, max=365)
    is_default = Flag()


class Account(Dated):
    """Where money lies or is owed."""

    account_name = Word()
    account_type = OneOf(*TYPES)
    bank_name = Word(null=True)
    account_number = Word(null=True)
    ifsc_code = Word(null=True)
    is_default = Flag()
    is_active = Flag()


class NumberSeries(Owned):
    """How the documents of a kind are numbered."""

    doc_type = OneOf(*DOC_TYPES)
    prefix = Word()
    suffix = Word()
    padding = Whole(min=1, max=10)
    # One more than the last number of all, once that was taken.
    next_number = Whole(min=1, max=SAFE_INTEGER + 1)
    reset_yearly = Flag()
    updated_at = Moment()


class Expense(Signed):
    """Money spent."""

    expense_number = Word()
    vendor_id = Id(null=True)
    category = Word()
    expense_date = Day()
    paid_through_account = Word(null=True)
    amount = Amount()
    tax_rate_percent = Figure(min=0, max=100)
    tax_amount = Amount()
    itc_eligible = Flag()
    notes = Word(null=True)
    currency_code = Word()
    exchange_rate = Figure(min=0)
