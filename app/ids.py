"""Identifiers: a prefix for the kind of record and a ULID, at most 30 characters."""

import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# ULIDs are written in Crockford's base32.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = [first + second for first in _ALPHABET for second in _ALPHABET]
_RANDOM_BYTES = 10
# Lower than every ULID of this century, so that what is counted is older than what follows.
_COUNTED = "00DEM0"
_ULID_LENGTH = 26
# The number of identifiers counted so far, by prefix; None where they are ULIDs.
_counts: ContextVar[Counter[str] | None] = ContextVar("counts", default=None)


def new_id(prefix: str) -> str:
    """Return an identifier such as `inv_01KQ…`: 48 bits of time in milliseconds, then 80 random bits.

    `prefix` is the part before the underscore. A later millisecond gives a greater identifier.
    """
    return new_ids(prefix, 1)[0]


def new_ids(prefix: str, count: int) -> list[str]:
    """Return `count` identifiers of the same millisecond in ascending order, so that records of a set keep theirs."""
    counts = _counts.get()
    if counts is not None:
        counts[prefix] += count
        return [counted_id(prefix, counts[prefix] - count + place) for place in range(1, count + 1)]
    start = f"{prefix}_{_base32(time.time_ns() // 1_000_000, 5)}"
    random_bytes = os.urandom(_RANDOM_BYTES * count)
    numbers = (
        int.from_bytes(random_bytes[offset : offset + _RANDOM_BYTES], "big")
        for offset in range(0, len(random_bytes), _RANDOM_BYTES)
    )
    return [start + _base32(number, 8) for number in sorted(numbers)]


def counted_id(prefix: str, number: int) -> str:
    """Return the identifier that the `number`th record of the prefix gets within `counting`, from 1."""
    return f"{prefix}_{_COUNTED}{number:0{_ULID_LENGTH - len(_COUNTED)}}"


@contextmanager
def counting() -> Iterator[None]:
    """Number the identifiers that are made during the block, of each prefix from 1.

    For an organization that is the same wherever it is made, so that examples can name its records. An identifier is
    unique within its organization: what is unique beyond that must not be made here.
    """
    token = _counts.set(Counter())
    try:
        yield
    finally:
        _counts.reset(token)


def _base32(number: int, pairs: int) -> str:
    """Return the last `2 * pairs` base32 digits of the number."""
    return "".join([_PAIRS[number >> 10 * place & 1023] for place in range(pairs - 1, -1, -1)])
