"""Mails of records over HTTP: put into the outbox and read with their delivery."""

import falcon

from app.errors import Conflict
from app.lists.record_reading import version_at
from app.mailing.mail_texts import MailKind
from app.mailing.outbox import NewMail, find_record, mails_of, put_mail, read_mail, require_sendable
from app.postgres.database import Row, Transaction
from app.schemas.mails import MailBody, StatementMailBody
from resources.serving.answers import answer
from resources.serving.bodies import json_object
from resources.serving.requests import Requests
from resources.serving.writes import answer_write

_NOT_SET = "Mail is not set up: the operator of the service sets SMTP_URL and MAIL_FROM."


class RecordMails:
    """The mails of records of one kind."""

    def __init__(self, requests: Requests, kind: MailKind, *, is_set_up: bool) -> None:
        self.requests, self.kind, self.is_set_up = requests, kind, is_set_up
        self.body = StatementMailBody() if kind == "statement" else MailBody()

    def on_get(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Answer the mails of a record."""
        answer(resp, self.requests.run(req, lambda tx: mails_of(tx, self.kind, id)))

    def on_post(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Put a mail into the outbox."""

        def put(tx: Transaction) -> Row:
            sent = json_object(req)
            record = find_record(tx, self.kind, id)
            body = self.body.create(sent)
            require_sendable(self.kind, record)
            if not self.is_set_up:
                raise Conflict(_NOT_SET)
            mail = read_mail(tx, put_mail(tx, self.kind, id, _new(body)))
            return {"mail": mail, "version": version_at(record["updated_at"])}

        def reveal(kept: Row) -> Row:
            # A mail leaves its record as it was.
            resp.etag = falcon.ETag(kept["version"])
            mail: Row = kept["mail"]
            return mail

        answer_write(self.requests, req, resp, put, is_version=False, reveal=reveal)


def _new(body: Row) -> NewMail:
    return NewMail(
        recipients=body["to"],
        copies=body["cc"],
        subject=body["subject"],
        message=body["message"],
        from_day=body.get("from_date"),
        to_day=body.get("to_date"),
    )
