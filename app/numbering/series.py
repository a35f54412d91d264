"""The one allocator of numbers, for every kind of document."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.database import Row, Statement, Transaction
from app.errors import Unavailable
from app.ids import new_id
from app.numbering.numbers import number_text

DEFAULT_PREFIX = {
    "QUOTE": "QT-",
    "SALES_ORDER": "SO-",
    "INVOICE": "INV-",
    "PAYMENT_RECEIVED": "PMT-",
    "PURCHASE_ORDER": "PO-",
    "BILL": "BILL-",
    "PAYMENT_MADE": "VPMT-",
    "EXPENSE": "EXP-",
    "CREDIT_NOTE": "CN-",
    "DEBIT_NOTE": "DN-",
    "DEBIT_ADJUSTMENT": "DADJ-",
    "CREDIT_ADJUSTMENT": "CADJ-",
}


@dataclass(frozen=True)
class Number:
    """A number and the fiscal year it is unique in; None for a draft's."""

    text: str
    fiscal_year: int | None


def take_number(tx: Transaction, doc_type: str, day: date, alongside: Sequence[Statement] = ()) -> Number:
    """Take the next number of a series for a document of `day`; the series is made on first use.

    `alongside` are writes to send before it in the same round trip.

    The counter's row stays locked until the transaction ends, and a rollback puts the number back: so there
    is no gap, and nobody else gets it. Call this as late as possible.
    """
    taken = _take(tx, doc_type, day, alongside)
    if taken is None:
        tx.execute(
            "numbering.make_series", id=new_id("ser"), doc_type=doc_type, prefix=DEFAULT_PREFIX[doc_type]
        )
        taken = _take(tx, doc_type, day)
    if taken is None:
        raise Unavailable("The number series was deleted just now; try again.")
    text = number_text(
        taken["prefix"],
        taken["last_taken"],
        taken["suffix"],
        padding=taken["padding"],
        fiscal_year=taken["fiscal_year"],
        day=day,
    )
    return Number(text, taken["fiscal_year"])


def _take(tx: Transaction, doc_type: str, day: date, alongside: Sequence[Statement] = ()) -> Row | None:
    *_, taken = tx.together(*alongside, ("numbering.take", {"doc_type": doc_type, "day": day}))
    return taken[0] if taken else None
