"""The bodies of mails."""

import unicodedata
from typing import Any

from marshmallow import ValidationError, validates_schema

from app.mailing.mail_addresses import LONGEST_ADDRESS, is_address
from app.mailing.mail_texts import LONGEST_MESSAGE, LONGEST_SUBJECT
from app.schemas.body import BodySchema
from app.schemas.compound import Rows
from app.schemas.fields import StrictDate, Text
from app.schemas.strict import messages, optional

MOST_ADDRESSES = 20
# Control characters, and the separators of lines and paragraphs.
_BREAKS = ("Cc", "Zl", "Zp")


class MailAddress(Text):
    """The address of one mailbox."""

    default_error_messages = messages(address="Must be an e-mail address, such as someone@example.com.")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if not is_address(text):
            raise self.make_error("address")
        return text


class OneLine(Text):
    """Text without line breaks and other control characters."""

    default_error_messages = messages(line="Must be one line without control characters.")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if any(unicodedata.category(character) in _BREAKS for character in text):
            raise self.make_error("line")
        return text


class MailBody(BodySchema):
    """POST of the mail of a document."""

    to = Rows(MailAddress(min=1, max=LONGEST_ADDRESS), min=1, max=MOST_ADDRESSES, required=True)
    cc = Rows(MailAddress(min=1, max=LONGEST_ADDRESS), max=MOST_ADDRESSES, load_default=list)
    subject = OneLine(min=1, max=LONGEST_SUBJECT, **optional({}))
    message = Text(min=1, max=LONGEST_MESSAGE, **optional({}))


class StatementMailBody(MailBody):
    """POST /customers/{id}/statement/email."""

    from_date = StrictDate(**optional({}))
    to_date = StrictDate(**optional({}))

    @validates_schema
    def is_a_date_range(self, body: dict[str, Any], **_: Any) -> None:
        """Require `fromDate` not to be after `toDate`. Raise ValidationError."""
        if body["from_date"] and body["to_date"] and body["to_date"] < body["from_date"]:
            raise ValidationError({"toDate": ["Must not be before fromDate."]})
