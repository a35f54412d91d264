"""GSTR-1 compared with the books. Pure."""

from decimal import Decimal

from app.money import ZERO
from app.returns.gstr1 import Gstr1
from app.returns.supplies_of_month import NOTHING, Taxes
from app.wire import Row


def summary(filed: Gstr1, documents: int, books: Taxes) -> Row:
    """Return the sums of the documents of each section, the sums of the books, and their difference.

    The difference is the sum of the absolute differences of the amounts, 0 where the return holds every document.
    """
    in_sections = NOTHING
    for _, taxes in filed.totals.values():
        in_sections = in_sections.plus(taxes)
    difference: Decimal = sum(map(abs, books.plus(in_sections, -1)), ZERO)
    return {
        "sections": [
            {"section": section} | _figures(count, taxes) for section, (count, taxes) in filed.totals.items()
        ],
        "books": _figures(documents, books),
        "difference": difference,
    }


def _figures(documents: int, taxes: Taxes) -> Row:
    return {
        "documents": documents,
        "taxableValue": taxes.taxable,
        "igst": taxes.igst,
        "cgst": taxes.cgst,
        "sgst": taxes.sgst,
        "cess": taxes.cess,
    }
