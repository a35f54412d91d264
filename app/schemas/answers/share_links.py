"""Answers of the endpoints that share an invoice by a link."""

from app.schemas.answers.fields import Answered, Moment, Word


class ShareLink(Answered):
    """A link to the page of an invoice."""

    url = Word(metadata={"format": "uri"})
    expires_at = Moment()
