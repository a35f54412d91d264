"""Where a supply takes place, by which its taxes are chosen (IGST Act 2017 s. 10 to 13). Pure."""

import re
from dataclasses import dataclass

from app.tax.gst import TaxError
from app.tax.states import state_number

_FIELD = "placeOfSupplyStateCode"
_TWO_DIGITS = re.compile(r"\s*(\d\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Place:
    """`code` as it was written where it was found, `number` the two-digit GST number it stands for."""

    code: str
    number: str


def place_of_supply(
    *,
    document: str | None,
    customer: str | None,
    customer_gstin: str | None,
    billing_state: str | None,
    seller_state: str | None,
) -> Place:
    """The first of these that names a place: the document's own code, the customer's, the state in the
    customer's GSTIN, the billing address's state code, the seller's state.

    A blank code counts as not given. Master data may hold codes of foreign states: they are passed over.

    TaxError on `placeOfSupplyStateCode`: the document's own code is unknown, or none of the five is known.
    """
    if document is not None and document.strip():
        return _own(document)
    for code in (customer, state_digits(customer_gstin), billing_state, seller_state):
        place = _place(code)
        if place:
            return place
    raise TaxError(_FIELD, "No place of supply is known: send one.")


def _own(code: str) -> Place:
    place = _place(code)
    if not place:
        raise TaxError(_FIELD, "Must be the GST number or the letters of an Indian state, or 96 for exports.")
    return place


def _place(code: str | None) -> Place | None:
    number = state_number(code)
    return Place(code, number) if code is not None and number is not None else None


def state_digits(gstin: str | None) -> str | None:
    """The two digits that a GSTIN begins with, which are its state's; None where it does not begin with digits.

    Digits only: a foreign tax number may begin with letters that an Indian state has too.
    """
    found = _TWO_DIGITS.match(gstin or "")
    return found[1] if found else None
