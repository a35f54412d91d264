"""Detection of number series that can give the same number. Pure."""

import re
from collections.abc import Sequence

_YEARS = re.compile(r"(\{FY\}|\{YYYY\}|\{YY\})")
# Pieces that stand for years: a digit of any year, or the text between.
_ANY = "any digit"
_DIGITS_OF_YEARS = {"{FY}": (_ANY, _ANY, "-", _ANY, _ANY), "{YYYY}": (_ANY,) * 4, "{YY}": (_ANY,) * 2}
# The counter: digits, as many as there are.
_COUNTER = "counter"


def may_meet(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Return whether two series, each (prefix, suffix), can give the same number, with any padding and in any year.

    `A-` and `A-1` can: 15 of the one is 5 of the other. So can `A{YY}-` and `A26-`.
    """
    left, right = _pieces(*one), _pieces(*other)
    seen, ahead = set(), [(0, 0)]
    while ahead:
        here, there = place = ahead.pop()
        if (here, there) == (len(left), len(right)):
            return True
        if place in seen or here == len(left) or there == len(right) or not _fit(left[here], right[there]):
            continue
        seen.add(place)
        ahead += [(a, b) for a in _after(left, here) for b in _after(right, there)]
    return False


def _pieces(prefix: str, suffix: str) -> list[str]:
    return [*_written(prefix), _COUNTER, *_written(suffix)]


def _written(part: str) -> list[str]:
    return [piece for text in _YEARS.split(part) for piece in _DIGITS_OF_YEARS.get(text, text)]


def _fit(one: str, other: str) -> bool:
    """Return whether some character can stand for both pieces."""
    return one == other or (_may_be_digit(one) and _may_be_digit(other) and not (len(one) == len(other) == 1))


def _may_be_digit(piece: str) -> bool:
    return piece in (_ANY, _COUNTER) or piece in "0123456789"


def _after(pieces: Sequence[str], place: int) -> tuple[int, ...]:
    return (place, place + 1) if pieces[place] == _COUNTER else (place + 1,)
