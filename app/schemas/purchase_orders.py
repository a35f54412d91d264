"""The body of a purchase order."""

from app.schemas.compound import Object, Rows
from app.schemas.documents import AdjustedDocumentBody, GivenNumber
from app.schemas.fields import Choice, StrictDate, Text
from app.schemas.invoices import InvoiceLineBody


class PurchaseOrderLineBody(InvoiceLineBody):
    """An element of `lines`."""


class PurchaseOrderBody(AdjustedDocumentBody):
    """A purchase order."""

    purchase_order_number = GivenNumber()
    vendor_id = Text(min=1, required=True)
    status = Choice("DRAFT", "ISSUED", "CLOSED", "VOID", load_default="DRAFT")
    order_date = StrictDate(required=True)
    expected_date = StrictDate(load_default=None)
    lines = Rows(Object(PurchaseOrderLineBody), min=1, required=True)
