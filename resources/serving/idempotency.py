"""POSTs that take an Idempotency-Key: the reply is made inside the transaction, and stored in it."""

from collections.abc import Callable

import falcon

from app.idempotency import HEADER, Reply, keyed, once
from app.postgres.database import Row, Transaction
from app.schemas.body import BodySchema
from app.telemetry.metrics import REPLAYS
from app.wire import to_json
from resources.serving.bodies import json_object
from resources.serving.requests import Requests

CreateRecord = Callable[[Transaction, Row], Row]


def answer_once(
    requests: Requests, req: falcon.Request, resp: falcon.Response, body: BodySchema, create: CreateRecord
) -> None:
    """Create a record from the body, or answer as before when the request's key was used before."""

    def work(tx: Transaction) -> Reply:
        sent = json_object(req)
        own = keyed(req.get_header(HEADER), sent)
        return once(tx, req.uri_template or "", own, lambda: _reply(create(tx, body.create(sent))))

    reply = requests.run(req, work)
    if reply.is_replay:
        REPLAYS.add()
        resp.set_header("Idempotent-Replayed", "true")
    resp.status, resp.data = reply.status, reply.body


def _reply(data: Row) -> Reply:
    return Reply(201, to_json({"success": True, "data": data}))
