"""The body of a sales order."""

from app.schemas.documents import AdjustedDocumentBody, GivenNumber
from app.schemas.fields import Choice, RelatedId, StrictDate, Text


class SalesOrderBody(AdjustedDocumentBody):
    """A sales order, as it is imported."""

    sales_order_number = GivenNumber()
    customer_id = Text(min=1, required=True)
    quote_id = RelatedId()
    status = Choice("DRAFT", "CONFIRMED", "CLOSED", "VOID", load_default="DRAFT")
    order_date = StrictDate(required=True)
    expected_shipment_date = StrictDate(load_default=None)
