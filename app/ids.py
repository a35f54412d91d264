"""Identifiers: a prefix for the kind of record and a ULID, at most 30 characters."""

import os
import time

# ULIDs are written in Crockford's base32.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = [first + second for first in _ALPHABET for second in _ALPHABET]
_RANDOM_BYTES = 10


def new_id(prefix: str) -> str:
    """Return an identifier such as `inv_01KQ…`: 48 bits of time in milliseconds, then 80 random bits.

    `prefix` is the part before the underscore. A later millisecond gives a greater identifier.
    """
    return new_ids(prefix, 1)[0]


def new_ids(prefix: str, count: int) -> list[str]:
    """Return `count` identifiers of the same millisecond in ascending order, so that records of a set keep theirs."""
    start = f"{prefix}_{_base32(time.time_ns() // 1_000_000, 5)}"
    random_bytes = os.urandom(_RANDOM_BYTES * count)
    numbers = (
        int.from_bytes(random_bytes[offset : offset + _RANDOM_BYTES], "big")
        for offset in range(0, len(random_bytes), _RANDOM_BYTES)
    )
    return [start + _base32(number, 8) for number in sorted(numbers)]


def _base32(number: int, pairs: int) -> str:
    """Return the last `2 * pairs` base32 digits of the number."""
    return "".join([_PAIRS[number >> 10 * place & 1023] for place in range(pairs - 1, -1, -1)])
