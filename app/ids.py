"""Identifiers: a prefix that says the kind and a ULID, 30 characters at most."""

from ulid import ULID


def new_id(prefix: str) -> str:
    """Make an identifier such as `inv_01KQ…`: 48 bits of time, 80 random bits, ascending by the millisecond."""
    return f"{prefix}_{ULID()}"
