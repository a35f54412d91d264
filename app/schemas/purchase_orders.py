"""The body of a purchase order."""

from app.schemas.documents import AdjustedDocument, GivenNumber
from app.schemas.fields import Choice, Day, Text


class PurchaseOrder(AdjustedDocument):
    """A purchase order, as it is imported."""

    purchase_order_number = GivenNumber()
    vendor_id = Text(min=1, required=True)
    status = Choice("DRAFT", "ISSUED", "CLOSED", "VOID", load_default="DRAFT")
    order_date = Day(required=True)
    expected_date = Day(load_default=None)
