"""POSTs that take an Idempotency-Key: the reply is made inside the transaction, so that it is kept with it."""

from collections.abc import Callable

import falcon

from app.idempotency import HEADER, Replay, Reply, keyed, once
from app.postgres.database import Row, Transaction
from app.schemas.body import Body
from app.telemetry.metrics import REPLAYS
from app.wire import to_json
from resources.serving.bodies import json_object
from resources.serving.requests import Desk

Create = Callable[[Transaction, Row], Row]


def answer_once(desk: Desk, req: falcon.Request, resp: falcon.Response, body: Body, create: Create) -> None:
    """Create a record from the body, or answer as before when the request's key was used before."""
    answer_with(resp, lambda: create_once(desk, req, body, create))


def create_once(
    desk: Desk, req: falcon.Request, body: Body, create: Create, until: float | None = None
) -> Reply:
    """The reply to a request that creates a record, `until` as for `Desk.serve`; raises Replay when its key was used
    before."""

    def work(tx: Transaction) -> Reply:
        sent = json_object(req)
        own = keyed(req.get_header(HEADER), sent)
        (reply,) = once(tx, req.uri_template or "", [own], lambda: [reply_of(create(tx, body.create(sent)))])
        return reply

    return desk.serve(req, work, until=until)


def reply_of(data: Row) -> Reply:
    """What is answered when a record was created."""
    return Reply(201, to_json({"success": True, "data": data}))


def answer_with(resp: falcon.Response, ask: Callable[[], Reply]) -> None:
    """Answer with a reply, or with that of the Replay that asking for it raises."""
    try:
        reply = ask()
    except Replay as replay:
        reply = replay.reply
        REPLAYS.add()
        resp.set_header("Idempotent-Replayed", "true")
    resp.status, resp.data = reply.status, reply.body
