"""The body of a sales order."""

from app.schemas.compound import Object, Rows
from app.schemas.documents import AdjustedDocumentBody, GivenNumber
from app.schemas.fields import Choice, RelatedId, StrictDate, Text
from app.schemas.invoices import InvoiceLineBody, SaleBody


class SalesOrderLineBody(InvoiceLineBody):
    """An element of `lines`."""


class SalesOrderBody(AdjustedDocumentBody, SaleBody):
    """A sales order."""

    sales_order_number = GivenNumber()
    customer_id = Text(min=1, required=True)
    quote_id = RelatedId()
    status = Choice("DRAFT", "CONFIRMED", "CLOSED", "VOID", load_default="DRAFT")
    order_date = StrictDate(required=True)
    expected_shipment_date = StrictDate(load_default=None)
    lines = Rows(Object(SalesOrderLineBody), min=1, required=True)
