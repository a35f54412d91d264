"""The items of GSTR-1: the sums of a document at each rate. Pure."""

from collections.abc import Iterable
from decimal import Decimal

from app.returns.supplies_of_month import RateSum, Taxes
from app.wire import Json


def figures(rate: Decimal, taxes: Taxes, *, is_inter: bool) -> Json:
    """Return a rate, its value and the taxes that fit the place of supply, by the portal's keys."""
    taxed: Json = {"rt": float(rate), "txval": float(taxes.taxable)}
    if is_inter:
        taxed["iamt"] = float(taxes.igst)
    else:
        taxed["camt"] = taxed["samt"] = float(taxes.cgst)
    taxed["csamt"] = float(taxes.cess)
    return taxed


def numbered(rates: Iterable[RateSum], *, is_inter: bool) -> list[Json]:
    """Return `itms` of a document."""
    return [
        {"num": place, "itm_det": figures(rate, taxes, is_inter=is_inter)}
        for place, (rate, taxes) in enumerate(rates, 1)
    ]
