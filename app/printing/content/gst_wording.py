"""Texts that the law requires on an invoice (CGST Rules 2017, rules 5, 46, 46A, 49). Pure.

`record` is a row of `printing.invoice`, `lines` are those of `printing.lines`.
"""

from collections.abc import Sequence

from app.printing.content.formatting import Context, clean_text, country_abroad, format_date
from app.printing.content.tax_columns import has_rate
from app.tax.gst import TaxKind
from app.tax.states import EXPORT, state_number
from app.tax.supplies import TAXABLE, Supply, supply_of
from app.wire import Row

TAX_INVOICE, BILL_OF_SUPPLY, EXPORT_INVOICE = "TAX INVOICE", "BILL OF SUPPLY", "EXPORT INVOICE"
BOTH = "INVOICE-CUM-BILL OF SUPPLY"
# Of a seller who is not registered: a bill of supply is what one who is issues for supplies without tax.
INVOICE = "INVOICE"

COMPOSITION = "composition taxable person, not eligible to collect tax on supplies"
_ABROAD = "SUPPLY MEANT FOR EXPORT"
_TO_ZONE = "SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS"
_WITH_TAX = "ON PAYMENT OF INTEGRATED TAX"
_WITHOUT_TAX = "UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX"
DEEMED_EXPORT = "SUPPLY TREATED AS DEEMED EXPORT"

TAXABILITIES = {"NIL_RATED": "Nil-rated", "EXEMPT": "Exempt", "NON_GST": "Non-GST"}


def title_of(record: Row, lines: Sequence[Row]) -> str:
    """Return the title that the law gives the paper."""
    supply = supply_of(record)
    if _is_of_composition(supply):
        return BILL_OF_SUPPLY
    if not _is_registered(supply):
        return INVOICE
    if goes_abroad(supply):
        return EXPORT_INVOICE
    bearing = [_bears_gst(line, supply) for line in lines]
    if not any(bearing):
        return BILL_OF_SUPPLY
    return TAX_INVOICE if all(bearing) or supply.type != "B2C" else BOTH


def endorsement_of(record: Row, lines: Sequence[Row]) -> str | None:
    """Return the text that the law requires about the supply as a whole; None for most, and for a seller without a
    GSTIN."""
    supply = supply_of(record)
    if not _is_registered(supply):
        return None
    if supply.seller_is_composition:
        return COMPOSITION
    if supply.is_zero_rated:
        taxed = supply.tax_kind is TaxKind.INTER and any(map(has_rate, lines))
        return f"{_ABROAD if goes_abroad(supply) else _TO_ZONE} {_WITH_TAX if taxed else _WITHOUT_TAX}"
    return DEEMED_EXPORT if supply.type == "DEXP" else None


def export_of(record: Row) -> Context | None:
    """Return the country of destination and the shipping bill; None for a supply within India without one."""
    number, port = clean_text(record["shipping_bill_number"]), clean_text(record["port_code"])
    day = record["shipping_bill_date"]
    told: Context = {
        "country": _destination(record["buyer"]) if goes_abroad(supply_of(record)) else None,
        "shipping_bill_number": number or None,
        "shipping_bill_date": day and format_date(day),
        "port_code": port or None,
    }
    return told if any(told.values()) else None


def goes_abroad(supply: Supply) -> bool:
    """Return whether the place of supply is outside India."""
    return state_number(supply.place) == EXPORT


def _destination(buyer: Row) -> str | None:
    return country_abroad(buyer.get("shippingAddress")) or country_abroad(buyer.get("billingAddress"))


def _is_registered(supply: Supply) -> bool:
    return bool(clean_text(supply.seller_gstin))


def _is_of_composition(supply: Supply) -> bool:
    return _is_registered(supply) and supply.seller_is_composition


def _bears_gst(line: Row, supply: Supply) -> bool:
    """Return whether a line is taxed by somebody. A rate of zero exempts it, unless others pay or it is zero-rated."""
    if line["taxability"] != TAXABLE:
        return False
    return has_rate(line) or supply.reverse_charge or supply.is_zero_rated
