"""Documents that requests create at the same time: in one transaction, where nothing is wrong with any of them."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import falcon

from app.batching import Apart, Batches, SetOut
from app.errors import Problem, Unavailable
from app.idempotency import HEADER, Keyed, Reply, keyed, once
from app.identity.caller import Caller
from app.postgres.database import Row, Transaction
from app.schemas.body import Body
from resources.serving.bodies import json_object
from resources.serving.idempotency import answer_with, create_once, reply_of
from resources.serving.requests import Desk

log = logging.getLogger(__name__)

# What a batch has at most, so that nobody waits long for the others.
MOST_REQUESTS = 16
MOST_LINES = 100

CreateAll = Callable[[Transaction, Sequence[Row]], Sequence[Row]]


class BatchedCreation:
    """Creates documents as `answer_once` does. What requests with one token ask for, while the first of them waits for
    its turn, is created in one transaction: all of it, or each by itself.

    A batch tells nobody what is wrong with a request. Where anything is, each is served alone, by the steps that it
    would have gone without the others, in what is left of its time.
    """

    def __init__(self, desk: Desk, body: Body, create: CreateAll) -> None:
        self._desk = desk
        self._body = body
        self._create = create
        self._batches: Batches[_Asked, Reply] = Batches(_fits)

    def answer(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Create a document from the body, or answer as before when the request's key was used before."""
        answer_with(resp, lambda: self._reply(req))

    def _reply(self, req: falcon.Request) -> Reply:
        until, asked = self._desk.limit(), self._read(req)
        if asked is not None:
            with suppress(Apart):
                return self._in_a_batch(req, asked, until)
        return create_once(self._desk, req, self._body, lambda tx, body: self._create(tx, [body])[0], until)

    def _read(self, req: falcon.Request) -> "_Asked | None":
        """What is asked. None where that may be looked at only after the caller's checks, and where it is refused: that
        is told after them."""
        if not self._desk.has_admitted(req):
            return None
        try:
            sent = json_object(req)
            own = keyed(req.get_header(HEADER), sent)
            return _Asked(req.context, own, self._body.create(sent))
        except Problem:
            return None

    def _in_a_batch(self, req: falcon.Request, asked: "_Asked", until: float) -> Reply:
        return self._batches.go(self._desk.who(req), asked, lambda set_out: self._led_by(req, set_out, until))

    def _led_by(self, req: falcon.Request, set_out: SetOut["_Asked"], until: float) -> Sequence[Reply]:
        batch = _Batch(req.uri_template or "", self._create, set_out)
        try:
            return self._desk.serve(req, batch.work, until=until, when_connected=batch.set_out)
        except Exception as error:
            # What was waited for in vain is often one request's goods or key: the others need not go without for it.
            if batch.is_of_one or not batch.is_undone_by(error):
                raise
            if not isinstance(error, Apart | Problem):
                named = {"request_id": req.context.request_id, "requests": batch.request_ids}
                log.exception("a batch failed; each of its requests is served alone", extra={"fields": named})
            raise Apart from None
        finally:
            batch.tell_who_called(req.context.get("caller"))


@dataclass(frozen=True)
class _Asked:
    """A request that was read; its line in the log names what stands in its context."""

    context: falcon.Context
    keyed: Keyed
    body: Row


def _fits(batch: Sequence[_Asked], asked: _Asked) -> bool:
    # Two with one key are a request and its repetition, which waits for the reply to the first.
    keys = [one.keyed.key for one in batch]
    lines = sum(len(one.body["lines"]) for one in (*batch, asked))
    return (
        len(batch) < MOST_REQUESTS
        and lines <= MOST_LINES
        and (asked.keyed.key is None or asked.keyed.key not in keys)
    )


class _Batch:
    """The work of requests that are served together. It may be done again after a deadlock."""

    def __init__(self, operation: str, create: CreateAll, set_out: SetOut[_Asked]) -> None:
        self._operation = operation
        self._create = create
        self._set_out = set_out
        self._is_done = False
        self.asked: Sequence[_Asked] = ()

    def set_out(self) -> None:
        """Have nobody join once the token is looked up: it may have been revoked before he came."""
        self._is_done = False
        self.asked = self._set_out()

    def work(self, tx: Transaction) -> Sequence[Reply]:
        """Create what all of them ask for, to be committed."""
        tx.serve(self.request_ids)
        replies = once(tx, self._operation, [one.keyed for one in self.asked], lambda: self._made(tx))
        self._is_done = True
        return replies

    def _made(self, tx: Transaction) -> list[Reply]:
        return [reply_of(data) for data in self._create(tx, [one.body for one in self.asked])]

    @property
    def request_ids(self) -> list[str]:
        """Whose work it is."""
        return [one.context.request_id for one in self.asked]

    def tell_who_called(self, caller: Caller | None) -> None:
        """Have all of them logged under the caller that was found, whatever they are answered."""
        if caller is not None:
            for one in self.asked:
                one.context.caller = caller

    @property
    def is_of_one(self) -> bool:
        """Has nobody gone along with who leads?"""
        return len(self.asked) <= 1

    def is_undone_by(self, error: Exception) -> bool:
        """Is it certain that nothing of it was committed? Then it may be done once more."""
        is_refusal = isinstance(error, Problem) and not isinstance(error, Unavailable)
        return is_refusal or not self._is_done
