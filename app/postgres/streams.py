"""Streams of results of a transaction that stays open meanwhile."""

from collections.abc import Generator, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Stream(Generic[T]):
    """An iterable of results that are produced as they are taken. `first` is there already. It must be closed."""

    def __init__(self, first: T, rest: Generator[T, None, None]) -> None:
        self._first = first
        self._rest = rest

    def __iter__(self) -> Iterator[T]:
        yield self._first
        yield from self._rest

    def close(self) -> None:
        """End the transaction, whatever is left."""
        self._rest.close()
