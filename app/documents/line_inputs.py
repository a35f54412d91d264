"""What the tax of a line depends on. Pure."""

from app.money import ZERO
from app.tax.gst import LineInput
from app.tax.supplies import TAXABLE
from app.wire import Row


def line_input(line: Row) -> LineInput:
    """What the tax of a completed line depends on. A line that has `figures` of its original is taken without discount:
    its figures stand."""
    return LineInput(
        quantity=line["quantity"],
        rate=line["rate"],
        tax_rate_percent=line["tax_rate_percent"],
        discount=ZERO if "figures" in line else line["discount"],
        is_price_inclusive=line["is_price_inclusive"],
        is_taxable=line["taxability"] == TAXABLE,
        cess_rate_percent=line["cess_rate_percent"],
    )
