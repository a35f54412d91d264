"""The body of a tax rate."""

from app.schemas.body import Body
from app.schemas.fields import Flag, Text
from app.schemas.numbers import Percent


class TaxRate(Body):
    """POST and PATCH /tax-rates."""

    name = Text(min=1, max=100, required=True)
    rate_percent = Percent(required=True)
    is_gst = Flag(load_default=True)
    is_default = Flag(load_default=False)
