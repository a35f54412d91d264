"""The answer to a conversion."""

from app.schemas.answers.fields import Answered, Id, OneOf


class Converted(Answered):
    """The draft that was made: its kind and its id."""

    type = OneOf("SALES_ORDER", "INVOICE", "BILL")
    id = Id()
