"""The tax columns of an invoice, with rate and amount of each tax on a line. Pure."""

from collections.abc import Collection, Iterable
from decimal import Decimal

from app.money import ZERO, trim_zeros
from app.printing.content.formatting import Context, money
from app.tax.gst import TaxKind
from app.tax.states import state_number
from app.tax.supplies import TAXABLE
from app.wire import Row

_HALF = Decimal(2)
_TAXES = ("cgst", "sgst", "igst", "cess")
# Union territories without a legislature levy UTGST where a state levies SGST (UTGST Act 2017 s. 2(22)).
_UNION_TERRITORIES = {"04", "26", "31", "35", "38", "97"}


def has_rate(line: Row) -> bool:
    """Return whether a line bears a rate above zero. The tax itself may be less than a paisa."""
    return any(_rate(line, name) > 0 for name in ("tax_rate_percent", "cess_rate_percent"))


def gst_percent(line: Row) -> str:
    """Return the whole rate of GST of a line, without cess: `18%`. What is not taxable has none."""
    return _percent(_rate(line, "tax_rate_percent"))


def taxes_of(kind: TaxKind, seller_state: str | None, lines: Iterable[Row]) -> list[Context]:
    """Return the taxes that have columns: the key of each in a line, and its name. Cess is one where there is any."""
    if kind is TaxKind.NONE:
        return []
    cess = [{"key": "cess", "name": "Cess"}] if any(line["cess_amount"] for line in lines) else []
    if kind is TaxKind.INTER:
        return [{"key": "igst", "name": "IGST"}, *cess]
    state_tax = "UTGST" if state_number(seller_state) in _UNION_TERRITORIES else "SGST"
    return [{"key": "cgst", "name": "CGST"}, {"key": "sgst", "name": state_tax}, *cess]


def tax_of(taxes: Collection[Context], line: Row, code: str) -> Context:
    """Return rate (`9%`) and amount of each tax of a line; None for taxes that are not among `taxes`."""
    keys = {tax["key"] for tax in taxes}
    return {key: _tax(key, line, code) if key in keys else None for key in _TAXES}


def sum_of_taxes(row: Row, ending: str) -> Decimal:
    """Return the sum of the taxes of a row, whose columns have the `ending`: `amount` or `total`."""
    return sum((row[f"{key}_{ending}"] for key in _TAXES), ZERO)


def _tax(key: str, line: Row, code: str) -> Context:
    rate = _rate(line, "cess_rate_percent" if key == "cess" else "tax_rate_percent")
    percent = rate / _HALF if key in {"cgst", "sgst"} else rate
    return {"percent": _percent(percent), "amount": money(line[f"{key}_amount"], code)}


def _rate(line: Row, name: str) -> Decimal:
    rate: Decimal = line[name] if line["taxability"] == TAXABLE else ZERO
    return rate


def _percent(rate: Decimal) -> str:
    return f"{trim_zeros(rate)}%"
