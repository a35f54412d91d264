"""Amounts of money: rounding, bounds and proportional shares. Pure. Amounts are `Decimal`, in any currency.

Rounding is half away from zero, as in Indian tax practice and in the service's interface.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal

ZERO = Decimal("0.00")
HUNDRED = Decimal(100)
RUPEES = "INR"

# A client with 64-bit floats reads 15 digits exactly: 13 before the point and 2 after it.
MONEY_MAX = Decimal("9999999999999.99")
# The same 15 digits for numbers with six places: quantities and exchange rates.
QUANTITY_MAX = Decimal("999999999.999999")

# A product of quantity, price and percentage has up to 43 digits; the default precision of 28 would cut it. Divided
# by (100 + rate) it has up to 25 digits before the point, and is either exactly half a paisa or at least 10^-24 away
# from it. 80 digits tell the two apart, so rounding the quotient gives the same paisa as rounding the fraction.
EXACT = Context(prec=80, rounding=ROUND_HALF_UP)

_BELOW_A_LAKH = len("99,999.99")
_RUPEE = Decimal(1)
_PAISA = Decimal("0.01")
_MICRO = Decimal("0.000001")


def _rounded(amount: Decimal, step: Decimal) -> Decimal:
    rounded = amount.quantize(step, context=EXACT)
    # JSON would show a negative zero as -0.0.
    return rounded if rounded else rounded.copy_abs()


def paisa(amount: Decimal) -> Decimal:
    """Return the amount rounded to 2 places, half away from zero. Never a negative zero."""
    return _rounded(amount, _PAISA)


def micro(number: Decimal) -> Decimal:
    """Return the quantity, price or rate rounded to 6 places, half away from zero. Never a negative zero."""
    return _rounded(number, _MICRO)


def rupee(amount: Decimal) -> Decimal:
    """Return the amount rounded to whole units, half away from zero. Never a negative zero."""
    return _rounded(amount, _RUPEE)


def share_out(amount: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """Split an amount in proportion to the weights. Return one share for each weight; they add up to the amount.

    `amount` and `weights` have 2 places and are not negative. The method is that of the largest remainder: every
    share is rounded down to the paisa, and the remaining paise go, one each, to the shares with the largest
    remainders, of equal ones to the first. No share exceeds its weight if the amount does not exceed their sum.

    Raises ValueError for an amount above 0 if all weights are 0.
    """
    paise = _in_paise(amount)
    weights_in_paise = [_in_paise(weight) for weight in weights]
    total = sum(weights_in_paise)
    if not total:
        if paise:
            raise ValueError("an amount cannot be shared out over weights of 0")
        return [ZERO for _ in weights]
    divisions = [divmod(paise * weight, total) for weight in weights_in_paise]
    shares = [share for share, _ in divisions]
    by_remainder = sorted(range(len(shares)), key=lambda index: -divisions[index][1])
    for index in by_remainder[: paise - sum(shares)]:
        shares[index] += 1
    return [Decimal(share).scaleb(-2, EXACT) for share in shares]


def _in_paise(amount: Decimal) -> int:
    return int(amount.scaleb(2, EXACT))


def group_digits(amount: Decimal, code: str = RUPEES) -> str:
    """Return the amount with 2 places and grouped digits: 1,23,456.00 in rupees, 123,456.00 in other currencies."""
    text = f"{amount:,.2f}"
    if code != RUPEES or len(text) <= _BELOW_A_LAKH:
        return text
    sign, figure = ("-", text[1:]) if text.startswith("-") else ("", text)
    whole, places = figure.replace(",", "").split(".")
    return f"{sign}{_lakhs(whole)}.{places}"


def group_quantity(quantity: Decimal, code: str = RUPEES) -> str:
    """Return a quantity of 0 or more, grouped as amounts in the currency are, without trailing zeros: 1,23,456.5."""
    places = trim_zeros(quantity).partition(".")[2]
    whole = group_digits(Decimal(int(quantity)), code).partition(".")[0]
    return f"{whole}.{places}" if places else whole


def _lakhs(digits: str) -> str:
    head, tail = digits[:-3], digits[-3:]
    pairs = [head[max(end - 2, 0) : end] for end in range(len(head), 0, -2)]
    return ",".join([*reversed(pairs), tail])


def trim_zeros(number: Decimal) -> str:
    """Return a quantity, rate or percentage without trailing zeros: 2.500000 -> 2.5."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
