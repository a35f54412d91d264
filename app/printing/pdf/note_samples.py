"""Sample credit notes to check templates with."""

from collections.abc import Sequence
from functools import partial

from app.printing.content.formatting import Context
from app.printing.content.note_context import credit_note_context
from app.printing.pdf.order_samples import SALES
from app.printing.pdf.sample_rows import E_INVOICE
from app.wire import Row

_ORIGINALS = [
    {"number": "INV/26-27/00039", "day": "2026-10-30"},
    {"number": "INV/26-27/00041", "day": "2026-11-09"},
]


def _about_two(record: Row, lines: Sequence[Row]) -> Context:
    """A note about two invoices, with a reason, that is registered at the government's portal."""
    stands = {"originals": _ORIGINALS, "reason": "Torn seams", "e_invoice": E_INVOICE}
    return credit_note_context(record | stands, lines)


def _about_none(record: Row, lines: Sequence[Row]) -> Context:
    """A note about no invoice."""
    return credit_note_context(record | {"originals": None, "reason": None}, lines)


CREDIT_NOTES = (
    *(partial(sample, _about_two, "CN-26-27-00042") for sample in SALES),
    partial(SALES[0], _about_none, "CN-26-27-00043"),
)
