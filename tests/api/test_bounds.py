"""Bounds over HTTP, for all kinds of master data: told by name, nothing written, and the database takes what is inside.

The bounds themselves are tested in tests/unit/test_schemas_*, where each costs a thousandth.
"""

import math
from decimal import Decimal
from typing import Any

import pytest

from app.master_data.kinds import KINDS
from app.schemas.body import BodySchema
from app.schemas.compound import AddressField, Object
from app.schemas.fields import Choice, CurrencyCode, RelatedId, Text
from app.schemas.numbers import StrictInteger, StrictNumber
from tests.api.references import REFERENCES
from tests.api.samples import body_of, record
from tests.api.targets import TABLE
from tests.bodies import BODIES
from tests.refusals import refused
from tests.service import Client, Service

#: Every collection that takes bodies, and those of master data.
FORMS = {f"/{name.replace('_', '-')}": form for name, form in BODIES.items()}
MASTER_DATA = {kind.path: kind.body for kind in KINDS}
#: Text that the database keeps as something else, or not as long as it may be sent.
OTHERWISE = (RelatedId, Choice, CurrencyCode)


def wrong(form: BodySchema) -> dict[str, Any]:
    """A body in which every field has a value of a type that it does not take."""
    return {str(field.data_key): [] if isinstance(field, Object) else {} for field in form.fields.values()}


def ends(field: Any) -> tuple[Any, Any]:
    """The least and the largest value that a field of text or of a number takes."""
    if isinstance(field, Text):
        length = field.validators[0]
        return "x" * (length.min or length.equal or 0), "₹" * (length.equal or length.max)
    least, most = field.validators
    if isinstance(field, StrictInteger):
        return least.min, most.max
    highest = float(most.max)
    if Decimal(repr(highest)) > most.max:  # a double has no room for its last places
        highest = math.nextafter(highest, 0)
    return float(least.min) if least.min_inclusive else 0.000001, highest


def at_the_end(form: BodySchema, end: int, kept: set[str]) -> dict[str, Any]:
    """The least (0) or largest (1) values of all fields whose bounds are lengths or amounts, but for those `kept`."""
    values: dict[str, Any] = {}
    for field in form.fields.values():
        name = str(field.data_key)
        if isinstance(field, AddressField):
            values[name] = at_the_end(field.schema, end, set())
        elif (
            isinstance(field, Text | StrictNumber | StrictInteger)
            and not isinstance(field, OTHERWISE)
            and name not in kept
        ):
            values[name] = ends(field)[end]
    return values


@pytest.mark.parametrize("path", FORMS)
def test_every_field_with_a_value_it_does_not_take_is_named_and_nothing_is_written(
    path: str, org: Client
) -> None:
    form = FORMS[path]
    made = org.read(f"{path}/{record(org, path)['id']}")
    listed = org.read(path)
    assert refused(org.post(path, wrong(form))) == set(wrong(form))
    if f"PATCH {path}/{{id}}" in TABLE:
        assert refused(org.patch(f"{path}/{made['id']}", wrong(form))) == set(wrong(form.change_form))
    assert org.read(f"{path}/{made['id']}") == made
    assert org.read(path) == listed


@pytest.mark.parametrize("path", FORMS)
def test_every_required_field_that_is_left_out_is_named(path: str, org: Client) -> None:
    form = FORMS[path]
    answers = {form: org.post(path, {})}
    if f"PATCH {path}/{{id}}" in TABLE and required(form.change_form):
        answers[form.change_form] = org.patch(f"{path}/{record(org, path)['id']}", {})
    for asked, answer in answers.items():
        assert refused(answer) == required(asked)


def required(form: BodySchema) -> set[str]:
    return {str(field.data_key) for field in form.fields.values() if field.required}


@pytest.mark.parametrize("end", [0, 1], ids=["least", "largest"])
@pytest.mark.parametrize("path", MASTER_DATA)
def test_every_field_is_kept_at_the_ends_of_its_bounds(service: Service, path: str, end: int) -> None:
    values = at_the_end(MASTER_DATA[path], end, set(REFERENCES.get(path, ())))
    org, other = service.organization(), service.organization()
    made = org.make(path, body_of(org, path) | values)
    assert {name: made[name] for name in values} == values
    changed = other.patch(f"{path}/{record(other, path)['id']}", body_of(other, path) | values)
    assert changed.status_int == 200, changed.text
    assert {name: changed.json["data"][name] for name in values} == values
