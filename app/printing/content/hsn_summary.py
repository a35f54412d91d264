"""What an invoice's lines come to by HSN or SAC and rate, as returns are filed. Pure."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from app.money import ZERO
from app.printing.content.amounts import plain
from app.printing.content.formatting import Context, money, written
from app.tax.gst import TaxKind

_HALF = Decimal(2)
_FIGURES = ("taxable_amount", "cgst_amount", "sgst_amount", "igst_amount", "total")

Row = dict[str, Any]


def tax_of(kind: TaxKind, percent: Decimal, line: Row, code: str) -> Context:
    """The taxes of a line or a row: each its rate, such as `9%`, and its amount; None where the kind has none."""
    intra, inter = kind is TaxKind.INTRA, kind is TaxKind.INTER
    return {
        "cgst": _tax(percent / _HALF, line["cgst_amount"], code) if intra else None,
        "sgst": _tax(percent / _HALF, line["sgst_amount"], code) if intra else None,
        "igst": _tax(percent, line["igst_amount"], code) if inter else None,
    }


def _tax(percent: Decimal, amount: Decimal, code: str) -> Context:
    return {"percent": f"{plain(percent)}%", "amount": money(amount, code)}


def hsn_summary(lines: Sequence[Row], kind: TaxKind, code: str) -> list[Context]:
    """A row for each HSN or SAC and rate, in the order the lines bring them; their sums are the document's."""
    rows: dict[tuple[str, Decimal], Row] = {}
    for line in lines:
        key = (written(line["hsn_or_sac"]), line["tax_rate_percent"])
        row = rows.setdefault(key, dict.fromkeys(_FIGURES, ZERO))
        for name in _FIGURES:
            row[name] += line[name]
    return [_row(hsn, percent, row, kind, code) for (hsn, percent), row in rows.items()]


def _row(hsn: str, percent: Decimal, row: Row, kind: TaxKind, code: str) -> Context:
    tax = row["cgst_amount"] + row["sgst_amount"] + row["igst_amount"]
    return {
        "hsn": hsn or None,
        "percent": f"{plain(percent)}%",
        "taxable": money(row["taxable_amount"], code),
        **tax_of(kind, percent, row, code),
        "tax": money(tax, code),
        "total": money(row["total"], code),
    }
