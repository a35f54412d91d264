"""Making the invoices that are due, of all organizations: one for each due day, however many make them at once.

Who makes one holds the row of its schedule, which others pass by. The invoice, its place among the due days and the
step of the schedule are one transaction, so whatever ends it in between leaves nothing.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from heapq import heapify, heappop, heappush
from threading import Event
from typing import NamedTuple

from app.errors import DomainError, Unavailable
from app.mailing.outbox import put_mail_to_customer
from app.postgres.database import Database, Row, Transaction
from app.recurring.invoices_of_schedules import invoice_of
from app.recurring.schedules import next_date_after
from app.sales.invoices import WRITES

log = logging.getLogger(__name__)
# Schedules that are looked for at once.
_BATCH = 500
# After so many schedules without a connection, or with a lock that was not released, the rest is left for the next run.
_MOST_UNAVAILABLE = 3
_LONGEST_REASON = 1_000
_A_FAULT = "The service failed; its log says why."


class DueInvoice(NamedTuple):
    """A schedule and the day of its next invoice; the longest due come first."""

    next_date: date
    organization_id: str
    id: str
    created_by: str


@dataclass
class Outcome:
    """The results of a run: invoices made, invoices that failed, and tries that PostgreSQL did not answer in time."""

    made: int = 0
    failed: int = 0
    unavailable: int = 0


class _Step(NamedTuple):
    """The result of one due day, and the schedule's next day if that is due as well."""

    made: bool = False
    failed: bool = False
    next_date: date | None = None


def make_due(database: Database, now: datetime, stopped: Event) -> Outcome:
    """Make every invoice that is due at a moment, by the calendar of its organization, the longest due first.

    `database` is logged in as the owner of the tables. Several may be at it at once. What cannot be made is left with
    its reason, and tried again the next day; later days of the same schedule wait for it. None is begun once `stopped`
    is set. Raise Unavailable where PostgreSQL does not answer.
    """
    outcome, done = Outcome(), -1
    while done != outcome.made + outcome.failed and not stopped.is_set():
        done = outcome.made + outcome.failed
        _make_all(database, now, _find(database, now), outcome, stopped)
    return outcome


def _find(database: Database, now: datetime) -> list[DueInvoice]:
    rows = database.run_as_owner(lambda tx: tx.all("operators.due_recurring_invoices", now=now, most=_BATCH))
    return [
        DueInvoice(row["next_date"], row["organization_id"], row["id"], row["created_by"]) for row in rows
    ]


def _make_all(
    database: Database, now: datetime, found: Iterable[DueInvoice], outcome: Outcome, stopped: Event
) -> None:
    waiting = list(found)
    heapify(waiting)
    while waiting and not stopped.is_set():
        due = heappop(waiting)
        step = _make_one(database, now, due, outcome)
        outcome.made += step.made
        outcome.failed += step.failed
        if step.next_date:
            heappush(waiting, due._replace(next_date=step.next_date))


def _make_one(database: Database, now: datetime, due: DueInvoice, outcome: Outcome) -> _Step:
    """Make the next invoice of a schedule, unless another is at it."""
    try:
        return database.run(lambda tx: _make(tx, _take(tx, now, due)), request_id=due.id)
    except Unavailable:
        outcome.unavailable += 1
        if outcome.unavailable >= _MOST_UNAVAILABLE:
            raise
        return _Step()
    except Exception as error:
        if not isinstance(error, DomainError):
            log.exception("the invoice of %s due on %s", due.id, due.next_date)
        reason = error.message if isinstance(error, DomainError) else _A_FAULT
        return database.run(lambda tx: _give_up(tx, _take(tx, now, due), reason), request_id=due.id)


def _take(tx: Transaction, now: datetime, due: DueInvoice) -> Row | None:
    """Hold the schedule in its organization, as who made it; None where nothing of it is due or another is at it."""
    tx.enter(due.organization_id, user_id=due.created_by, request_id=due.id)
    return tx.one("recurring_invoices.take", id=due.id, now=now)


def _make(tx: Transaction, schedule: Row | None) -> _Step:
    if schedule is None:
        return _Step()
    id, due = schedule["id"], schedule["next_date"]
    try:
        with tx.savepoint():
            invoice = WRITES.create_one(tx, invoice_of(schedule, due))
    except Unavailable:
        raise
    except DomainError as refusal:
        return _note_failure(tx, schedule, refusal.message)
    if schedule["then"] == "SEND_AND_MAIL":
        put_mail_to_customer(tx, invoice["id"], schedule["customer_id"])
    following = next_date_after(schedule, due)
    tx.run_all(
        ("recurring_invoices.insert_day", {"id": id, "due_date": due, "invoice_id": invoice["id"]}),
        ("recurring_invoices.move_on", {"id": id, "invoice_id": invoice["id"], "next_date": following}),
    )
    return _Step(made=True, next_date=following if following and following <= schedule["today"] else None)


def _give_up(tx: Transaction, schedule: Row | None, reason: str) -> _Step:
    return _Step() if schedule is None else _note_failure(tx, schedule, reason)


def _note_failure(tx: Transaction, schedule: Row, reason: str) -> _Step:
    """Leave with a schedule why the invoice of its next due day could not be made; it is tried again the next day."""
    retry = schedule["today"] + timedelta(days=1)
    failure = reason[:_LONGEST_REASON]
    tx.execute("recurring_invoices.note_failure", id=schedule["id"], failure=failure, retry_date=retry)
    return _Step(failed=True)
