"""The tax that the recipient of a supply under reverse charge owes (CGST Rules 2017, rule 46(p)). Pure."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from app.money import EXACT, HUNDRED, ZERO, paisa
from app.printing.content.formatting import Context, money
from app.printing.content.tax_columns import (
    gst_percent,
    has_rate,
    sum_of_taxes,
    tax_of,
    taxes_of,
)
from app.tax.gst import TaxKind
from app.tax.supplies import supply_of
from app.wire import Row

_RATES = ("tax_rate_percent", "cess_rate_percent")
_FIGURES = ("taxable_amount", "cgst_amount", "sgst_amount", "igst_amount", "cess_amount")


def owed_by_recipient(record: Row, lines: Sequence[Row]) -> Context | None:
    """Return the recipient's taxes by rate, with their sum; None where the recipient owes none.

    Each line's tax is worked out on its value as it is printed.
    """
    kind = replace(supply_of(record), reverse_charge=False).tax_kind
    taxed = [line for line in lines if has_rate(line)]
    if not record["reverse_charge"] or kind is TaxKind.NONE or not taxed:
        return None
    code, rows = record["currency_code"], _by_rate([_with_tax(line, kind) for line in taxed])
    taxes = taxes_of(kind, record["seller_state_code"], rows)
    return {
        "taxes": taxes,
        "rows": [_row(row, taxes, code) for row in rows],
        "tax": money(sum((sum_of_taxes(row, "amount") for row in rows), ZERO), code),
    }


def _with_tax(line: Row, kind: TaxKind) -> Row:
    whole, cess = (EXACT.multiply(line["taxable_amount"], line[name]) / HUNDRED for name in _RATES)
    intra = kind is TaxKind.INTRA
    half = paisa(whole / 2) if intra else ZERO
    taxes = {"cgst_amount": half, "sgst_amount": half, "igst_amount": ZERO if intra else paisa(whole)}
    return line | taxes | {"cess_amount": paisa(cess)}


def _by_rate(lines: Sequence[Row]) -> list[Row]:
    rows: dict[tuple[Decimal, ...], Row] = {}
    for line in lines:
        row = rows.setdefault(tuple(line[name] for name in _RATES), line | dict.fromkeys(_FIGURES, ZERO))
        for name in _FIGURES:
            row[name] += line[name]
    return [rows[rates] for rates in sorted(rows)]


def _row(row: Row, taxes: list[Context], code: str) -> Context:
    return {
        "percent": gst_percent(row),
        "taxable": money(row["taxable_amount"], code),
        **tax_of(taxes, row, code),
        "tax": money(sum_of_taxes(row, "amount"), code),
    }
