"""Amounts of money: rounding, bounds and sharing out. Pure; amounts are `Decimal`, in any currency.

Rounding is half away from zero, as Indian tax practice and the service's interface have it.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal

ZERO = Decimal("0.00")
HUNDRED = Decimal(100)

# 13 digits before the point and 2 after are the most that a 64-bit float client reads exactly.
MONEY_MAX = Decimal("9999999999999.99")
# The same 15 digits for what keeps six places: quantities and rates of exchange.
QUANTITY_MAX = Decimal("999999999.999999")

# A quantity, a price and a percentage multiply to at most 43 digits, which the default 28 would cut. Divided
# by (100 + rate) the result has up to 25 digits before the point and lies on half a paisa or at least 10^-24
# beside it, which 80 digits tell apart: rounding the quotient is as good as rounding the fraction.
EXACT = Context(prec=80, rounding=ROUND_HALF_UP)

_RUPEE = Decimal(1)
_PAISA = Decimal("0.01")
_MICRO = Decimal("0.000001")


def _rounded(amount: Decimal, step: Decimal) -> Decimal:
    rounded = amount.quantize(step, context=EXACT)
    # A negative zero would reach the reader of JSON as -0.0.
    return rounded if rounded else rounded.copy_abs()


def paisa(amount: Decimal) -> Decimal:
    """The amount at 2 places, half away from zero; never a negative zero."""
    return _rounded(amount, _PAISA)


def micro(number: Decimal) -> Decimal:
    """The quantity, price or rate at 6 places, half away from zero; never a negative zero."""
    return _rounded(number, _MICRO)


def rupee(amount: Decimal) -> Decimal:
    """The amount in whole units, half away from zero; never a negative zero."""
    return _rounded(amount, _RUPEE)


def share_out(amount: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """Split an amount in proportion to the weights, to the paisa, so that the shares add up to it exactly.

    Method of the largest remainder: every share is cut to the paisa, and the paise left over go one each to
    the shares that lost most, of equals to the earlier. Amount and weights are at 2 places and not negative.
    A share is never more than its weight while the amount is not more than their sum.

    ValueError: there is something to share and no weight to share it by.
    """
    units = _paise(amount)
    parts = [_paise(weight) for weight in weights]
    whole = sum(parts)
    if not whole:
        if units:
            raise ValueError("an amount cannot be shared out over weights of 0")
        return [ZERO for _ in parts]
    shares, remainders = _divided(units, parts, whole)
    by_loss = sorted(range(len(parts)), key=lambda place: -remainders[place])
    for place in by_loss[: units - sum(shares)]:
        shares[place] += 1
    return [Decimal(share).scaleb(-2, EXACT) for share in shares]


def _divided(units: int, parts: Sequence[int], whole: int) -> tuple[list[int], list[int]]:
    pairs = [divmod(units * part, whole) for part in parts]
    return [share for share, _ in pairs], [remainder for _, remainder in pairs]


def _paise(amount: Decimal) -> int:
    return int(amount.scaleb(2, EXACT))
