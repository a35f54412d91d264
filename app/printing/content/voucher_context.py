"""The context of a receipt voucher's template (docs/papers.md, "The context"). Pure.

`record` is a row of `printing.receipt_voucher`, `settled` are those of `printing.receipt_voucher_lines`.
"""

from collections.abc import Sequence
from decimal import Decimal

from app.money import ZERO
from app.printing.content.amounts import in_words
from app.printing.content.document_context import party_context
from app.printing.content.formatting import (
    CONTEXT_VERSION,
    Context,
    clean_lines,
    clean_text,
    currency_context,
    format_date,
    format_state,
    money,
    seller_context,
)
from app.tax.gst import TaxError
from app.tax.place_of_supply import Whereabouts, place_of_supply
from app.wire import Row

_MODES = {
    "BANK_TRANSFER": "Bank transfer",
    "CARD": "Card",
    "CASH": "Cash",
    "CHEQUE": "Cheque",
    "GATEWAY": "Online",
    "OTHER": "Other",
    "UPI": "UPI",
}


def voucher_context(record: Row, settled: Sequence[Row]) -> Context:
    """Return the context."""
    code, left = record["currency_code"], _left(record, settled)
    return {
        "version": CONTEXT_VERSION,
        "title": "RECEIPT VOUCHER",
        "number": clean_text(record["number"]),
        "date": format_date(record["day"]),
        "currency": currency_context(code, record["currency_symbol"]),
        "seller": seller_context(record, record["seller_name"]),
        "customer": party_context(record["customer"]),
        "place_of_supply": _place(record),
        "reverse_charge": "No",
        "mode": _MODES[record["mode"]],
        "reference": clean_text(record["reference_number"]) or None,
        "received": money(record["amount"], code),
        "in_words": in_words(record["amount"], code),
        "deducted": money(record["tds_amount"], code) if record["tds_amount"] else None,
        "section": clean_text(record["tds_section_code"]) or None,
        "settled": _settled(record, settled, code),
        "advance": money(left, code) if left else None,
        "total": money(record["amount"] + record["tds_amount"], code),
        "notes": clean_lines(record["notes"]),
    }


def _left(record: Row, settled: Sequence[Row]) -> Decimal:
    given = sum((row["amount"] for row in settled), ZERO) + record["opening_balance_applied"]
    left: Decimal = record["amount"] + record["tds_amount"] - given
    return left


def _settled(record: Row, settled: Sequence[Row], code: str) -> list[Context]:
    rows: list[Context] = [
        {
            "label": f"Invoice {clean_text(row['number'])}",
            "date": format_date(row["day"]),
            "amount": money(row["amount"], code),
        }
        for row in settled
    ]
    opening = record["opening_balance_applied"]
    if opening:
        rows.append({"label": "Opening balance", "date": None, "amount": money(opening, code)})
    return rows


def _place(record: Row) -> str | None:
    """Return the place of a supply to the customer of today; none where its record has a text that is no place."""
    customer = record["customer"]
    party = Whereabouts(
        record="",
        code=customer["placeOfSupplyStateCode"],
        gstin=customer["gstin"],
        billing_address=customer["billingAddress"] or {},
        category=record["gst_category"],
    )
    try:
        return format_state(place_of_supply(None, party, record["seller_state_code"]).code)
    except TaxError:
        return None
