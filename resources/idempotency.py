"""POSTs that take an Idempotency-Key: the reply is made inside the transaction, so that it is kept with it."""

from collections.abc import Callable

import falcon

from app.database import Row, Transaction
from app.idempotency import HEADER, Replay, Reply, once
from app.metrics import REPLAYS
from app.schemas.body import Body
from app.wire import to_json
from resources.bodies import json_object
from resources.desk import Desk


def answer_once(
    desk: Desk,
    req: falcon.Request,
    resp: falcon.Response,
    body: Body,
    create: Callable[[Transaction, Row], Row],
) -> None:
    """Create a record from the body, or answer as before when the request's key was used before."""

    def work(tx: Transaction) -> Reply:
        sent = json_object(req)

        def effect() -> Reply:
            data = create(tx, body.create(sent))
            return Reply(201, to_json({"success": True, "data": data}))

        return once(tx, req.uri_template or "", req.get_header(HEADER), sent, effect)

    try:
        reply = desk.serve(req, work)
    except Replay as replay:
        reply = replay.reply
        REPLAYS.add()
        resp.set_header("Idempotent-Replayed", "true")
    resp.status, resp.data = reply.status, reply.body
