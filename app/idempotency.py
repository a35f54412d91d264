"""Idempotent requests: one that comes twice works once. The first reply is stored with its effect.

The key is claimed, the effect made and the reply stored in one transaction: either all of it is there or none. A
request that comes while the first is at work waits for its commit, and then answers the same.
"""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zlib import crc32

from app.errors import Invalid, InvalidRequest
from app.postgres.database import Transaction, TryAgain
from app.wire import MAX_DEPTH, canonical_json

HEADER = "Idempotency-Key"
# One key in so many takes expired ones away.
_BETWEEN_CLEARINGS = 16
_VISIBLE = re.compile(r"[\x21-\x7e]{1,255}")


@dataclass(frozen=True)
class Reply:
    """A status and a body as they go on the wire; `is_replay` where they are those of an earlier request.

    `written_at` is when the records that it tells of were last changed by it.
    """

    status: int
    body: bytes
    is_replay: bool = False
    written_at: datetime | None = None


@dataclass(frozen=True)
class Keyed:
    """A request's key, and a hash of its body; neither for a request without a key."""

    key: str | None = None
    request_hash: str = ""


def keyed(key: str | None, sent: dict[str, Any]) -> Keyed:
    """Return the key of a request that sent a body.

    Raises Invalid for a malformed key, InvalidRequest for a body too deep to be compared.
    """
    if key is None:
        return Keyed()
    if not _VISIBLE.fullmatch(key):
        raise Invalid([(HEADER, "Must be 1 to 255 visible ASCII characters.")])
    return Keyed(key, _hash(sent))


def once(tx: Transaction, operation: str, request: Keyed, make_reply: Callable[[], Reply]) -> Reply:
    """Make the reply of a request, with its effects, and keep it; or return the reply that was kept under the same key.

    Keys are remembered for 24 hours, for each organization and operation. Raises Invalid for a key that was used with
    another body, or for another record.
    """
    if request.key is None:
        return make_reply()
    claim = {"operation": operation, "key": request.key}
    if tx.execute("idempotency.claim", **claim, request_hash=request.request_hash) == 0:
        return _remembered(tx, claim, request.request_hash)
    reply = make_reply()
    if crc32(request.key.encode()) % _BETWEEN_CLEARINGS == 0:
        tx.defer(("idempotency.forget_expired", {}))
    kept = {"status": reply.status, "reply": reply.body.decode()}
    tx.defer(("idempotency.remember", claim | kept))
    return reply


def _hash(sent: dict[str, Any]) -> str:
    try:
        return hashlib.sha256(canonical_json(sent)).hexdigest()
    except ValueError:
        raise InvalidRequest(f"With {HEADER} the body must be at most {MAX_DEPTH} levels deep.") from None


def _remembered(tx: Transaction, claim: dict[str, str], request_hash: str) -> Reply:
    found = tx.one("idempotency.remembered", **claim)
    if found is None:
        raise TryAgain  # it was a day old, and another request took it away just now
    if found["request_hash"] != request_hash:
        raise Invalid([(HEADER, "Was used before with another body, or for another record.")])
    reply = found["reply"].encode()
    return Reply(found["status"], reply, is_replay=True, written_at=found["created_at"])
