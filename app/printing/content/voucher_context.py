"""The context of a receipt voucher's template (docs/papers.md, "The context"). Pure.

`record` is a row of `printing.receipt_voucher`, `settled` are those of `printing.receipt_voucher_lines`.
"""

from collections.abc import Sequence
from decimal import Decimal

from app.money import ZERO, trim_zeros
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
from app.tax.advances import place_of_advance, tax_advance
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
        "asks_for_tax": bool(left) and _owes_tax(record),
        "tax": _tax(record, left, code) if left else None,
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


def _owes_tax(record: Row) -> bool:
    return bool(clean_text(record["seller_gstin"])) and not record["seller_is_composition"]


def _tax(record: Row, left: Decimal, code: str) -> Context | None:
    """Return the tax of the advance, None where the payment names no rate or the seller collects none."""
    percent = record["advance_tax_rate_percent"]
    if percent is None or not _owes_tax(record):
        return None
    stated, seller_state = record["advance_place_of_supply_state_code"], record["seller_state_code"]
    _, is_inter = place_of_advance(stated, _customer(record), seller_state)
    taxed = tax_advance(left, percent, is_inter=is_inter)
    borne = {"igst": taxed.igst} if is_inter else {"cgst": taxed.cgst, "sgst": taxed.sgst}
    return {
        "percent": trim_zeros(percent),
        "value": money(taxed.value, code),
        **{name: money(borne[name], code) if name in borne else None for name in ("cgst", "sgst", "igst")},
    }


def _customer(record: Row) -> Whereabouts:
    customer = record["customer"]
    return Whereabouts(
        record="",
        code=customer["placeOfSupplyStateCode"],
        gstin=customer["gstin"],
        billing_address=customer["billingAddress"] or {},
        category=record["gst_category"],
    )


def _place(record: Row) -> str | None:
    """Return the place that the payment names, else that of a supply to the customer of today; None where its record
    has a text that is no place."""
    stated = record["advance_place_of_supply_state_code"]
    try:
        return format_state(place_of_supply(stated, _customer(record), record["seller_state_code"]).code)
    except TaxError:
        return None
