"""GST identification numbers: their shape and check digit. Pure."""

import re

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# State, PAN (five letters, four digits, a letter), number of the registration there, Z, check digit.
_SHAPE = re.compile(r"[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]")


def check_digit(first: str) -> str:
    """The last character of a GSTIN, worked out from the 14 before it (capitals and digits).

    Every second character counts double; of each product in base 36 both digits are added up; the check digit
    fills the sum up to a multiple of 36. Raises ValueError for a character that is neither digit nor capital.
    """
    products = [_DIGITS.index(char) * (1 + place % 2) for place, char in enumerate(first)]
    return _DIGITS[-sum(product // 36 + product % 36 for product in products) % 36]


def has_shape(gstin: str) -> bool:
    """Whether the text could be a GSTIN in capitals: 15 characters of the right kinds."""
    return _SHAPE.fullmatch(gstin) is not None


def is_valid(gstin: str) -> bool:
    """Whether the text is a GSTIN in capitals: of the right shape, with the right check digit."""
    return has_shape(gstin) and check_digit(gstin[:-1]) == gstin[-1]
