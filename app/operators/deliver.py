"""`deliver`: make what falls due and send what waits, until a signal ends it. Several may run, on one machine or many.

Recurring invoices, webhooks and mails each have a thread of their own, so that one that waits holds back no other.
"""

import logging
import signal
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from threading import Event, Thread
from typing import NamedTuple

import click

from app.config import Settings
from app.embedded.parent_process import end_with_parent
from app.errors import Unavailable
from app.limits.table import RateTable
from app.mail_sending.handover import hand_over
from app.mail_sending.sending import MailSender, Sent
from app.operators.session import database, json_option, settings, show
from app.postgres.database import Database
from app.printing.workers.queue import PrintQueue
from app.recurring.making import make_due
from app.telemetry.logs import log_to_standard_error
from app.webhooks.deliverer import Deliverer

log = logging.getLogger(__name__)

# Seconds between two looks where nothing was due, and after what failed.
_PAUSE, _PAUSE_AFTER_FAILURE = 1.0, 5.0
# Seconds between two looks for invoices that have fallen due.
_BETWEEN_DUE_LOOKS = 5.0


class Loop(NamedTuple):
    """A kind of delivery. `run` delivers until the event is set; deliveries under way are finished."""

    name: str
    run: Callable[[Event], object]


@click.command()
@click.option("--once", is_flag=True, help="Make and try what is due once, and end.")
@json_option
def deliver(once: bool, as_json: bool) -> None:
    """Make and send what falls due, until it is stopped.

    Makes the recurring invoices of that day, and sends the webhooks and mails that wait, of all organizations, until
    Ctrl-C or SIGTERM.
    """
    end_with_parent()
    known = settings()
    log_to_standard_error()
    with database() as opened, closing(PrintQueue.configured(known, RateTable())) as queue:
        webhooks = Deliverer(opened, known.webhook_allow)
        sender = _mail_sender(opened, queue, known) if known.mails else None
        if once:
            _deliver_once(opened, webhooks, sender, as_json=as_json)
            return
        loops = [
            Loop("recurring invoices", partial(_make_invoices, opened)),
            Loop("webhooks", webhooks.run),
        ]
        run_until_stopped([*loops, Loop("mails", partial(_send_mails, sender))] if sender else loops)


def _deliver_once(opened: Database, webhooks: Deliverer, sender: MailSender | None, *, as_json: bool) -> None:
    # First, since the invoices that are made cause webhooks and mails.
    invoices = make_due(opened, datetime.now(UTC), Event())
    told = webhooks.run(Event(), once=True)
    mails = _send_all_due(sender) if sender else None
    record = {
        "recurringInvoices": {"made": invoices.made, "failed": invoices.failed},
        "webhooks": {"sent": told.sent, "failed": told.failed},
    }
    sentence = (
        f"Invoices made: {invoices.made}; not made: {invoices.failed}. "
        f"Webhooks sent: {told.sent}; not sent: {told.failed}."
    )
    if mails:
        record["mails"] = {"sent": mails.sent, "failed": mails.failed}
        sentence += f" Mails sent: {mails.sent}; not sent: {mails.failed}."
    show(record, sentence, as_json=as_json)


def _send_all_due(sender: MailSender) -> Sent:
    """Try every mail that is due now once; what fails is due later."""
    now, all_tried = datetime.now(UTC), Sent()
    while (tried := sender.send_due(now)).sent or tried.failed:
        all_tried.sent += tried.sent
        all_tried.failed += tried.failed
    return all_tried


def run_until_stopped(loops: Sequence[Loop]) -> None:
    """Run each in a thread of its own until SIGINT or SIGTERM."""
    stopped = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    threads = [Thread(target=_run, args=(loop, stopped), name=loop.name) for loop in loops]
    for thread in threads:
        thread.start()
    stopped.wait()
    for thread in threads:
        thread.join()


def _run(loop: Loop, stopped: Event) -> None:
    """Run a loop, and again where it failed."""
    while not stopped.is_set():
        try:
            loop.run(stopped)
        except Unavailable:
            log.warning("%s wait: PostgreSQL does not answer", loop.name)
        except Exception:
            log.exception("%s wait", loop.name)
        stopped.wait(_PAUSE_AFTER_FAILURE)


def _make_invoices(opened: Database, stopped: Event) -> None:
    while not stopped.is_set():
        make_due(opened, datetime.now(UTC), stopped)
        stopped.wait(_BETWEEN_DUE_LOOKS)


def _send_mails(sender: MailSender, stopped: Event) -> None:
    while not stopped.is_set():
        done = sender.send_due(datetime.now(UTC))
        if not (done.sent or done.failed):
            stopped.wait(_PAUSE)


def _mail_sender(opened: Database, queue: PrintQueue, known: Settings) -> MailSender:
    assert known.mail_server is not None  # noqa: S101 - asked by the command
    return MailSender(opened, queue, known.mail_from, partial(hand_over, known.mail_server))
