"""Mails in answers."""

from app.mailing.mail_texts import MAIL_KINDS
from app.schemas.answers.fields import Answered, Id, Integer, Many, Moment, One, OneOf, Word

_STATES = ("QUEUED", "SENT", "FAILED")


class MailRefusal(Answered):
    """An address that the server refused though it took the mail for others."""

    address = Word()
    reason = Word()


class Mail(Answered):
    """A mail, and its delivery."""

    organization_id = Id()
    id = Id()
    kind = OneOf(*MAIL_KINDS)
    record_id = Id()
    to = Many(Word())
    cc = Many(Word())
    subject = Word(null=True)
    message = Word(null=True)
    status = OneOf(*_STATES)
    attempts = Integer(min=0)
    sent_at = Moment(null=True)
    failure = Word(null=True)
    refusals = Many(One(MailRefusal))
    created_by = Id()
    created_at = Moment()
