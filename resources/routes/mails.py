"""The routes of mails."""

from dataclasses import dataclass

from app.mailing.mail_texts import MailKind
from app.schemas.answers.mails import Mail
from resources.mails import RecordMails
from resources.routes.bulk import ONCE
from resources.routes.operations import Answer, Operation, Route, a, title
from resources.serving.requests import Requests


@dataclass(frozen=True)
class _Mailed:
    """A kind of record that is mailed: its path, its heading, and the permissions to mail it and to read its mails."""

    kind: MailKind
    noun: str
    path: str
    heading: str
    sends: str
    reads: str


_MAILED = (
    _Mailed("invoice", "invoice", "/invoices/{id}/email", "Invoices", "invoices.send", "invoices.read"),
    _Mailed(
        "credit_note",
        "credit note",
        "/credit-notes/{id}/email",
        "Credit notes",
        "invoices.send",
        "invoices.read",
    ),
    _Mailed("quote", "quote", "/quotes/{id}/email", "Quotes", "quotes.send", "quotes.read"),
    _Mailed(
        "receipt_voucher",
        "receipt voucher",
        "/payments-received/{id}/email",
        "Payments received",
        # There is no paymentsReceived.send.
        "paymentsReceived.update",
        "paymentsReceived.read",
    ),
    _Mailed(
        "statement",
        "statement",
        "/customers/{id}/statement/email",
        "Ledgers",
        "customers.send",
        "customers.read",
    ),
)
_EXAMPLE = {
    "to": ["accounts@example.com"],
    "cc": [],
    "subject": "Your papers",
    "message": "They are attached.",
}
_WINDOW = " `fromDate` and `toDate` narrow the entries."


def mail_routes(requests: Requests, *, is_set_up: bool) -> list[Route]:
    """Return the routes of mails of documents and of statements. `is_set_up`: a mail server is set."""
    return [_route(one, RecordMails(requests, one.kind, is_set_up=is_set_up)) for one in _MAILED]


def _route(mailed: _Mailed, mails: RecordMails) -> Route:
    send = Operation(
        id=f"email{title(mailed.noun)}",
        tag=mailed.heading,
        summary=f"Mail {a(mailed.noun)}",
        permission=mailed.sends,
        answer=Answer(Mail),
        says="The mail goes into an outbox with this request and is sent within moments, the PDF attached. Without "
        "`subject` or `message` it has those of the organization."
        + (_WINDOW if mailed.kind == "statement" else "")
        + " `conflict` for a draft and what is void, and where the operator has not set up mail. "
        + ONCE,
        body=mails.body,
        example=_EXAMPLE,
        errors=("conflict",),
    )
    read = Operation(
        id=f"list{title(mailed.noun)}Emails",
        tag=mailed.heading,
        summary=f"List the mails of {a(mailed.noun)}",
        permission=mailed.reads,
        answer=Answer(Mail, "list"),
        says="The newest first, at most 100, with the delivery of each.",
    )
    return Route(mailed.path, mails, None, {"GET": read, "POST": send})
