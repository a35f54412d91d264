"""Passwords: argon2id, at the same cost whether or not there is anything to compare with.

One pass over 46 MiB in one lane: of the settings that OWASP's password storage sheet holds equal, one
that keeps a single processor busy, so that logins at the same time can be counted by processors.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.errors import Unavailable

LONGEST = 1_000  # characters
PATIENCE = 10.0  # seconds in the queue; a flood of logins must not hold every thread of a worker for ever

_hasher = PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)
# No more at once than there are processors: more would take memory and finish no sooner.
_slots = BoundedSemaphore(os.cpu_count() or 1)

# What an unknown user's password is compared with: a real hash, of random text that nobody kept.
_NOBODYS = "$argon2id$v=19$m=47104,t=1,p=1$MvSt+StlLT8XJX9bcrsfDw$EWtIr82sPzz1ec7yo0UetjjYvmB7KtG+X2UgOGCmlb4"


def hash_password(text: str) -> str:
    """The encoded hash to store. Raises ValueError for a password over `LONGEST` characters."""
    if len(text) > LONGEST:
        raise ValueError(f"A password has at most {LONGEST} characters.")
    with _slot():
        return _hasher.hash(_bytes(text))


def verify_password(hash: str | None, text: str) -> bool:
    """Whether `text` is the password; None is the hash of a user who has none or does not exist.

    Always costs one verification. Raises Unavailable when too many others are waiting for theirs.
    """
    comparable = hash is not None and len(text) <= LONGEST
    with _slot():
        try:
            matches = _hasher.verify(hash if hash and comparable else _NOBODYS, _bytes(text[:LONGEST]))
        except (VerificationError, InvalidHashError):
            return False
    return comparable and matches


def _bytes(text: str) -> bytes:
    # JSON can carry half a surrogate pair, which has no UTF-8 form of its own.
    return text.encode("utf-8", "surrogatepass")


@contextmanager
def _slot() -> Iterator[None]:
    if not _slots.acquire(timeout=PATIENCE):
        raise Unavailable
    try:
        yield
    finally:
        _slots.release()
