"""The body of a quote."""

from app.schemas.documents import AdjustedDocumentBody, GivenNumber
from app.schemas.fields import Choice, StrictDate, Text


class QuoteBody(AdjustedDocumentBody):
    """A quote, as it is imported."""

    quote_number = GivenNumber()
    customer_id = Text(min=1, required=True)
    status = Choice("DRAFT", "SENT", "ACCEPTED", "DECLINED", "EXPIRED", load_default="DRAFT")
    quote_date = StrictDate(required=True)
    expiry_date = StrictDate(load_default=None)
