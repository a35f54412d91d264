"""The outbox: mails are stored by the transaction that causes them, and wait there until they are sent."""

from datetime import UTC, date, datetime
from typing import NamedTuple

from app.errors import Conflict
from app.ids import new_id
from app.lists.record_reading import find_to_change
from app.mailing.mail_addresses import is_address
from app.mailing.mail_texts import MailKind
from app.postgres.database import Row, Transaction

# The most mails of one record in an answer.
MOST_TOLD = 100
_NOT_SENT = ("DRAFT", "VOID")
_NO_ADDRESS = "Neither the customer nor a contact of it has an e-mail address."


class NewMail(NamedTuple):
    """A mail to be queued, without its PDF. `subject` and `message` default to those of the organization."""

    recipients: list[str]
    copies: list[str]
    subject: str | None = None
    message: str | None = None
    from_day: date | None = None
    to_day: date | None = None


def find_record(tx: Transaction, kind: MailKind, id: str) -> Row:
    """Return the state and the time of the last change of what a mail of a kind is about.

    Raise NotFound, and PreconditionFailed where the caller knows another version.
    """
    return find_to_change(tx, f"mails.{kind}", id)


def require_sendable(kind: MailKind, record: Row) -> None:
    """Raise Conflict for a draft or a void record."""
    if record["status"] in _NOT_SENT:
        raise Conflict(f"A {record['status']} {kind.replace('_', ' ')} cannot be mailed.")


def put_mail(tx: Transaction, kind: MailKind, record_id: str, mail: NewMail) -> str:
    """Put a mail into the outbox; return its id."""
    return _put(tx, kind, record_id, mail, None)


def put_mail_to_customer(tx: Transaction, invoice_id: str, customer_id: str) -> str:
    """Put the mail of an invoice to its customer into the outbox; one that failed where no address is known."""
    found = tx.one("mails.address_of_customer", customer_id=customer_id)
    address = found["address"] if found else None
    if not address or not is_address(address):
        return _put(tx, "invoice", invoice_id, NewMail([], []), _NO_ADDRESS)
    return _put(tx, "invoice", invoice_id, NewMail([address], []), None)


def read_mail(tx: Transaction, id: str) -> Row:
    """Return a mail in its wire form."""
    (mail,) = tx.records("mails.get", id=id)
    return mail


def mails_of(tx: Transaction, kind: MailKind, record_id: str) -> list[Row]:
    """Return the mails of a record in their wire form, the newest first, at most 100. Raise NotFound."""
    find_record(tx, kind, record_id)
    return tx.records("mails.of_record", id=record_id, kind=kind, most=MOST_TOLD)


def _put(tx: Transaction, kind: MailKind, record_id: str, mail: NewMail, failure: str | None) -> str:
    id = new_id("eml")
    tx.execute(
        "mails.insert",
        **mail._asdict(),
        id=id,
        kind=kind,
        record_id=record_id,
        status="FAILED" if failure else "QUEUED",
        due_at=None if failure else datetime.now(UTC),
        failure=failure,
    )
    return id
