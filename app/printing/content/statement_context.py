"""What a statement's template sees (docs/papers.md, "The context"). Pure.

`record` is a row of `printing.statement`, `entries` are those of `printing.entries`, oldest first.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from app.money import ZERO
from app.printing.content.amounts import RUPEES
from app.printing.content.formatting import (
    VERSION,
    Context,
    address,
    day,
    money,
    money_in,
    paragraphs,
    seller,
    written,
)
from app.printing.content.upi import payment_uri

Row = dict[str, Any]

_TYPES = {"invoice": "Invoice", "payment": "Payment", "credit_note": "Credit note"}
# As the dashboard has them.
_AGES = ("Current", "1–30 days", "31–60 days", "61–90 days", "Over 90 days")


def statement_context(record: Row, entries: Sequence[Row]) -> Context:
    """The whole statement, ready for a template."""
    code = record["currency_code"]
    rows = _entries(record["opening"], entries, code)
    debit, credit = (sum((entry[side] for entry in entries), ZERO) for side in ("debit", "credit"))
    return {
        "version": VERSION,
        "title": "STATEMENT OF ACCOUNT",
        "date": day(record["today"]),
        "from_date": record["from_day"] and day(record["from_day"]),
        "to_date": record["to_day"] and day(record["to_day"]),
        "currency": money_in(code, record["currency_symbol"]),
        "seller": seller(record, record["seller_name"]),
        "customer": _customer(record),
        "opening": money(record["opening"], code),
        "entries": rows,
        "debit": money(debit, code),
        "credit": money(credit, code),
        "closing": money(record["opening"] + debit - credit, code),
        "outstanding": money(record["outstanding"], code),
        "aging": _aging(record, code),
        "payment": _payment(record),
    }


def _customer(record: Row) -> Context:
    return {
        "name": written(record["legal_name"]) or written(record["display_name"]),
        "gstin": written(record["gstin"]) or None,
        "phone": written(record["phone"]) or None,
        "email": written(record["email"]) or None,
        "billing": address(record["billing_address"]),
    }


def _entries(opening: Decimal, entries: Sequence[Row], code: str) -> list[Context]:
    rows, balance = [], opening
    for entry in entries:
        balance += entry["debit"] - entry["credit"]
        rows.append(
            {
                "date": day(entry["date"]),
                "type": _TYPES[entry["type"]],
                "number": written(entry["number"]),
                "debit": money(entry["debit"], code) if entry["debit"] else None,
                "credit": money(entry["credit"], code) if entry["credit"] else None,
                "balance": money(balance, code),
            }
        )
    return rows


def _aging(record: Row, code: str) -> list[Context]:
    """Open invoices by how long they have been due today; with the last, they come to what is outstanding."""
    open_amounts = list(zip(_AGES, record["aging"], strict=True))
    rest = record["outstanding"] - sum(record["aging"], ZERO)
    return [
        {"label": label, "amount": money(amount, code)}
        for label, amount in [*open_amounts, ("Not set against invoices", rest)]
    ]


def _payment(record: Row) -> Context:
    """Where to pay; `upi` is None unless something is outstanding in rupees."""
    due, upi_id = record["outstanding"], written(record["upi_id"])
    asks = bool(upi_id) and record["currency_code"] == RUPEES and due > 0
    uri = payment_uri(upi_id, written(record["seller_name"]), due, "Statement of account") if asks else ""
    return {"bank": paragraphs(record["bank"]), "upi": {"id": upi_id, "uri": uri} if asks else None}
