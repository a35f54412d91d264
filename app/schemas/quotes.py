"""The body of a quote."""

from app.schemas.compound import Object, Rows
from app.schemas.documents import AdjustedDocumentBody, GivenNumber
from app.schemas.fields import Choice, StrictDate, Text
from app.schemas.invoices import InvoiceLineBody, SaleBody


class QuoteLineBody(InvoiceLineBody):
    """An element of `lines`."""


class QuoteBody(AdjustedDocumentBody, SaleBody):
    """A quote."""

    quote_number = GivenNumber()
    customer_id = Text(min=1, required=True)
    status = Choice("DRAFT", "SENT", "ACCEPTED", "DECLINED", "EXPIRED", load_default="DRAFT")
    quote_date = StrictDate(required=True)
    expiry_date = StrictDate(load_default=None)
    lines = Rows(Object(QuoteLineBody), min=1, required=True)
