"""Sums of an invoice's lines by HSN or SAC and rate, as returns require them. Pure."""

from collections.abc import Sequence
from decimal import Decimal

from app.money import ZERO, group_quantity
from app.printing.content.formatting import Context, clean_text, money
from app.printing.content.tax_columns import gst_percent, sum_of_taxes, tax_of
from app.wire import Row

# True for a line without a code; its code, its rates of GST and cess, its taxability, its unit.
_Key = tuple[bool, str, Decimal, Decimal, str, str]
_FIGURES = ("quantity", "taxable_amount", "cgst_amount", "sgst_amount", "igst_amount", "cess_amount", "total")


def hsn_summary(lines: Sequence[Row], taxes: list[Context], code: str) -> list[Context]:
    """Return a row for each HSN or SAC, rate and unit, sorted by them, those without a code last.

    The rows add up to the document. `taxes` are those that have columns.
    """
    rows: dict[_Key, Row] = {}
    for line in lines:
        hsn, unit = clean_text(line["hsn_or_sac"]), clean_text(line["unit"])
        rates = (line["tax_rate_percent"], line["cess_rate_percent"])
        key = (not hsn, hsn, *rates, line["taxability"], unit)
        row = rows.setdefault(key, line | {"hsn_or_sac": hsn, "unit": unit} | dict.fromkeys(_FIGURES, ZERO))
        for name in _FIGURES:
            row[name] += line[name]
    return [_row(rows[key], taxes, code) for key in sorted(rows)]


def _row(row: Row, taxes: list[Context], code: str) -> Context:
    return {
        "hsn": row["hsn_or_sac"] or None,
        "percent": gst_percent(row),
        "quantity": group_quantity(row["quantity"], code),
        "unit": row["unit"],
        "taxable": money(row["taxable_amount"], code),
        **tax_of(taxes, row, code),
        "tax": money(sum_of_taxes(row, "amount"), code),
        "total": money(row["total"], code),
    }
