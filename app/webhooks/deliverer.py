"""The delivery of events: due deliveries are claimed, sent and finished, over and over.

Several may run, in one process or on several machines. The claims of one that is ended in the middle are free to others
a minute later; so a receiver gets each message at least once, and under the same `webhook-id` however often.
"""

import asyncio
import logging
import random
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from threading import Event
from typing import Any

from app.errors import Unavailable
from app.postgres.database import Database, Row, Transaction
from app.trail.telling import told
from app.webhooks.pauses import pause_after
from app.webhooks.receiver_addresses import Network
from app.webhooks.sender import LONGEST_TRY, Message, ReceiverAnswer, Sender
from app.wire import to_json, to_json_exactly

log = logging.getLogger(__name__)

# Messages under way to one endpoint, and in all.
_MOST_OF_ONE, _MOST = 32, 1_000
# Seconds between two looks where nothing came to an end, to gather what does, and after PostgreSQL did not answer.
_LOOK, _GATHER, _PAUSE = 0.25, 0.005, 5.0
# Seconds between two looks for endpoints that have failed for days.
_BETWEEN_PAUSINGS = 60.0


@dataclass
class Tried:
    """The numbers of messages that receivers took, and of tries that failed."""

    sent: int = 0
    failed: int = 0


class Deliverer:
    """Sends the messages of all organizations. `database` is logged in as the owner of the tables.

    `named`: networks that messages may go to though they are not public. `longest`: seconds for a try.
    """

    def __init__(self, database: Database, named: Sequence[Network], longest: float = LONGEST_TRY) -> None:
        self._database = database
        self._named = named
        self._longest = longest
        self._under_way: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._outcomes: list[tuple[Row, ReceiverAnswer]] = []
        self._pausing_at = 0.0
        self._tried = Tried()

    def run(self, stopped: Event, *, once: bool = False) -> Tried:
        """Deliver until `stopped` is set, or, `once`, until nothing is due; deliveries under way are finished."""
        asyncio.run(self._run(stopped, once=once))
        return self._tried

    async def _run(self, stopped: Event, *, once: bool) -> None:
        self._ended = asyncio.Event()
        async with Sender(self._named, self._longest) as sender:
            try:
                while not stopped.is_set():
                    claimed = await self._turn(sender)
                    if once and not (claimed or self._tasks or self._outcomes):
                        return
                    await self._rest()
                await asyncio.gather(*self._tasks)
                await self._turn(None)
            finally:
                await self._leave()

    async def _leave(self) -> None:
        """After a fault, give up the deliveries under way: it is no failure of the receivers, and they are claimed
        again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._under_way.clear()

    async def _turn(self, sender: Sender | None) -> int:
        """Store the results of ended deliveries, and begin due ones; return the number begun, 0 without a sender."""
        outcomes, self._outcomes = self._outcomes, []
        try:
            claimed = await asyncio.to_thread(self._exchange, outcomes, begins=sender is not None)
        except Unavailable:
            log.warning("webhooks wait: PostgreSQL does not answer")
            self._outcomes = outcomes + self._outcomes
            await asyncio.sleep(_PAUSE if sender else 0)
            return 0
        for delivery in claimed:
            assert sender is not None  # noqa: S101 - nothing is claimed without
            self._begin(sender, delivery)
        return len(claimed)

    def _exchange(self, outcomes: list[tuple[Row, ReceiverAnswer]], *, begins: bool) -> list[Row]:
        room = _MOST - sum(self._under_way.values()) if begins else 0
        if not self._database.is_distributed:
            return self._database.run_as_owner(lambda tx: self._tell_and_claim(tx, outcomes, room))
        claimed: list[Row] = []
        for waiting in self._database.run_as_owner(lambda tx: self._tell_and_look(tx, outcomes, room)):
            try:
                claimed += self._claim_of(waiting["organization_id"], room - len(claimed))
            except Unavailable:
                log.warning(
                    "webhooks of one organization wait: its node does not answer", extra={"fields": waiting}
                )
        return claimed

    def _tell_and_claim(
        self, tx: Transaction, outcomes: list[tuple[Row, ReceiverAnswer]], room: int
    ) -> list[Row]:
        self._tell(tx, outcomes)
        return self._claim(tx, "delivering.claim", room)

    def _tell_and_look(
        self, tx: Transaction, outcomes: list[tuple[Row, ReceiverAnswer]], room: int
    ) -> list[Row]:
        """Store the results of tries and return the organizations with due messages.

        On a cluster the messages are claimed on the node of each organization, one organization after the other.
        """
        self._tell(tx, outcomes)
        return tx.all("delivering.waiting", most=room) if room > 0 else []

    def _claim_of(self, organization_id: str, room: int) -> list[Row]:
        def work(tx: Transaction) -> list[Row]:
            tx.enter(organization_id)
            return self._claim(tx, "claiming.claim", room)

        return self._database.run_as_owner(work)

    def _tell(self, tx: Transaction, outcomes: list[tuple[Row, ReceiverAnswer]]) -> None:
        if outcomes:
            _finish(tx, outcomes)
        if time.monotonic() > self._pausing_at:
            self._pausing_at = time.monotonic() + _BETWEEN_PAUSINGS
            for paused in tx.all("delivering.pause"):
                log.warning("an endpoint is paused", extra={"fields": paused})

    def _claim(self, tx: Transaction, query: str, room: int) -> list[Row]:
        if room <= 0:
            return []
        busy = {id: _MOST_OF_ONE - count for id, count in self._under_way.items() if count}
        return tx.all(query, busy=list(busy), room=list(busy.values()), most=_MOST_OF_ONE, all=room)

    def _begin(self, sender: Sender, delivery: Row) -> None:
        self._under_way[delivery["endpoint_id"]] += 1
        delivery["begun"] = time.monotonic()
        task = asyncio.create_task(self._deliver(sender, delivery))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, sender: Sender, delivery: Row) -> None:
        try:
            answer = await sender.send(_message(delivery))
        except Exception:
            log.exception("a webhook was not sent")
            answer = ReceiverAnswer(failure="The service failed; its log says why.")
        self._tried.sent += answer.is_success
        self._tried.failed += not answer.is_success
        self._under_way[delivery["endpoint_id"]] -= 1
        self._outcomes.append((delivery, answer))
        self._ended.set()

    async def _rest(self) -> None:
        """Wait until something has ended, or for the next look."""
        try:
            await asyncio.wait_for(self._ended.wait(), _LOOK)
            await asyncio.sleep(_GATHER)
        except TimeoutError:
            pass
        self._ended.clear()


def _message(delivery: Row) -> Message:
    body = {
        "id": delivery["event_id"],
        "type": delivery["type"],
        "timestamp": delivery["created_at"],
        "data": told(delivery["data"]),
    }
    return Message(delivery["event_id"], delivery["url"], to_json(body), delivery["secrets"])


def _finish(tx: Transaction, outcomes: list[tuple[Row, ReceiverAnswer]]) -> None:
    tx.execute("delivering.finish", results=to_json_exactly([_result(*outcome) for outcome in outcomes]))
    of_endpoints: defaultdict[tuple[str, str], list[ReceiverAnswer]] = defaultdict(list)
    for delivery, answer in outcomes:
        of_endpoints[delivery["organization_id"], delivery["endpoint_id"]].append(answer)
    delivered, failed = [], []
    for (organization, endpoint), answers in of_endpoints.items():
        row: dict[str, Any] = {"organization_id": organization, "endpoint_id": endpoint}
        if any(answer.is_success for answer in answers):
            delivered.append(row)
        else:
            failed.append(row | {"failures": len(answers)})
    if delivered:
        tx.execute("delivering.forget_failures", delivered=to_json_exactly(delivered))
    if failed:
        tx.execute("delivering.note_failures", failed=to_json_exactly(failed))


def _result(delivery: Row, answer: ReceiverAnswer) -> Row:
    pause = pause_after(delivery["attempts"], random.random())  # noqa: S311 - no secret
    failed = "FAILED" if pause is None else "PENDING"
    # By the database's clock, which the claim told.
    passed = timedelta(seconds=time.monotonic() - delivery["begun"] + (pause or 0))
    return {
        "organization_id": delivery["organization_id"],
        "id": delivery["id"],
        "attempts": delivery["attempts"],
        "status": "DELIVERED" if answer.is_success else failed,
        "due_at": (delivery["claimed_at"] + passed).isoformat(),
        "answer_status": answer.status,
        "answer": answer.text,
        "failure": answer.failure,
    }
