"""The answer of records that show what their body takes, made from the body."""

from collections.abc import Callable, Mapping
from typing import Any

from app.schemas import fields, numbers
from app.schemas.answers import fields as answers
from app.schemas.answers.record_base import Dated, Owned
from app.schemas.body import BodySchema
from app.schemas.strict import AnyField


def answer_of(body: type[BodySchema], base: type[Owned] = Dated, /, **own: AnyField) -> type[Owned]:
    """Return the schema of an answer with the fields of a body, under the body's name without its ending `Body`.

    `base` has the fields of every record. `own` are fields that the body lacks, which come first, or that answers have
    in another form.
    """
    return _answer(body.__name__.removesuffix("Body"), body, base, body._declared_fields, own)


def row_of(body: type[BodySchema], base: type[Owned], without: str, /, **own: AnyField) -> type[Owned]:
    """Return the schema of a row in lists: as `answer_of`, without one field, under the answer's name and `Row`."""
    declared = {name: field for name, field in body._declared_fields.items() if name != without}
    return _answer(body.__name__.removesuffix("Body") + "Row", body, base, declared, own)


def _answer(
    schema_name: str,
    body: type[BodySchema],
    base: type[Owned],
    declared: Mapping[str, AnyField],
    own: Mapping[str, AnyField],
) -> type[Owned]:
    shown = {name: own.get(name) or _answered(field) for name, field in declared.items()}
    only_answered = {name: field for name, field in own.items() if name not in declared}
    about = {"__doc__": body.__doc__, "__module__": body.__module__}
    return type(schema_name, (base,), about | only_answered | shown)


def _answered(field: AnyField) -> AnyField:
    for taken, answered in _ANSWERED:
        if isinstance(field, taken):
            return answered(field, bool(field.allow_none))
    raise TypeError(f"no answer follows from a {type(field).__name__}: give the field to answer_of")


# The first that fits: a key is text too, and money a number.
_ANSWERED: tuple[tuple[type[AnyField], Callable[[Any, bool], AnyField]], ...] = (
    (fields.RelatedId, lambda field, null: answers.Id(null=null)),
    (fields.Choice, lambda field, null: answers.OneOf(*field.choices, null=null)),
    (fields.Text, lambda field, null: answers.Word(null=null)),
    (fields.StrictBoolean, lambda field, null: answers.Boolean()),
    (fields.StrictDate, lambda field, null: answers.Date(null=null)),
    (numbers.StrictInteger, lambda own, null: answers.Integer(min=own.least, max=own.most, null=null)),
    (numbers.Percent, lambda field, null: answers.Figure(min=0, max=100, null=null)),
    (numbers.Money, lambda field, null: answers.Amount(negative=field.least < 0, null=null)),
    (numbers.StrictNumber, lambda own, null: answers.Figure(min=None if own.least < 0 else 0, null=null)),
)
