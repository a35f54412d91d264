"""The delivery of due mails of the outbox, of all organizations.

A mail is taken by moving its next try on, in a transaction of its own; then it is printed and handed over without a
transaction, and the result is noted in another one. A process that is killed in between leaves it to be sent again: at
least once, and always under the same Message-ID.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import NamedTuple

from app.errors import DomainError, RateLimited, Unavailable
from app.ledgers.party_ledgers import DateRange
from app.mail_sending.handover import NotTaken
from app.mail_sending.messages import attach_pdf, message_of
from app.mailing.mail_texts import MailText, built_in_text, filled_text, values_of
from app.mailing.outbox import find_record, require_sendable
from app.postgres.database import Database, Row, Transaction, jsonb
from app.printing.content.paper import PrintJob
from app.printing.jobs import document_job, statement_job
from app.printing.printed import file_name, print_paper
from app.printing.workers.queue import PrintQueue

log = logging.getLogger(__name__)

# Mails that are looked for at once.
_BATCH = 100
# For how long nobody else tries a mail that is being sent: longer than printing and every answer of a server take.
_LEASE = timedelta(minutes=30)
# After each try that failed; after the last one none follows.
_PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720, 1440))
_A_FAULT = "The service failed; its log says why."
_DIED = "Each of its senders ended before it had told what became of the mail."

# Hands a message over, from an address to addresses; returns refusals, raises NotTaken.
HandOver = Callable[[EmailMessage, str, list[str]], list[dict[str, str]]]


class _Due(NamedTuple):
    organization_id: str
    id: str
    created_by: str


class _Letter(NamedTuple):
    """A mail before its PDF is printed."""

    message: EmailMessage
    text: MailText
    job: PrintJob


@dataclass
class Sent:
    """The numbers of mails that the mail server accepted, and of those that failed."""

    sent: int = 0
    failed: int = 0


class MailSender:
    """Sends mails from one address of the service. `database` is logged in as the owner of the tables."""

    def __init__(self, database: Database, queue: PrintQueue, mail_from: str, hand_over: HandOver) -> None:
        self._database, self._queue = database, queue
        self._mail_from, self._hand_over = mail_from, hand_over

    def send_due(self, now: datetime) -> Sent:
        """Try mails that are due at a moment once: a hundred, the longest due first. Several may be at it at once.

        Raise Unavailable where PostgreSQL does not answer.
        """
        done = Sent()
        for due in self._find(now):
            mail = self._take(due, now)
            if mail is None:
                continue
            if self._send(due, mail, now):
                done.sent += 1
            else:
                done.failed += 1
        return done

    def _take(self, due: _Due, now: datetime) -> Row | None:
        def take(tx: Transaction) -> Row | None:
            _enter(tx, due)
            return tx.one("mails.take", id=due.id, now=now, lease=now + _LEASE)

        return self._database.run(take, request_id=due.id)

    def _find(self, now: datetime) -> list[_Due]:
        rows = self._database.run_as_owner(lambda tx: tx.all("operators.due_mails", now=now, most=_BATCH))
        return [_Due(row["organization_id"], row["id"], row["created_by"]) for row in rows]

    def _send(self, due: _Due, mail: Row, now: datetime) -> bool:
        """Send one mail and note the result; return whether a server took it."""
        if mail["attempts"] > len(_PAUSES) + 1:
            # Every process that tried it died before it noted a result, so another try would do the same.
            return self._give_up(due, mail, now, _DIED, is_final=True)
        try:
            letter = self._database.run(lambda tx: self._write(tx, due, mail), request_id=due.id)
            attach_pdf(letter.message, print_paper(self._queue, letter.job), file_name(letter.job))
            refusals = self._hand_over(
                letter.message, self._mail_from, [*mail["recipients"], *mail["copies"]]
            )
        except NotTaken as refusal:
            return self._give_up(due, mail, now, refusal.reason, is_final=refusal.is_final)
        except (Unavailable, RateLimited) as busy:
            return self._give_up(due, mail, now, busy.message, is_final=False)
        except DomainError as refusal:
            return self._give_up(due, mail, now, refusal.message, is_final=True)
        except Exception:
            log.exception("the mail %s", due.id)
            return self._give_up(due, mail, now, _A_FAULT, is_final=False)
        self._database.run(lambda tx: _note_sent(tx, due, mail, letter.text, refusals), request_id=due.id)
        return True

    def _write(self, tx: Transaction, due: _Due, mail: Row) -> _Letter:
        _enter(tx, due)
        kind = mail["kind"]
        require_sendable(kind, find_record(tx, kind, mail["record_id"]))
        job = _job(tx, mail)
        context = job.context(*job.rows)
        own = tx.one("mails.text", document=f"{kind}_mail")
        usual = filled_text(own["text"] if own else built_in_text(kind), values_of(kind, context))
        text = MailText(mail["subject"] or usual.subject, mail["message"] or usual.message)
        issuer = context.get("issuer") or context["seller"]
        return _Letter(message_of(mail, text, issuer, self._mail_from), text, job)

    def _give_up(self, due: _Due, mail: Row, now: datetime, reason: str, *, is_final: bool) -> bool:
        """Note why a mail was not taken, and when it is tried again."""
        attempts = mail["attempts"]
        again = None if is_final or attempts > len(_PAUSES) else now + _PAUSES[attempts - 1]

        def note(tx: Transaction) -> None:
            _enter(tx, due)
            status = "QUEUED" if again else "FAILED"
            tx.execute(
                "mails.note_failure", id=due.id, status=status, due_at=again, failure=reason or _A_FAULT
            )

        self._database.run(note, request_id=due.id)
        return False


def _enter(tx: Transaction, due: _Due) -> None:
    tx.enter(due.organization_id, user_id=due.created_by, request_id=due.id)


def _job(tx: Transaction, mail: Row) -> PrintJob:
    if mail["kind"] == "statement":
        return statement_job(tx, mail["record_id"], DateRange(mail["from_day"], mail["to_day"]))
    return document_job(tx, mail["kind"], mail["record_id"])


def _note_sent(tx: Transaction, due: _Due, mail: Row, text: MailText, refusals: list[dict[str, str]]) -> None:
    _enter(tx, due)
    tx.execute("mails.note_sent", id=due.id, refusals=jsonb(refusals), **text._asdict())
    if mail["kind"] == "invoice":
        tx.execute("mails.note_invoice", id=mail["record_id"])
