"""The place of supply, which decides between CGST with SGST and IGST (IGST Act 2017 s. 10 to 13). Pure."""

import re
from dataclasses import dataclass

from app.tax.gst import TaxError
from app.tax.states import state_number

_FIELD = "placeOfSupplyStateCode"
_TWO_DIGITS = re.compile(r"\s*(\d\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class PlaceOfSupply:
    """A place of supply: `code` as it is written in its source, `number` its two-digit GST number."""

    code: str
    number: str


def place_of_supply(
    *,
    document: str | None,
    customer: str | None,
    customer_gstin: str | None,
    billing_state: str | None,
    seller_state: str | None,
) -> PlaceOfSupply:
    """Return the first known place of: the document's own code, the customer's code, the state of the customer's
    GSTIN, the state code of the billing address, the seller's state.

    A blank code counts as missing. Unknown codes of master data, such as those of foreign states, are skipped.

    Raises TaxError on `placeOfSupplyStateCode` if the document's own code is unknown, or all five are.
    """
    if document is not None and document.strip():
        return _place_of_document(document)
    for code in (customer, state_digits(customer_gstin), billing_state, seller_state):
        place = _place(code)
        if place:
            return place
    raise TaxError(_FIELD, "No place of supply is known: send one.")


def _place_of_document(code: str) -> PlaceOfSupply:
    place = _place(code)
    if not place:
        raise TaxError(_FIELD, "Must be the GST number or the letters of an Indian state, or 96 for exports.")
    return place


def _place(code: str | None) -> PlaceOfSupply | None:
    number = state_number(code)
    return PlaceOfSupply(code, number) if code is not None and number is not None else None


def state_digits(gstin: str | None) -> str | None:
    """Return the first two digits of a GSTIN, which are its state's number, or None if it begins with no digits.

    Letters do not count, because a foreign tax number may begin with the letters of an Indian state.
    """
    found = _TWO_DIGITS.match(gstin or "")
    return found[1] if found else None
