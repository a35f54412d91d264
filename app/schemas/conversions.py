"""The bodies of conversions."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from app.schemas.body import BodySchema
from app.schemas.compound import Object, Rows
from app.schemas.fields import Choice, Text
from app.schemas.numbers import Quantity

QUOTE_BECOMES = ("SALES_ORDER", "INVOICE")


class QuoteConversionBody(BodySchema):
    """POST /quotes/{id}/convert."""

    type = Choice(*QUOTE_BECOMES, required=True)


class ConvertedLineBody(BodySchema):
    """An element of `lines`: a line of the order, and how much of it."""

    id = Text(min=1, required=True)
    quantity = Quantity(above=0, required=True)


class OrderConversionBody(BodySchema):
    """POST /sales-orders/{id}/convert and /purchase-orders/{id}/convert; all that is left without lines."""

    lines = Rows(Object(ConvertedLineBody), min=1, load_default=None, allow_none=True)

    @validates_schema(skip_on_field_errors=False)
    def names_each_line_once(self, body: dict[str, Any], **_: Any) -> None:
        """Require each line at most once, since two quantities would contradict each other. Raise ValidationError."""
        named = [line.get("id") for line in body.get("lines") or ()]
        errors = {
            place: {"id": ["Must not be named twice."]}
            for place, id in enumerate(named)
            if id is not None and id in named[:place]
        }
        if errors:
            raise ValidationError({"lines": errors})
