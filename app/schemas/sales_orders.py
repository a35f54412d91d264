"""The body of a sales order."""

from app.schemas.documents import AdjustedDocument, GivenNumber
from app.schemas.fields import Choice, Day, Key, Text


class SalesOrder(AdjustedDocument):
    """A sales order, as it is imported."""

    sales_order_number = GivenNumber()
    customer_id = Text(min=1, required=True)
    quote_id = Key()
    status = Choice("DRAFT", "CONFIRMED", "CLOSED", "VOID", load_default="DRAFT")
    order_date = Day(required=True)
    expected_shipment_date = Day(load_default=None)
