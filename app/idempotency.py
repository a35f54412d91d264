"""Requests that may come twice and must work once: the first reply is kept with the effect it tells of.

The key is claimed, the effect made and the reply stored in one transaction: either all of it is there or none.
A request that comes while the first is at work waits for its commit, and then answers the same.
"""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from app.database import Row, Transaction, TryAgain
from app.errors import Invalid, InvalidRequest
from app.wire import DEEPEST, canonical_json

HEADER = "Idempotency-Key"
# One key in so many takes expired ones away.
_BETWEEN_CLEARINGS = 16
_VISIBLE = re.compile(r"[\x21-\x7e]{1,255}")


@dataclass(frozen=True)
class Reply:
    """A status and a body as they went on the wire."""

    status: int
    body: bytes


class Replay(Exception):
    """The request was answered before, with `reply`: what was done for it this time is to be rolled back."""

    def __init__(self, reply: Reply) -> None:
        super().__init__()
        self.reply = reply


def once(
    tx: Transaction, operation: str, key: str | None, sent: dict[str, Any], work: Callable[[], Reply]
) -> Reply:
    """Do the work, unless it was answered before under the same key: then raise Replay.

    Keys are remembered for 24 hours, for each organization and operation. Raises Invalid for a key that is
    none, and for one that was used with another body, InvalidRequest for a body too deep to be compared. What the
    work asks first may go along with the key.
    """
    if key is None:
        return work()
    if not _VISIBLE.fullmatch(key):
        raise Invalid([(HEADER, "Must be 1 to 255 visible ASCII characters.")])
    named = {"operation": operation, "key": key}
    request_hash = _hash(sent)
    try:
        tx.check("idempotency.claim", named | {"request_hash": request_hash}, _is_first)
        reply = work()
    except _Taken:
        raise Replay(_remembered(tx, named, request_hash)) from None
    if crc32(key.encode()) % _BETWEEN_CLEARINGS == 0:
        tx.later(("idempotency.forget_expired", {}))
    tx.later(("idempotency.remember", named | {"status": reply.status, "reply": reply.body.decode()}))
    return reply


def _hash(sent: dict[str, Any]) -> str:
    try:
        return hashlib.sha256(canonical_json(sent)).hexdigest()
    except ValueError:
        raise InvalidRequest(f"With {HEADER} the body must be at most {DEEPEST} levels deep.") from None


class _Taken(Exception):
    """The key is another request's."""


def _is_first(claimed: list[Row]) -> None:
    if not claimed:
        raise _Taken


def _remembered(tx: Transaction, named: dict[str, str], request_hash: str) -> Reply:
    found = tx.one("idempotency.remembered", **named)
    if found is None:
        raise TryAgain  # it was a day old, and another request took it away just now
    if found["request_hash"] != request_hash:
        raise Invalid([(HEADER, "Was used before with another body.")])
    return Reply(found["status"], found["reply"].encode())
