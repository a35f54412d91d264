"""Requests that may come twice and must work once: the first reply is kept with the effect it tells of.

The key is claimed, the effect made and the reply stored in one transaction: either all of it is there or none.
A request that comes while the first is at work waits for its commit, and then answers the same.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from app.batching import Apart
from app.errors import Invalid, InvalidRequest
from app.postgres.database import Row, Transaction, TryAgain
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


@dataclass(frozen=True)
class Keyed:
    """A request's key, and what tells whether another request says the same; neither for one without a key."""

    key: str | None = None
    request_hash: str = ""


def keyed(key: str | None, sent: dict[str, Any]) -> Keyed:
    """The key of a request that sent a body. Raises Invalid for a key that is none, InvalidRequest for a body too deep
    to be compared."""
    if key is None:
        return Keyed()
    if not _VISIBLE.fullmatch(key):
        raise Invalid([(HEADER, "Must be 1 to 255 visible ASCII characters.")])
    return Keyed(key, _hash(sent))


def once(
    tx: Transaction, operation: str, requests: Sequence[Keyed], work: Callable[[], Sequence[Reply]]
) -> Sequence[Reply]:
    """Do the work of requests, unless one was answered before under the same key: then raise Replay, or Apart where
    there are others. The work answers with a reply for each. No two have the same key.

    Keys are remembered for 24 hours, for each organization and operation. Raises Invalid for a key that was used with
    another body. What the work asks first may go along with the keys.
    """
    claiming = [request for request in requests if request.key is not None]
    if not claiming:
        return work()
    claim = {
        "operation": operation,
        "keys": [request.key for request in claiming],
        "request_hashes": [request.request_hash for request in claiming],
    }

    def all_are_first(claimed: list[Row]) -> None:
        if len(claimed) < len(claiming):
            raise _Taken

    tx.attribute("key", [request.key for request in requests])
    try:
        tx.check("idempotency.claim", claim, all_are_first)
        replies = work()
    except _Taken:
        if len(requests) > 1:
            tx.confirm()  # a taken key is no fault of what went ahead, which would be done again step by step
            raise Apart from None
        raise Replay(_remembered(tx, operation, claiming[0])) from None
    if any(crc32(str(request.key).encode()) % _BETWEEN_CLEARINGS == 0 for request in claiming):
        tx.defer(("idempotency.forget_expired", {}))
    kept = [reply for request, reply in zip(requests, replies, strict=True) if request.key is not None]
    answers = {
        "operation": operation,
        "keys": claim["keys"],
        "statuses": [reply.status for reply in kept],
        "replies": [reply.body.decode() for reply in kept],
    }
    tx.defer(("idempotency.remember", answers))
    return replies


def _hash(sent: dict[str, Any]) -> str:
    try:
        return hashlib.sha256(canonical_json(sent)).hexdigest()
    except ValueError:
        raise InvalidRequest(f"With {HEADER} the body must be at most {DEEPEST} levels deep.") from None


class _Taken(Exception):
    """A key is another request's."""


def _remembered(tx: Transaction, operation: str, request: Keyed) -> Reply:
    found = tx.one("idempotency.remembered", operation=operation, key=request.key)
    if found is None:
        raise TryAgain  # it was a day old, and another request took it away just now
    if found["request_hash"] != request.request_hash:
        raise Invalid([(HEADER, "Was used before with another body.")])
    return Reply(found["status"], found["reply"].encode())
