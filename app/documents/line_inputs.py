"""Inputs of the tax calculation of a line. Pure."""

from app.money import ZERO
from app.tax.gst import LineInput
from app.tax.supplies import TAXABLE
from app.wire import Row


def line_input(line: Row) -> LineInput:
    """Return the input of the tax calculation of a completed line.

    A line with `figures` of its original has no discount: the figures hold it already.
    """
    return LineInput(
        quantity=line["quantity"],
        rate=line["rate"],
        tax_rate_percent=line["tax_rate_percent"],
        discount=ZERO if "figures" in line else line["discount"],
        is_price_inclusive=line["is_price_inclusive"],
        is_taxable=line["taxability"] == TAXABLE,
        cess_rate_percent=line["cess_rate_percent"],
    )
