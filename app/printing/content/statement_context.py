"""The context of a statement's template (docs/papers.md, "The context"). Pure.

`record` is a row of `printing.statement`, `entries` are those of `printing.entries`, oldest first.
"""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from app.money import RUPEES, ZERO
from app.printing.content.formatting import (
    CONTEXT_VERSION,
    Context,
    address_lines,
    clean_lines,
    clean_text,
    currency_context,
    format_date,
    money,
    seller_context,
)
from app.printing.content.upi import payment_uri
from app.wire import Row

_TYPES = {"invoice": "Invoice", "payment": "Payment", "credit_note": "Credit note"}
# The same ranges as on the dashboard.
_AGES = ("Current", "1–30 days", "31–60 days", "61–90 days", "Over 90 days")


def statement_context(record: Row, entries: Sequence[Row]) -> Context:
    """Return the context."""
    code = record["currency_code"]
    rows = _entries(record["opening"], entries, code)
    debit, credit = (sum((entry[side] for entry in entries), ZERO) for side in ("debit", "credit"))
    return {
        "version": CONTEXT_VERSION,
        "title": "STATEMENT OF ACCOUNT",
        "date": format_date(record["today"]),
        "from_date": record["from_day"] and format_date(record["from_day"]),
        "to_date": record["to_day"] and format_date(record["to_day"]),
        "currency": currency_context(code, record["currency_symbol"]),
        "seller": seller_context(record, record["seller_name"]),
        "customer": _customer(record),
        "opening": money(record["opening"], code),
        "entries": rows,
        "debit": money(debit, code),
        "credit": money(credit, code),
        "closing": money(record["opening"] + debit - credit, code),
        "closing_date": format_date(_closing_day(record, entries)),
        "outstanding": money(record["outstanding"], code),
        "aging": _aging(record, code),
        "payment": _payment(record),
    }


def _customer(record: Row) -> Context:
    return {
        "name": clean_text(record["legal_name"]) or clean_text(record["display_name"]),
        "gstin": clean_text(record["gstin"]) or None,
        "phone": clean_text(record["phone"]) or None,
        "email": clean_text(record["email"]) or None,
        "billing": address_lines(record["billing_address"]),
    }


def _closing_day(record: Row, entries: Sequence[Row]) -> date:
    """Return the day of the closing balance: the last of the date range, else today or that of a later entry."""
    closing_day: date = record["to_day"] or max([record["today"], *(entry["date"] for entry in entries)])
    return closing_day


def _entries(opening: Decimal, entries: Sequence[Row], code: str) -> list[Context]:
    rows, balance = [], opening
    for entry in entries:
        balance += entry["debit"] - entry["credit"]
        rows.append(
            {
                "date": format_date(entry["date"]),
                "type": _TYPES[entry["type"]],
                "number": clean_text(entry["number"]),
                "debit": money(entry["debit"], code) if entry["debit"] else None,
                "credit": money(entry["credit"], code) if entry["credit"] else None,
                "balance": money(balance, code),
            }
        )
    return rows


def _aging(record: Row, code: str) -> list[Context]:
    """Return open amounts by days overdue today. The last entry makes their sum the outstanding amount."""
    open_amounts = list(zip(_AGES, record["aging"], strict=True))
    rest = record["outstanding"] - sum(record["aging"], ZERO)
    return [
        {"label": label, "amount": money(amount, code)}
        for label, amount in [*open_amounts, ("Not set against invoices", rest)]
    ]


def _payment(record: Row) -> Context:
    """Return the bank details, and the UPI address where an amount in rupees is outstanding."""
    due, upi_id = record["outstanding"], clean_text(record["upi_id"])
    asks = bool(upi_id) and record["currency_code"] == RUPEES and due > 0
    uri = payment_uri(upi_id, clean_text(record["seller_name"]), due, "Statement of account") if asks else ""
    return {"bank": clean_lines(record["bank"]), "upi": {"id": upi_id, "uri": uri} if asks else None}
