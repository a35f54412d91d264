"""GST identification numbers (GSTIN): their shapes, check character and parts. Pure.

The shapes are those that the GST portal takes from suppliers: of taxpayers, of those who deduct or collect tax at
source, of UN bodies and embassies (UIN), and of persons who are not resident in India.
"""

import re

from app.errors import Warned
from app.tax.states import state_number

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# State, PAN (five letters, four digits, a letter), number of the registration in the state, Z, check character.
_SHAPE = re.compile(r"[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]")
_AT_SOURCE = re.compile(r"[0-9]{2}[A-Z]{4}[A-Z0-9][0-9]{4}[A-Z][1-9A-Z][CD][0-9A-Z]")
# These have a number of their own in place of a PAN, and no check character of the rule.
_OTHERS = re.compile(r"[0-9]{4}[A-Z]{3}[0-9]{5}(?:UN|ON|NR|OS)[0-9A-Z]")
_PAN = re.compile(r"[A-Z]{5}[0-9]{4}[A-Z]")


def check_digit(first: str) -> str:
    """Return the last character of a GSTIN, computed from the first 14 (capitals and digits).

    Every second character counts double. The two base-36 digits of each product are summed. The check digit
    completes the sum to a multiple of 36. Raises ValueError for a character that is neither digit nor capital.
    """
    products = [_DIGITS.index(char) * (1 + index % 2) for index, char in enumerate(first)]
    return _DIGITS[-sum(product // 36 + product % 36 for product in products) % 36]


def has_shape(gstin: str) -> bool:
    """Return whether the text has the 15 letters and digits of a taxpayer's GSTIN in capitals, with any check digit."""
    return _SHAPE.fullmatch(gstin) is not None


def is_valid(gstin: str) -> bool:
    """Return whether the text is a taxpayer's GSTIN in capitals, with the right check digit."""
    return has_shape(gstin) and check_digit(gstin[:-1]) == gstin[-1]


def state_of_gstin(gstin: str | None) -> str | None:
    """Return the first two digits of a well-formed GSTIN, None of any other text. 99, the Centre, is no place."""
    capitals = _capitals(gstin)
    return capitals[:2] if _is_well_formed(capitals) and capitals[:2] != "99" else None


def _capitals(text: str | None) -> str:
    return (text or "").strip().upper()


def _is_well_formed(capitals: str) -> bool:
    return any(shape.fullmatch(capitals) for shape in (_SHAPE, _AT_SOURCE, _OTHERS))


def gstin_warnings(gstin: str | None, state: str | None) -> list[Warned]:
    """Return warnings about the GSTIN of a party whose address is in `state`, a code or a name in any spelling."""
    capitals = _capitals(gstin)
    if not capitals:
        return []
    if not _is_well_formed(capitals):
        return [Warned("gstin_malformed", "gstin", "Is no GSTIN: 15 characters such as 27AAPFU0939F1ZV.")]
    warnings = []
    expected = check_digit(capitals[:-1])
    if not _OTHERS.fullmatch(capitals) and expected != capitals[-1]:
        message = f"Its last character should be {expected}: one of the others may be misspelt."
        warnings.append(Warned("gstin_check_character", "gstin", message))
    number = state_number(state)
    if number and state_number(capitals[:2]) != number:
        message = f"Begins with {capitals[:2]}, but the address is in {number}."
        warnings.append(Warned("gstin_state_mismatch", "gstin", message))
    return warnings


def pan_warnings(pan: str | None, gstin: str | None) -> list[Warned]:
    """Return warnings about the PAN of a party beside its GSTIN."""
    capitals, registered = _capitals(pan), _capitals(gstin)
    if not capitals:
        return []
    if not _PAN.fullmatch(capitals):
        return [Warned("pan_malformed", "pan", "Is no PAN: five letters, four digits and a letter.")]
    if _SHAPE.fullmatch(registered) and registered[2:12] != capitals:
        return [Warned("pan_not_of_gstin", "pan", f"The GSTIN is of {registered[2:12]}.")]
    return []
