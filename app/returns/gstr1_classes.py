"""The section of GSTR-1 for each document. Pure.

Each document has exactly one: tables 4 and 6 for buyers with a GSTIN, SEZ and exports, 5 and 7 for others, 9B for
notes, and 8 for documents without any tax. A document with both kinds of lines stands in its section with the taxable
ones; the value of the others is in table 8, which names no documents.
"""

from datetime import date
from decimal import Decimal

from app.returns.supplies_of_month import CREDIT_NOTE, Supplied

SECTIONS = ("b2b", "b2cl", "b2cs", "exp", "cdnr", "cdnur", "nil")
_TO_GSTINS = frozenset({"B2B", "SEZWP", "SEZWOP", "DEXP"})
# Notification 12/2024 (Central Tax) of 10 July 2024 lowered the limit of table 5.
_LOWERED = date(2024, 8, 1)
_LIMIT, _LIMIT_BEFORE = Decimal(100_000), Decimal(250_000)


def is_to_gstin(supplied: Supplied) -> bool:
    """Return whether the buyer is named by a GSTIN."""
    return supplied.supply_type in _TO_GSTINS


def section_of(supplied: Supplied) -> str:
    """Return the one of `SECTIONS` for a document."""
    if not supplied.rates:
        return "nil"
    is_note = supplied.kind == CREDIT_NOTE
    if is_to_gstin(supplied):
        return "cdnr" if is_note else "b2b"
    if supplied.is_export:
        return "cdnur" if is_note else "exp"
    if is_large(supplied):
        return "cdnur" if is_note else "b2cl"
    return "b2cs"


def is_large(supplied: Supplied) -> bool:
    """Return whether an invoice to a buyer without GSTIN is listed on its own: between states, above the limit of its
    day.

    A note follows the day and value of the invoice that it names, else its own.
    """
    day, value = supplied.original_day or supplied.day, supplied.original_value
    limit = _LIMIT if day >= _LOWERED else _LIMIT_BEFORE
    return supplied.is_inter and (supplied.value if value is None else value) > limit
