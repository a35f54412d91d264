"""The items of GSTR-1: what a document comes to at each rate. Pure."""

from collections.abc import Iterable
from decimal import Decimal

from app.money import ZERO
from app.returns.supplies_of_month import NOTHING, Share, Taxes
from app.wire import Json


def by_rate(shares: Iterable[Share]) -> list[tuple[Decimal, Taxes]]:
    """The sums of shares by rate, the lowest first."""
    sums: dict[Decimal, Taxes] = {}
    for share in shares:
        before = sums.get(share.rate)
        sums[share.rate] = before.plus(share.taxes) if before else share.taxes
    return sorted(sums.items()) if len(sums) > 1 else list(sums.items())


def figures(rate: Decimal, taxes: Taxes, *, is_inter: bool) -> Json:
    """A rate, its value and the taxes that fit the place of supply, by the portal's keys."""
    taxed: Json = {"rt": float(rate), "txval": float(taxes.taxable)}
    if is_inter:
        taxed["iamt"] = float(taxes.igst)
    else:
        taxed["camt"], taxed["samt"] = float(taxes.cgst), float(taxes.sgst)
    taxed["csamt"] = float(taxes.cess)
    return taxed


def numbered(shares: Iterable[Share], *, is_inter: bool) -> list[Json]:
    """`itms` of a document."""
    return [
        {"num": place, "itm_det": figures(rate, taxes, is_inter=is_inter)}
        for place, (rate, taxes) in enumerate(by_rate(shares), 1)
    ]


def sum_of(shares: Iterable[Share]) -> Taxes:
    """What shares come to together."""
    total = NOTHING
    for share in shares:
        total = total.plus(share.taxes)
    return total


def has_value(taxes: Taxes) -> bool:
    """Whether a row that is added up says anything: what was sold and taken back whole leaves none."""
    return any(amount != ZERO for amount in taxes)
