"""The context of credit notes, which print as invoices do and name their invoices (CGST Rules 2017, rule 53). Pure.

`record` is a row of `printing.credit_note`, `lines` are its lines.
"""

from collections.abc import Sequence
from datetime import date

from app.printing.content.document_context import delivery_to, document_context, party_context
from app.printing.content.formatting import Context, clean_lines, clean_text, format_date, seller_context
from app.printing.content.gst_wording import export_of
from app.wire import Row

_LABELS = {"number": "Credit note number", "due_date": "", "recipient": "Credited to", "delivery": "Ship to"}


def credit_note_context(record: Row, lines: Sequence[Row]) -> Context:
    """Return the context of a credit note."""
    buyer = party_context(record["buyer"])
    return document_context(record, lines) | {
        "title": "CREDIT NOTE",
        "labels": _LABELS,
        "originals": [_original(invoice) for invoice in record["originals"] or []],
        "reason": clean_lines(record["reason"]),
        "export": export_of(record),
        "issuer": seller_context(record, record["seller_legal_name"]),
        "recipient": buyer,
        "delivery": delivery_to(buyer),
        "payment": {"bank": [], "upi": None},
    }


def _original(invoice: Row) -> Context:
    return {"number": clean_text(invoice["number"]), "date": format_date(date.fromisoformat(invoice["day"]))}
