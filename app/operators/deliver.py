"""`deliver`: send what waits in the outbox, until a signal ends it. Several may run, on one machine or on many.

Each kind of delivery is a loop of its own thread, so that one that waits holds back no other.
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
from app.errors import Unavailable
from app.mail_sending.handover import hand_over
from app.mail_sending.sending import MailSender
from app.operators.session import database, json_option, settings, show
from app.postgres.database import Database
from app.printing.workers.cache import Cache
from app.printing.workers.queue import PrintQueue
from app.telemetry.logs import log_to_standard_error

log = logging.getLogger(__name__)

# Seconds between two looks where nothing was due, and after PostgreSQL did not answer.
_PAUSE, _PAUSE_AFTER_FAILURE = 1.0, 5.0
_NO_MAIL = "There is nothing to deliver: SMTP_URL and MAIL_FROM are not set."


class Delivery(NamedTuple):
    """A kind of delivery. `deliver_due` delivers what is due and returns how much it tried."""

    name: str
    deliver_due: Callable[[], int]


@click.command()
@click.option("--once", is_flag=True, help="Try what is due once, and end.")
@json_option
def deliver(once: bool, as_json: bool) -> None:
    """Send the mails that wait, of all organizations, until Ctrl-C or SIGTERM."""
    known = settings()
    if known.mail_server is None:
        raise click.ClickException(_NO_MAIL)
    log_to_standard_error()
    with database() as opened, closing(_print_queue(known)) as queue:
        sender = _mail_sender(opened, queue, known)
        if once:
            done = sender.send_due(datetime.now(UTC))
            told = {"sent": done.sent, "failed": done.failed}
            show(told, f"Mails sent: {done.sent}; not sent: {done.failed}.", as_json=as_json)
            return
        run_until_stopped([Delivery("mails", partial(_tried, sender))])


def run_until_stopped(deliveries: Sequence[Delivery]) -> None:
    """Run each kind of delivery in a thread of its own until SIGINT or SIGTERM; what is under way is finished."""
    stopped = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    threads = [Thread(target=_run, args=(delivery, stopped), name=delivery.name) for delivery in deliveries]
    for thread in threads:
        thread.start()
    stopped.wait()
    for thread in threads:
        thread.join()


def _run(delivery: Delivery, stopped: Event) -> None:
    while not stopped.is_set():
        stopped.wait(_pause_after(delivery))


def _pause_after(delivery: Delivery) -> float:
    """Deliver what is due; return the seconds until the next look."""
    try:
        return 0 if delivery.deliver_due() else _PAUSE
    except Unavailable:
        log.warning("%s wait: PostgreSQL does not answer", delivery.name)
    except Exception:
        log.exception("%s wait", delivery.name)
    return _PAUSE_AFTER_FAILURE


def _print_queue(known: Settings) -> PrintQueue:
    # Without the budget that requests have: mails are printed one by one, and wait as long as that takes.
    cache = Cache(known.pdf_cache, known.pdf_cache_bytes) if known.pdf_cache else None
    return PrintQueue(seconds=known.pdf_seconds, cache=cache)


def _mail_sender(opened: Database, queue: PrintQueue, known: Settings) -> MailSender:
    assert known.mail_server is not None  # noqa: S101 - asked by the command
    return MailSender(opened, queue, known.mail_from, partial(hand_over, known.mail_server))


def _tried(sender: MailSender) -> int:
    done = sender.send_due(datetime.now(UTC))
    return done.sent + done.failed
