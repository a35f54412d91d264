"""Strict fields that hold others (lists, addresses, JSON), and the body that holds all fields."""

import pytest

from app.errors import Invalid
from app.schemas.body import BodySchema
from app.schemas.compound import AddressField, AnyJson, Rows
from app.schemas.fields import AnyText, StrictBoolean, Text
from app.schemas.numbers import Money
from tests.unit.field_reading import read, refusal

# Lists, addresses, JSON


def test_a_list_has_1_000_elements_at_most():
    assert len(read(Rows(Text()), ["x"] * 1_000)) == 1_000
    assert refusal(Rows(Text()), ["x"] * 1_001) == "Must have at most 1000 elements."


@pytest.mark.parametrize("value", [{}, "x", 1, True, {"0": "x"}])
def test_a_list_is_a_list(value):
    assert refusal(Rows(Text()), value) == "Must be a list."


def test_every_bad_element_of_a_list_is_named_by_its_place():
    with pytest.raises(Invalid) as refused:
        read(Rows(Text()), ["x", 1, "y", None])
    assert refused.value.details == (
        ("fieldName.1", "Must be text."),
        ("fieldName.3", "Must not be null."),
    )


def test_an_address_keeps_its_keys_as_sent():
    sent = {"line1": "4 MG Road", "stateCode": "KA", "pincode": "560001", "city": None}
    assert read(AddressField(), sent) == {
        "line1": "4 MG Road",
        "city": None,
        "stateCode": "KA",
        "pincode": "560001",
    }


def test_an_address_may_be_null_or_empty():
    assert read(AddressField(), None) is None
    assert read(AddressField(), {}) == {}


@pytest.mark.parametrize(
    ("key", "most"),
    [("line1", 255), ("line2", 255), ("city", 100), ("state", 100), ("pincode", 10), ("country", 100)],
)
def test_an_address_keeps_its_bounds(key, most):
    assert read(AddressField(), {key: "x" * most}) == {key: "x" * most}
    assert refusal(AddressField(), {key: "x" * (most + 1)}) == f"Must be at most {most} characters long."


@pytest.mark.parametrize("value", ["M", "MAH"])
def test_a_state_code_of_an_address_has_exactly_2_characters(value):
    assert refusal(AddressField(), {"stateCode": value}) == "Must be exactly 2 characters long."


@pytest.mark.parametrize("value", [[], "4 MG Road", 1, True])
def test_an_address_is_an_object(value):
    assert refusal(AddressField(), value) == "Must be an object."


@pytest.mark.parametrize("value", ["x", 1, 2.5, True, [1, [2]], {"name": "Size", "values": ["S", None]}])
def test_json_is_kept_as_it_came(value):
    assert read(AnyJson(), value) == value


@pytest.mark.parametrize(
    "value",
    ["\0", {"a": "\ud800"}, {"\0": 1}, [float("nan")], [float("inf")], 2**53, [[[[[[[[[1]]]]]]]]]],
)
def test_json_is_storable_and_not_too_deep(value):
    assert refusal(AnyJson(), value).startswith("Must be at most 8 levels deep")


# The body as a whole


def test_every_error_of_a_body_is_reported():
    body = BodySchema.from_dict(
        {"display_name": Text(min=1), "opening_balance": Money(min=0), "is_active": StrictBoolean()}
    )()
    with pytest.raises(Invalid) as refused:
        body.create({"displayName": " ", "openingBalance": -1, "isActive": 1})
    assert [field for field, _ in refused.value.details] == ["displayName", "openingBalance", "isActive"]


def test_at_most_100_errors_are_reported():
    with pytest.raises(Invalid) as refused:
        read(Rows(Text()), [1] * 1_000)
    assert len(refused.value.details) == 100


def test_snake_case_is_not_a_name_on_the_wire():
    body = BodySchema.from_dict({"display_name": Text(load_default="none")})()
    with pytest.raises(Invalid) as refused:
        body.create({"display_name": "x", "id": "cus_1"})
    assert dict(refused.value.details) == {
        "display_name": "There is no such field. Did you mean displayName?",
        "id": "There is no such field.",
    }


def test_a_change_holds_only_what_was_sent():
    body = BodySchema.from_dict(
        {"name": Text(required=True), "notes": AnyText(), "is_active": StrictBoolean(load_default=True)}
    )()
    assert body.change({"name": "x"}) == {"name": "x"}
    assert body.change({"name": "x", "notes": None}) == {"name": "x", "notes": None}


def test_a_change_needs_what_a_creation_needs():
    body = BodySchema.from_dict({"name": Text(required=True), "notes": AnyText()})()
    with pytest.raises(Invalid) as refused:
        body.change({"notes": "x"})
    assert refused.value.details == (("name", "This field is required."),)


@pytest.mark.parametrize("value", [None, [], "x", 1, True])
def test_a_body_that_is_no_object_is_refused(value):
    with pytest.raises(Invalid) as refused:
        BodySchema.from_dict({"name": Text()})().change(value)
    assert refused.value.details == (("body", "Must be an object."),)
