"""Password hashes: argon2id, with one pass over 46 MiB in one lane.

OWASP's password storage sheet lists several settings of equal strength. This one keeps a single processor busy,
so the number of processors bounds the verifications that run at the same time.
"""

import os
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import BoundedSemaphore

from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import HashingError, InvalidHashError
from argon2.low_level import hash_secret

from app.errors import Unavailable

MIN_LENGTH, MAX_LENGTH = 12, 1_000  # characters
QUEUE_TIMEOUT = 10.0  # seconds; without it a flood of logins would hold every thread of a worker

_COMMON = Path(__file__).parent / "data" / "common_passwords.txt"

_hasher = PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)
# One for each processor: more would take memory and finish no sooner.
_slots = BoundedSemaphore(os.cpu_count() or 1)

# Verified for a user without a hash, so that the time does not tell whether the user exists.
_DUMMY_HASH = (
    "$argon2id$v=19$m=47104,t=1,p=1$MvSt+StlLT8XJX9bcrsfDw$EWtIr82sPzz1ec7yo0UetjjYvmB7KtG+X2UgOGCmlb4"
)


def check_new_password(text: str) -> str:
    """Return a password that a user may be given. Raises ValueError, which says why, for any other.

    As NIST SP 800-63B has it, what counts is its length, and that it is none of those that are tried first; no mix of
    letters, digits and signs is asked for. Capitals make no difference to the comparison.
    """
    if len(text) < MIN_LENGTH:
        raise ValueError(f"A password has at least {MIN_LENGTH} characters.")
    if text.casefold() in _common_passwords():
        raise ValueError("This is one of the 10,000 commonest passwords.")
    return text


@cache
def _common_passwords() -> frozenset[str]:
    lines = _COMMON.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("# "))


def hash_password(text: str) -> str:
    """Return the encoded hash to store.

    Raises ValueError for a password of more than `MAX_LENGTH` characters, Unavailable after `QUEUE_TIMEOUT`.
    """
    if len(text) > MAX_LENGTH:
        raise ValueError(f"A password has at most {MAX_LENGTH} characters.")
    with _slot():
        return _hasher.hash(_bytes(text))


def prove_password(form: str | None, text: str) -> str:
    """Return the hash of `text`, made with the settings and the salt of `form`.

    `form` is a stored hash with a blank digest; None for a user who does not exist or has no password. For a text that
    can be no password, and a form that is no hash, `form` itself is returned: a blank digest is that of no password.
    The cost is the same in every case. Raises Unavailable after `QUEUE_TIMEOUT`.
    """
    comparable = len(text) <= MAX_LENGTH
    with _slot():
        try:
            proof = _hash_as(form or _DUMMY_HASH, text[:MAX_LENGTH])
        except (ValueError, HashingError):
            proof, comparable = _hash_as(_DUMMY_HASH, text[:MAX_LENGTH]), False
    return proof if comparable or form is None else form


def is_outdated(form: str) -> bool:
    """Return whether a stored hash was made with other settings than new ones are. Its digest is not looked at."""
    try:
        return _hasher.check_needs_rehash(form)
    except InvalidHashError:
        return False


def _hash_as(form: str, text: str) -> str:
    known = extract_parameters(form)
    salt = form.split("$")[-2]
    return hash_secret(
        _bytes(text),
        b64decode(salt + "=" * (-len(salt) % 4), validate=True),
        time_cost=known.time_cost,
        memory_cost=known.memory_cost,
        parallelism=known.parallelism,
        hash_len=known.hash_len,
        type=known.type,
        version=known.version,
    ).decode("ascii")


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
