"""The bodies of an opening or adjusted stock position."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from app.schemas.body import BodySchema
from app.schemas.fields import AnyLongText, AnyText, Choice, RelatedId, Text
from app.schemas.numbers import Price, Quantity


class CountedBody(BodySchema):
    """The opening of a stock position, or an adjustment of its quantity: a negative one takes goods out."""

    item_id = Text(min=1, required=True)
    item_variant_id = RelatedId()
    warehouse_id = RelatedId()
    kind = Choice("OPENING", "ADJUSTMENT", load_default="OPENING")
    quantity = Quantity(required=True)
    unit_cost = Price(load_default=None, allow_none=True)
    notes = AnyLongText()

    @validates_schema(skip_on_field_errors=False)
    def opens_with_something(self, body: dict[str, Any], **_: Any) -> None:
        """Require an opening quantity of at least 0; missing goods are an adjustment. Raise ValidationError."""
        if body.get("kind") == "OPENING" and body.get("quantity", 0) < 0:
            raise ValidationError({"quantity": ["Must be at least 0 for an opening position."]})


class StockAdjustmentBody(CountedBody):
    """POST /stock-adjustments."""

    @validates_schema(skip_on_field_errors=False)
    def moves_something(self, body: dict[str, Any], **_: Any) -> None:
        """Require a quantity other than 0. Raise ValidationError."""
        if body.get("quantity") == 0:
            raise ValidationError({"quantity": ["Must not be 0."]})


class StockBody(CountedBody):
    """The same in a file, which may name a variant by its size, and say below what a position is low."""

    variant = AnyText()
    low_stock_threshold = Quantity(min=0, load_default=None, allow_none=True)
