"""Requests that write: one transaction, the answer with its warnings, and the same answer again under the same key."""

from collections.abc import Callable
from typing import Any

import falcon

from app.idempotency import HEADER, Reply, RequestKey, keep_reply, kept_reply, key_with_hash
from app.lists.record_reading import version_at
from app.postgres.database import Row, Transaction
from app.telemetry.metrics import REPLAYS
from app.wire import from_json, to_json
from resources.serving.answers import envelope
from resources.serving.bodies import json_object
from resources.serving.requests import Requests

CREATED = 201
# Does a write; returns its answer, or the value that `show` reads the answer by.
Change = Callable[[Transaction], Any]
# Reads what a change made; the transaction ends with it where the last argument is true.
Show = Callable[[Transaction, Any, bool], Row]


def answer_write(
    requests: Requests,
    req: falcon.Request,
    resp: falcon.Response,
    change: Change,
    *,
    status: int = 200,
    show: Show | None = None,
    is_version: bool = True,
    reveal: Callable[[Row], Row] | None = None,
) -> None:
    """Carry out a change and answer what it returns, or what `show` reads of that, beside the warnings it gave; the
    version of the one record that is written, unless it `is_version` of none.

    A POST with an Idempotency-Key that was used before is answered as then, and changes nothing. Where what is kept
    under the key is not what is answered, `change` returns the former, and `reveal` makes the latter of it.
    """

    def work(tx: Transaction) -> Reply:
        key = _key_of(req)
        if key and (kept := kept_reply(tx, key)):
            return kept
        made = change(tx)
        data = show(tx, made, key is None) if show else made
        # Writes that the change has deferred are not made yet: they go with COMMIT.
        new = Reply(status, envelope(data, tx.warnings), written_at=tx.open()["began"])
        if key:
            keep_reply(tx, key, new)
        return new

    # Within one transaction, which commits after the work (Database._transaction).
    reply = requests.run(req, work)
    body = _revealed(reply.body, reveal) if reveal else reply.body
    if reply.is_replay:
        REPLAYS.add()
        resp.set_header("Idempotent-Replayed", "true")
    resp.status, resp.data = reply.status, body
    if is_version and reply.written_at and _is_of_one(req, status):
        resp.etag = falcon.ETag(version_at(reply.written_at))


def _revealed(body: bytes, reveal: Callable[[Row], Row]) -> bytes:
    told = from_json(body)
    return to_json(told | {"data": reveal(told["data"])})


def _is_of_one(req: falcon.Request, status: int) -> bool:
    """Return whether one record is created, or named by the path. Its version is the time at which the transaction
    began."""
    return bool(status == CREATED or req.context.path_values)


def _key_of(req: falcon.Request) -> RequestKey | None:
    """Return the key of a POST with a hash of its body and path, by which other requests under the key are compared.
    None without a key."""
    key = req.get_header(HEADER) if req.method == "POST" else None
    if key is None:
        return None
    # Each attempt of the change parses the body for itself.
    sent = json_object(req) if req.context.body.size else {}
    # A collection's path adds nothing, and without it the hashes of keys stored by earlier releases still compare.
    compared = {"path": req.context.path_values, "body": sent} if req.context.path_values else sent
    return key_with_hash(req.uri_template or "", key, compared)
