"""Identifiers: a prefix that says the kind and a ULID, 30 characters at most."""

import os
import time

# Crockford's base32, as ULIDs are written.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = [first + second for first in _ALPHABET for second in _ALPHABET]
_RANDOM_BYTES = 10


def new_id(prefix: str) -> str:
    """Make an identifier such as `inv_01KQ…`: 48 bits of time, 80 random bits, ascending by the millisecond."""
    return new_ids(prefix, 1)[0]


def new_ids(prefix: str, count: int) -> list[str]:
    """Make `count` identifiers at once, in ascending order: records that come together keep theirs."""
    moment = f"{prefix}_{_written(time.time_ns() // 1_000_000, 5)}"
    noise = os.urandom(_RANDOM_BYTES * count)
    numbers = (
        int.from_bytes(noise[start : start + _RANDOM_BYTES], "big")
        for start in range(0, len(noise), _RANDOM_BYTES)
    )
    return [moment + _written(number, 8) for number in sorted(numbers)]


def _written(number: int, pairs: int) -> str:
    """The number in base32, two digits at a time."""
    return "".join([_PAIRS[number >> 10 * place & 1023] for place in range(pairs - 1, -1, -1)])
