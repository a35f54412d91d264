"""The answer of records that show what their body takes, made from the body."""

from typing import Any

from marshmallow import fields as plain

from app.schemas import fields, numbers
from app.schemas.answers import fields as answers
from app.schemas.answers.records import Dated, Owned
from app.schemas.body import Body

Field = plain.Field[Any]


def answer_of(body: type[Body], base: type[Owned] = Dated, **own: Field) -> type[Owned]:
    """The schema of an answer with the fields of a body, under the body's name without its ending `Body`.

    `base` has the fields of every record. `own` are fields that the body lacks, which come first, or that are answered
    otherwise than they are taken.
    """
    declared = body._declared_fields
    shown = {name: own.get(name) or _answered(field) for name, field in declared.items()}
    only_answered = {name: field for name, field in own.items() if name not in declared}
    about = {"__doc__": body.__doc__, "__module__": body.__module__}
    return type(body.__name__.removesuffix("Body"), (base,), about | only_answered | shown)


def _answered(field: Field) -> Field:
    null = bool(field.allow_none)
    match field:
        case fields.Key():
            return answers.Id(null=null)
        case fields.Choice():
            return answers.OneOf(*field.choices, null=null)
        case fields.Text():
            return answers.Word(null=null)
        case fields.Flag():
            return answers.Flag()
        case fields.Day():
            return answers.Day(null=null)
        case numbers.Whole():
            return answers.Whole(min=field.least, max=field.most, null=null)
        case numbers.Percent():
            return answers.Figure(min=0, max=100, null=null)
        case numbers.Money():
            return answers.Amount(negative=field.least < 0, null=null)
        case numbers.Number():
            return answers.Figure(min=0 if field.least >= 0 else None, null=null)
    raise TypeError(f"{type(field).__name__} has no answer of its own: write the answer's schema")
