"""GST identification numbers (GSTIN): their shape and check digit. Pure."""

import re

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# State, PAN (five letters, four digits, a letter), number of the registration in the state, Z, check digit.
_SHAPE = re.compile(r"[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]")


def check_digit(first: str) -> str:
    """Return the last character of a GSTIN, computed from the first 14 (capitals and digits).

    Every second character counts double. The two base-36 digits of each product are summed. The check digit
    completes the sum to a multiple of 36. Raises ValueError for a character that is neither digit nor capital.
    """
    products = [_DIGITS.index(char) * (1 + index % 2) for index, char in enumerate(first)]
    return _DIGITS[-sum(product // 36 + product % 36 for product in products) % 36]


def has_shape(gstin: str) -> bool:
    """Return whether the text has the 15 letters and digits of a GSTIN in capitals, with any check digit."""
    return _SHAPE.fullmatch(gstin) is not None


def is_valid(gstin: str) -> bool:
    """Return whether the text is a GSTIN in capitals, with the right check digit."""
    return has_shape(gstin) and check_digit(gstin[:-1]) == gstin[-1]
