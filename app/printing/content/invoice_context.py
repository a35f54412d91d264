"""The context of an invoice's template (docs/papers.md, "The context"). Pure.

`record` is a row of `printing.invoice`, `lines` are those of `printing.invoice_lines`.
"""

from collections.abc import Sequence
from decimal import Decimal

from app.money import RUPEES, ZERO
from app.printing.content.document_context import ACROSS, delivery_to, document_context, party_context
from app.printing.content.formatting import Context, clean_lines, clean_text, money, seller_context
from app.printing.content.gst_wording import endorsement_of, export_of, title_of
from app.printing.content.upi import payment_uri
from app.wire import Row

_LABELS = {"number": "Invoice number", "due_date": "Due date", "recipient": "Bill to", "delivery": "Ship to"}


def invoice_context(record: Row, lines: Sequence[Row]) -> Context:
    """Return the context."""
    common, code = document_context(record, lines), record["currency_code"]
    seller, buyer = seller_context(record, record["seller_legal_name"]), party_context(record["buyer"])
    settled = {"paid": money(record["amount_paid"], code), "balance_due": money(_balance_due(record), code)}
    return common | {
        "title": title_of(record, lines),
        "copy": None if common["across"] else "ORIGINAL FOR RECIPIENT",
        "endorsement": endorsement_of(record, lines),
        "export": export_of(record),
        "labels": _LABELS,
        "issuer": seller,
        "recipient": buyer,
        "delivery": delivery_to(buyer),
        "seller": seller,
        "buyer": buyer,
        "amounts": common["amounts"] | settled,
        "payment": _payment(record),
    }


def _balance_due(record: Row) -> Decimal:
    return ZERO if record["status"] == "VOID" else record["total"] - record["amount_paid"]


def _payment(record: Row) -> Context:
    """Return the bank details, and the UPI address where an amount in rupees is due."""
    due, upi_id = _balance_due(record), clean_text(record["upi_id"])
    asks = bool(upi_id) and record["currency_code"] == RUPEES and due > 0 and record["status"] not in ACROSS
    name, number = clean_text(record["seller_legal_name"]), clean_text(record["number"])
    return {
        "bank": clean_lines(record["bank"]),
        "upi": {"id": upi_id, "uri": payment_uri(upi_id, name, due, number, number)} if asks else None,
    }
