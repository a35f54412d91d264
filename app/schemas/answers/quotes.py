"""Quotes."""

from app.schemas.answers.documents import AdjustedFigures, Buyer, Line, SaleFigures
from app.schemas.answers.fields import Amount, Answered, Date, Id, Many, Moment, One, OneOf, Word
from app.schemas.answers.record_base import Signed

_QUOTE_STATES = ("DRAFT", "SENT", "ACCEPTED", "DECLINED", "EXPIRED")


class QuoteLine(Line):
    """A line of a quote."""

    quote_id = Id()


class QuoteRow(Signed, AdjustedFigures, SaleFigures):
    """A quote, as lists have it."""

    quote_number = Word()
    customer_id = Id()
    status = OneOf(*_QUOTE_STATES)
    quote_date = Date()
    expiry_date = Date(null=True)
    terms_and_conditions = Word(null=True)


class Quote(QuoteRow):
    """A quote with its lines."""

    email_sent_at = Moment(null=True)
    buyer = One(Buyer)
    items = Many(QuoteLine)


class QuoteWritten(Answered):
    """A quote, as it was just written."""

    id = Id()
    status = OneOf(*_QUOTE_STATES)
    total = Amount()
    quote_number = Word()


class QuoteMoved(Answered):
    """The new status of a quote."""

    id = Id()
    status = OneOf(*_QUOTE_STATES)
