"""The body of a bill."""

from app.schemas.documents import AdjustedDocument, GivenNumber
from app.schemas.fields import AnyText, Choice, Day, Flag, Key, Text


class Bill(AdjustedDocument):
    """A bill, as it is imported. What it is paid follows from payments and debit notes."""

    class Meta(AdjustedDocument.Meta):
        # The record of a bill has none.
        exclude = ("terms_and_conditions",)

    bill_number = GivenNumber()
    vendor_bill_number = AnyText()
    vendor_id = Text(min=1, required=True)
    purchase_order_id = Key()
    status = Choice("DRAFT", "OPEN", "VOID", load_default="DRAFT")
    bill_date = Day(required=True)
    due_date = Day(load_default=None)
    itc_eligible = Flag(load_default=False)
