"""Idempotent requests: one that comes twice works once. The first reply is stored with its effect.

The key is claimed, the effect made and the reply stored in one transaction: either all of it is there or none. A
request that comes while the first is at work waits for its commit, and then answers the same.
"""

import hashlib
import re
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
class RequestKey:
    """The key of a request to an operation, and a hash of what was sent."""

    operation: str
    key: str
    request_hash: str

    @property
    def claim(self) -> dict[str, str]:
        """The columns that the key is claimed and found by."""
        return {"operation": self.operation, "key": self.key}


def key_with_hash(operation: str, key: str, sent: dict[str, Any]) -> RequestKey:
    """Return the key of a request that sent a body.

    Raises Invalid for a malformed key, InvalidRequest for a body too deep to be compared.
    """
    if not _VISIBLE.fullmatch(key):
        raise Invalid([(HEADER, "Must be 1 to 255 visible ASCII characters.")])
    return RequestKey(operation, key, _hash(sent))


def kept_reply(tx: Transaction, request: RequestKey) -> Reply | None:
    """Claim the key of a request, whose work is then to be done, and return None; or return the reply that was kept
    under it.

    Keys are remembered for 24 hours, for each organization and operation. Raises Invalid for a key that was used with
    another body, or for another record.
    """
    if tx.execute("idempotency.claim", **request.claim, request_hash=request.request_hash) != 0:
        return None
    found = tx.one("idempotency.remembered", **request.claim)
    if found is None:
        raise TryAgain  # it was a day old, and another request took it away just now
    if found["request_hash"] != request.request_hash:
        raise Invalid([(HEADER, "Was used before with another body, or for another record.")])
    reply = found["reply"].encode()
    return Reply(found["status"], reply, is_replay=True, written_at=found["created_at"])


def keep_reply(tx: Transaction, request: RequestKey, reply: Reply) -> None:
    """Keep the reply under the key of its request, with the next message."""
    if crc32(request.key.encode()) % _BETWEEN_CLEARINGS == 0:
        tx.defer(("idempotency.forget_expired", {}))
    kept = {"status": reply.status, "reply": reply.body.decode()}
    tx.defer(("idempotency.remember", request.claim | kept))


def _hash(sent: dict[str, Any]) -> str:
    try:
        return hashlib.sha256(canonical_json(sent)).hexdigest()
    except ValueError:
        raise InvalidRequest(f"With {HEADER} the body must be at most {MAX_DEPTH} levels deep.") from None
