"""The body of a bill."""

from app.schemas.compound import Object, Rows
from app.schemas.documents import AdjustedDocumentBody, GivenNumber
from app.schemas.fields import AnyText, Choice, RelatedId, StrictBoolean, StrictDate, Text
from app.schemas.invoices import InvoiceLineBody


class BillLineBody(InvoiceLineBody):
    """An element of `lines`."""


class BillBody(AdjustedDocumentBody):
    """A bill. What it is paid follows from payments and debit notes."""

    class Meta(AdjustedDocumentBody.Meta):
        # The record of a bill has none.
        exclude = ("terms_and_conditions",)

    bill_number = GivenNumber()
    vendor_bill_number = AnyText()
    vendor_id = Text(min=1, required=True)
    purchase_order_id = RelatedId()
    status = Choice("DRAFT", "OPEN", "VOID", load_default="DRAFT")
    bill_date = StrictDate(required=True)
    due_date = StrictDate(load_default=None)
    itc_eligible = StrictBoolean(load_default=False)
    lines = Rows(Object(BillLineBody), min=1, required=True)
