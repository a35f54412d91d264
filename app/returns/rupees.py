"""The figures of a sale's lines for the portals, in rupees. Pure.

A row of `e_invoices.invoice` or `.credit_note` is a document here, and rows of its `_lines` are its lines. Amounts of a
document in another currency are worked out in rupees line by line, rounded to the paisa, and then summed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from app.money import EXACT, HUNDRED, ZERO, paisa
from app.tax.gst import LineInput, TaxKind, tax_line
from app.tax.states import state_number
from app.tax.supplies import TAXABLE, supply_of
from app.wire import Row

_TAXES = ("cgst", "sgst", "igst", "cess")


@dataclass(frozen=True)
class RupeeFigures:
    """A line in rupees. `gross` - `discount` = `taxable`, all without tax; a discount includes the line's share of the
    document discount. Taxes are those that the seller or, under reverse charge, the recipient owes; `total` is what the
    document asks for."""

    gross: Decimal
    discount: Decimal
    taxable: Decimal
    cgst: Decimal
    sgst: Decimal
    igst: Decimal
    cess: Decimal
    total: Decimal


def is_taxable(line: Row) -> bool:
    """Return whether a line is of a taxable supply: not nil-rated, exempt or outside GST."""
    return bool(line["taxability"] == TAXABLE)


def figures_of(document: Row, line: Row) -> RupeeFigures:
    """Return a line's figures in rupees."""
    supply, rate = supply_of(document), document["exchange_rate"]
    taxable = in_rupees(line["taxable_amount"], rate)
    gross = max(in_rupees(_gross(line, supply.tax_kind), rate), taxable)
    if document["reverse_charge"] and is_taxable(line):
        taxes, asked = _owed(line, replace(supply, reverse_charge=False).tax_kind), ZERO
    else:
        taxes = [line[f"{tax}_amount"] for tax in _TAXES]
        asked = sum((in_rupees(tax, rate) for tax in taxes), ZERO)
    cgst, sgst, igst, cess = (in_rupees(tax, rate) for tax in taxes)
    return RupeeFigures(gross, gross - taxable, taxable, cgst, sgst, igst, cess, taxable + asked)


def summed(figures: Sequence[RupeeFigures], name: str) -> Decimal:
    """Return the sum of a figure over lines."""
    return sum((getattr(line, name) for line in figures), ZERO)


def in_rupees(amount: Decimal, rate: Decimal) -> Decimal:
    """Return an amount of the document's currency in rupees."""
    return paisa(EXACT.multiply(amount, rate))


def _gross(line: Row, kind: TaxKind) -> Decimal:
    """Return the line's amount before any discount, without tax, as it stands in the document's sub total."""
    priced = LineInput(
        quantity=line["quantity"],
        rate=line["rate"],
        tax_rate_percent=line["tax_rate_percent"],
        is_price_inclusive=line["is_price_inclusive"],
        is_taxable=is_taxable(line),
        cess_rate_percent=line["cess_rate_percent"],
    )
    return tax_line(0, priced, kind).gross_amount


def _owed(line: Row, kind: TaxKind) -> list[Decimal]:
    """Return CGST, SGST, IGST and cess that the recipient owes on a line (CGST Act 2017 s. 9(3), 9(4))."""
    if kind is TaxKind.NONE:
        return [ZERO, ZERO, ZERO, ZERO]
    whole = EXACT.multiply(line["taxable_amount"], line["tax_rate_percent"]) / HUNDRED
    cess = paisa(EXACT.multiply(line["taxable_amount"], line["cess_rate_percent"]) / HUNDRED)
    if kind is TaxKind.INTER:
        return [ZERO, ZERO, paisa(whole), cess]
    return [paisa(whole / 2), paisa(whole / 2), ZERO, cess]


def place_of(document: Row) -> str | None:
    """Return the two digits of the document's place of supply."""
    return state_number(document["place_of_supply_state_code"])
