"""Fields of answers: always there, and null only where they say so."""

from datetime import date
from typing import Any

from marshmallow import Schema, fields, validate

from app.money import MONEY_MAX
from app.wire import camel

LONGEST_ID = 30


class Answered(Schema):
    """An object of an answer: camelCase names, and no other keys than these."""

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Name the field in camelCase on the wire."""
        field_obj.data_key = field_obj.data_key or camel(field_name)


def _always(null: bool, options: dict[str, Any]) -> dict[str, Any]:
    return {"required": True, "allow_none": null, **options}


class Word(fields.String):
    """Text."""

    def __init__(self, *, null: bool = False, **options: Any) -> None:
        super().__init__(**_always(null, options))


class Id(Word):
    """The identifier of a record."""

    def __init__(self, *, null: bool = False, **options: Any) -> None:
        super().__init__(null=null, validate=validate.Length(min=1, max=LONGEST_ID), **options)


class OneOf(Word):
    """One of a closed set of words."""

    def __init__(self, *words: str, null: bool = False, **options: Any) -> None:
        super().__init__(null=null, validate=validate.OneOf(words), **options)


class Boolean(fields.Boolean):
    """true or false."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**_always(False, options))


class Integer(fields.Integer):
    """A whole number from `min` to `max`."""

    def __init__(
        self, *, min: int | None = None, max: int | None = None, null: bool = False, **options: Any
    ) -> None:
        super().__init__(validate=validate.Range(min, max), **_always(null, options))


class Figure(fields.Float):
    """A number from `min` to `max`."""

    def __init__(
        self, *, min: float | None = None, max: float | None = None, null: bool = False, **options: Any
    ) -> None:
        super().__init__(validate=validate.Range(min, max), **_always(null, options))


class Amount(Figure):
    """A stored amount of money, at least 0 unless it may be `negative`."""

    def __init__(self, *, negative: bool = False, **options: Any) -> None:
        most = float(MONEY_MAX)
        super().__init__(min=-most if negative else 0, max=most, **options)


class Moment(fields.DateTime):
    """A moment in UTC."""

    def __init__(self, *, null: bool = False, **options: Any) -> None:
        super().__init__(**_always(null, options))


class Date(fields.Field[date]):
    """A day, as the timestamp of its midnight in UTC."""

    def __init__(self, *, null: bool = False, **options: Any) -> None:
        super().__init__(**_always(null, options))


class Anything(fields.Raw):
    """Any JSON value."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**_always(True, options))


class One(fields.Nested):
    """An object."""

    def __init__(self, answered: type[Schema], *, null: bool = False, **options: Any) -> None:
        super().__init__(answered, **_always(null, options))


class Many(fields.List[Any]):
    """A list of objects, or of values of one field."""

    def __init__(self, row: type[Schema] | fields.Field[Any], **options: Any) -> None:
        inner = row if isinstance(row, fields.Field) else fields.Nested(row)
        super().__init__(inner, **_always(False, options))
