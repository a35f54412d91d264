"""What a transaction yields while it is open."""

from collections.abc import Generator, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Stream(Generic[T]):
    """What is read as it is taken: `first`, which has been, and the rest. To be closed."""

    def __init__(self, first: T, rest: Generator[T, None, None]) -> None:
        self._first = first
        self._rest = rest

    def __iter__(self) -> Iterator[T]:
        yield self._first
        yield from self._rest

    def close(self) -> None:
        """End the transaction, whatever is left."""
        self._rest.close()
