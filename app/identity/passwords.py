"""Password hashes: argon2id, with one pass over 46 MiB in one lane.

OWASP's password storage sheet lists several settings of equal strength. This one keeps a single processor busy,
so the number of processors bounds the verifications that run at the same time.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.errors import Unavailable

MAX_LENGTH = 1_000  # characters
QUEUE_TIMEOUT = 10.0  # seconds; without it a flood of logins would hold every thread of a worker

_hasher = PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)
# One for each processor: more would take memory and finish no sooner.
_slots = BoundedSemaphore(os.cpu_count() or 1)

# Verified for a user without a hash, so that the time does not tell whether the user exists.
_DUMMY_HASH = (
    "$argon2id$v=19$m=47104,t=1,p=1$MvSt+StlLT8XJX9bcrsfDw$EWtIr82sPzz1ec7yo0UetjjYvmB7KtG+X2UgOGCmlb4"
)


def hash_password(text: str) -> str:
    """Return the encoded hash to store.

    Raises ValueError for a password of more than `MAX_LENGTH` characters, Unavailable after `QUEUE_TIMEOUT`.
    """
    if len(text) > MAX_LENGTH:
        raise ValueError(f"A password has at most {MAX_LENGTH} characters.")
    with _slot():
        return _hasher.hash(_bytes(text))


def verify_password(hash: str | None, text: str) -> bool:
    """Return whether `text` is the password that `hash` was made of.

    `hash` is None for a user who does not exist or has no password. The cost is the same in every case. Raises
    Unavailable after `QUEUE_TIMEOUT`.
    """
    comparable = hash is not None and len(text) <= MAX_LENGTH
    with _slot():
        try:
            matches = _hasher.verify(hash if hash and comparable else _DUMMY_HASH, _bytes(text[:MAX_LENGTH]))
        except (VerificationError, InvalidHashError):
            return False
    return comparable and matches


def _bytes(text: str) -> bytes:
    # JSON can carry half a surrogate pair, which plain UTF-8 cannot encode.
    return text.encode("utf-8", "surrogatepass")


@contextmanager
def _slot() -> Iterator[None]:
    if not _slots.acquire(timeout=QUEUE_TIMEOUT):
        raise Unavailable
    try:
        yield
    finally:
        _slots.release()
