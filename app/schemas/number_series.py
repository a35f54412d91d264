"""The bodies of a number series."""

from app.schemas.body import Body
from app.schemas.fields import Choice, Flag, Text
from app.schemas.numbers import SAFE_INTEGER, Whole

DOC_TYPES = (
    "QUOTE",
    "SALES_ORDER",
    "INVOICE",
    "PAYMENT_RECEIVED",
    "PURCHASE_ORDER",
    "BILL",
    "PAYMENT_MADE",
    "EXPENSE",
    "CREDIT_NOTE",
    "DEBIT_NOTE",
    "DEBIT_ADJUSTMENT",
    "CREDIT_ADJUSTMENT",
)


class NumberSeriesChange(Body):
    """PATCH /number-series/{id}: nothing is required; `docType` may be repeated but not changed."""

    doc_type = Choice(*DOC_TYPES)
    prefix = Text(max=40, load_default="")
    suffix = Text(max=20, load_default="")
    padding = Whole(min=1, max=10, load_default=5)
    next_number = Whole(min=1, max=SAFE_INTEGER, load_default=None, allow_none=False)
    reset_yearly = Flag(load_default=True)


class NumberSeries(NumberSeriesChange):
    """POST /number-series."""

    change_schema = NumberSeriesChange

    doc_type = Choice(*DOC_TYPES, required=True)
