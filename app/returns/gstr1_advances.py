"""Table 11: advances received, and advances that invoices have used up (`at`, `txpd`). Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from app.money import EXACT, ZERO, paisa
from app.returns.answers import FilingProblem
from app.returns.gstr1_items import figures
from app.returns.supplies_of_month import NOTHING, Taxes
from app.tax.advances import tax_advance
from app.tax.codes import rate_warnings
from app.wire import Json


@dataclass(frozen=True, slots=True)
class Advance:
    """The part of a payment that is an advance, or was one until this month.

    `amount` is in rupees and includes tax; `place` is the number of the place of supply in GST's list of states.
    """

    payment_id: str
    amount: Decimal
    rate: Decimal
    place: str
    is_inter: bool


def advance_problems(advances: Iterable[Advance]) -> list[FilingProblem]:
    """Return the problems that keep payments out of table 11."""
    return [
        FilingProblem(warned.code, "advanceTaxRatePercent", warned.message, advance.payment_id)
        for advance in advances
        for warned in rate_warnings(advance.rate)
    ]


def taxes_of(advance: Advance) -> Taxes:
    """Return the value of an advance and its tax."""
    taxed = tax_advance(advance.amount, advance.rate, is_inter=advance.is_inter)
    return Taxes(taxed.value, taxed.igst, taxed.cgst, taxed.sgst)


def rows(advances: Iterable[Advance]) -> list[Json]:
    """Return `at` or `txpd`: sums by place and rate."""
    sums: dict[tuple[str, bool], dict[Decimal, Taxes]] = {}
    for advance in advances:
        by_rate = sums.setdefault((advance.place, advance.is_inter), {})
        by_rate[advance.rate] = by_rate.get(advance.rate, NOTHING).plus(taxes_of(advance))
    return [
        {
            "pos": place,
            "sply_ty": "INTER" if is_inter else "INTRA",
            "itms": [_item(rate, taxes, is_inter) for rate, taxes in sorted(by_rate.items())],
        }
        for (place, is_inter), by_rate in sorted(sums.items())
    ]


def _item(rate: Decimal, taxes: Taxes, is_inter: bool) -> Json:
    item = figures(rate, taxes, is_inter=is_inter)
    return {"rt": item.pop("rt"), "ad_amt": item.pop("txval")} | item


def left_of(brought: Decimal, used: Decimal, exchange: Decimal) -> Decimal:
    """Return the part of a payment that is not used, in rupees. `exchange` is rupees per unit of its currency."""
    return max(ZERO, paisa(EXACT.multiply(brought - used, exchange)))
