"""The answer of records that show what their body takes."""

import pytest

from app.schemas.answers import fields as answers
from app.schemas.answers.derived import answer_of
from app.schemas.answers.record_base import Signed
from app.schemas.body import BodySchema
from app.schemas.compound import AddressField
from app.schemas.fields import Choice, RelatedId, StrictBoolean, StrictDate, Text
from app.schemas.numbers import ExchangeRate, Money, Percent, Quantity, StrictInteger


class ThingBody(BodySchema):
    """A thing."""

    owner_id = RelatedId()
    name = Text(min=1, required=True)
    type = Choice("OLD", "NEW", load_default="NEW")
    since = StrictDate(load_default=None)
    is_good = StrictBoolean(load_default=True)
    size = StrictInteger(min=1, max=9, required=True)
    share = Percent(required=True)
    price = Money(min=0, required=True)
    gain = Money(required=True)
    change = Quantity(required=True)
    worth = ExchangeRate(required=True)


def test_each_field_is_answered_as_what_it_takes() -> None:
    thing = answer_of(ThingBody)
    assert (thing.__name__, thing.__doc__) == ("Thing", "A thing.")
    shown = thing().fields
    assert [type(shown[name]) for name in ThingBody().fields] == [
        answers.Id, answers.Word, answers.OneOf, answers.Date, answers.Boolean, answers.Integer, answers.Figure,
        answers.Amount, answers.Amount, answers.Figure, answers.Figure,
    ]  # fmt: skip
    assert {name for name, field in shown.items() if field.allow_none} == {"owner_id", "since"}
    assert all(field.required for field in shown.values())


def test_a_record_is_held_to_the_bounds_of_its_fields() -> None:
    sent = {
        "ownerId": None,
        "name": "x",
        "type": "OLD",
        "since": None,
        "isGood": True,
        "size": 9,
        "share": 100,
    }
    record = sent | {
        "price": 0,
        "gain": -1,
        "change": -1,
        "worth": 0.5,
        "id": "thg_1",
        "organizationId": "org_1",
    }
    record |= {"createdAt": "2026-05-01T10:00:00Z", "updatedAt": "2026-05-01T10:00:00Z"}
    assert answer_of(ThingBody)().validate(record) == {}
    wrong = record | {"type": "x", "size": 10, "share": 101, "price": -1, "worth": -1, "name": None}
    assert answer_of(ThingBody)().validate(wrong).keys() == {
        "type",
        "size",
        "share",
        "price",
        "worth",
        "name",
    }


def test_a_field_that_only_the_answer_has_comes_first_and_one_that_differs_stays_in_its_place() -> None:
    thing = answer_of(ThingBody, Signed, number=answers.Word(), price=answers.Amount(null=True))
    names = [name for name in thing().fields if name not in Signed().fields]
    assert names == ["number", *ThingBody().fields]
    assert thing().fields["price"].allow_none


def test_a_field_without_an_answer_of_its_own_is_told() -> None:
    body = type("PlacedBody", (BodySchema,), {"address": AddressField()})
    with pytest.raises(TypeError, match="AddressField"):
        answer_of(body)
