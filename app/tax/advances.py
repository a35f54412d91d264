"""Tax on an advance, owed when it is received (CGST Act 2017 s. 13(2); CGST Rules, rule 50). Pure."""

from dataclasses import dataclass
from decimal import Decimal

from app.money import EXACT, HUNDRED, ZERO, paisa
from app.tax.gst import TaxError
from app.tax.place_of_supply import Whereabouts, place_of_supply
from app.tax.states import same_state, state_number

_SEZ = "SEZ"


@dataclass(frozen=True, slots=True)
class TaxedAdvance:
    """The value of an advance, and its tax: IGST, or CGST and SGST in halves."""

    value: Decimal
    igst: Decimal
    cgst: Decimal
    sgst: Decimal


def without_tax(amount: Decimal, rate: Decimal) -> Decimal:
    """Return the value in an amount that includes tax at a rate in percent: 100 for 118 at 18."""
    return paisa(EXACT.divide(EXACT.multiply(amount, HUNDRED), HUNDRED + rate))


def tax_advance(amount: Decimal, rate: Decimal, *, is_inter: bool) -> TaxedAdvance:
    """Return the value and the tax in an amount at a rate in percent."""
    value = without_tax(amount, rate)
    whole = EXACT.multiply(value, rate) / HUNDRED
    if is_inter:
        return TaxedAdvance(value, paisa(whole), ZERO, ZERO)
    half = paisa(whole / 2)
    return TaxedAdvance(value, ZERO, half, half)


def place_of_advance(stated: str | None, party: Whereabouts, seller_state: str) -> tuple[str, bool]:
    """Return the two digits of the place, and whether its tax is IGST.

    The place is what the payment says, else where the customer is, else where the seller is. A buyer in an SEZ is in
    another state than any seller.
    """
    try:
        place = place_of_supply(stated, party, seller_state).number
    except TaxError:
        place = state_number(seller_state) or seller_state
    return place, party.category == _SEZ or not same_state(place, seller_state)
