"""Sums of an invoice's lines by HSN or SAC and rate, as returns require them. Pure."""

from collections.abc import Sequence
from decimal import Decimal

from app.money import ZERO
from app.printing.content.amounts import trim_zeros
from app.printing.content.formatting import Context, clean_text, money
from app.tax.gst import TaxKind
from app.wire import Row

_HALF = Decimal(2)
_FIGURES = ("taxable_amount", "cgst_amount", "sgst_amount", "igst_amount", "total")


def tax_of(kind: TaxKind, percent: Decimal, line: Row, code: str) -> Context:
    """Return rate (`9%`) and amount of each tax of a line; None for taxes that `kind` does not have."""
    intra, inter = kind is TaxKind.INTRA, kind is TaxKind.INTER
    return {
        "cgst": _tax(percent / _HALF, line["cgst_amount"], code) if intra else None,
        "sgst": _tax(percent / _HALF, line["sgst_amount"], code) if intra else None,
        "igst": _tax(percent, line["igst_amount"], code) if inter else None,
    }


def _tax(percent: Decimal, amount: Decimal, code: str) -> Context:
    return {"percent": f"{trim_zeros(percent)}%", "amount": money(amount, code)}


def hsn_summary(lines: Sequence[Row], kind: TaxKind, code: str) -> list[Context]:
    """Return a row for each HSN or SAC and rate, in order of first appearance. The rows add up to the document."""
    rows: dict[tuple[str, Decimal], Row] = {}
    for line in lines:
        key = (clean_text(line["hsn_or_sac"]), line["tax_rate_percent"])
        row = rows.setdefault(key, dict.fromkeys(_FIGURES, ZERO))
        for name in _FIGURES:
            row[name] += line[name]
    return [_row(hsn, percent, row, kind, code) for (hsn, percent), row in rows.items()]


def _row(hsn: str, percent: Decimal, row: Row, kind: TaxKind, code: str) -> Context:
    tax = row["cgst_amount"] + row["sgst_amount"] + row["igst_amount"]
    return {
        "hsn": hsn or None,
        "percent": f"{trim_zeros(percent)}%",
        "taxable": money(row["taxable_amount"], code),
        **tax_of(kind, percent, row, code),
        "tax": money(tax, code),
        "total": money(row["total"], code),
    }
