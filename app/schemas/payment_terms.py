"""The body of a payment term."""

from app.schemas.body import Body
from app.schemas.fields import Flag, Text
from app.schemas.numbers import Whole


class PaymentTerm(Body):
    """POST and PATCH /payment-terms."""

    name = Text(min=1, max=100, required=True)
    days = Whole(min=0, max=365, required=True)
    is_default = Flag(load_default=False)
