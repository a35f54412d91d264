"""Strict fields made of others: objects, lists, addresses, and JSON that is kept as it came."""

import math
from typing import Any

from marshmallow import ValidationError, fields, post_load

from app.schemas.body import BodySchema
from app.schemas.fields import Text, storable
from app.schemas.numbers import SAFE_INTEGER
from app.schemas.strict import Count, Strict, messages
from app.wire import camel_keys

MOST_ROWS = 1_000
DEEPEST = 8
EXAMPLE_ADDRESS = {
    "line1": "1 Main Road",
    "city": "Mumbai",
    "state": "Maharashtra",
    "stateCode": "27",
    "pincode": "400001",
}


class Object(Strict, fields.Nested):
    """An object with a schema of its own."""

    def __init__(self, body: type[BodySchema], **options: Any) -> None:
        super().__init__(body, **options)


class Rows(Strict, fields.List[Any]):
    """A list of at most 1,000 values of one field, unless `max` says otherwise."""

    default_error_messages = messages(invalid="Must be a list.")

    def __init__(
        self, row: fields.Field[Any], *, min: int | None = None, max: int = MOST_ROWS, **options: Any
    ) -> None:
        super().__init__(row, validate=Count(min=min, max=max), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        # Before the elements are read: half a million of them fit into a body.
        self._validate(value)
        try:
            return super()._deserialize(value, attr, data, **kwargs)
        except ValidationError as error:
            # Without the elements that were valid: rules across rows name them by their index.
            raise ValidationError(error.messages) from None


class AddressBody(BodySchema):
    """An address; loads to the keys that were sent, in camelCase, as it is stored and returned."""

    line1 = Text(allow_none=True)
    line2 = Text(allow_none=True)
    city = Text(max=100, allow_none=True)
    state = Text(max=100, allow_none=True)
    state_code = Text(min=2, max=2, allow_none=True)
    pincode = Text(max=10, allow_none=True)
    country = Text(max=100, allow_none=True)

    @post_load
    def on_the_wire(self, address: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Return the address under the names that answers have."""
        return camel_keys(address)


class AddressField(Object):
    """An address or null."""

    def __init__(self) -> None:
        super().__init__(AddressBody, load_default=None)


class AnyJson(Strict, fields.Raw):
    """Any JSON value, kept as it came: storable text, numbers that a double holds."""

    default_error_messages = messages(
        invalid="Must be at most 8 levels deep, without NUL, unpaired surrogates or numbers out of range."
    )

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not _keepable(value, DEEPEST):
            raise self.make_error("invalid")
        return value


def _keepable(value: Any, depth: int) -> bool:
    if isinstance(value, dict | list):
        return depth > 0 and all(_keepable(part, depth - 1) for part in _parts(value))
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or abs(value) <= SAFE_INTEGER


def _parts(value: dict[str, Any] | list[Any]) -> list[Any]:
    return [*value.keys(), *value.values()] if isinstance(value, dict) else value
