"""The body of a quote."""

from app.schemas.documents import AdjustedDocument, GivenNumber
from app.schemas.fields import Choice, Day, Text


class Quote(AdjustedDocument):
    """A quote, as it is imported."""

    quote_number = GivenNumber()
    customer_id = Text(min=1, required=True)
    status = Choice("DRAFT", "SENT", "ACCEPTED", "DECLINED", "EXPIRED", load_default="DRAFT")
    quote_date = Day(required=True)
    expiry_date = Day(load_default=None)
