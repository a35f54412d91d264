"""Every value in every place without a request for each: many places at once, rotated, and a share of the rest."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from tests.reliability.sizes import FULL

T = TypeVar("T")
Place = tuple[Any, ...]

#: One in so many single faults is sent. A prime, so that it falls on other values in each place.
ONE_IN = 1 if FULL else 37


def share(of: Sequence[T], begin: int = 0, one_in: int = ONE_IN) -> Sequence[T]:
    """Return all in full size, otherwise one of every `one_in`; `begin` shifts the choice."""
    return of if FULL else of[begin % one_in :: one_in]


def square(places: Sequence[Place], values: Sequence[T]) -> Iterator[dict[Place, T]]:
    """Yield as many rows as there are values; each value stands in each place once."""
    for shift in range(len(values)):
        yield {place: values[(shift + n) % len(values)] for n, place in enumerate(places)}


def layers(value: Any) -> list[list[Place]]:
    """The places of a body, those that hold nothing first; no two of a layer hold each other."""
    found: dict[int, list[Place]] = {}
    _climb(value, (), found)
    return [found[height] for height in sorted(found)]


def _climb(value: Any, place: Place, found: dict[int, list[Place]]) -> int:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    height = max((_climb(part, (*place, key), found) + 1 for key, part in inner), default=0)
    if place:
        found.setdefault(height, []).append(place)
    return height
