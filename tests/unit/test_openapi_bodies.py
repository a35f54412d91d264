"""Request bodies in the document: it takes and refuses the same values as the schemas."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from marshmallow.fields import Field

from app.errors import Invalid
from app.schemas.bulk import BulkBody
from app.schemas.e_invoices import Digits
from app.schemas.fields import DIGITS_KEPT, AnyText, scalar_text
from app.schemas.invoices import AdjustmentsBody
from app.schemas.numbers import AnyInteger
from resources.routes.operations import JSON, Operation
from tests.contract import operations, validator_of
from tests.routes import OPERATIONS

pytestmark = pytest.mark.slow

SCALARS = [None, True, False, 0, -1, 1, 7.0, 1.5, 100.5, 0.001, 0.005, 4e-7, 5e-7, 366, 36_500, 36_501, 1e300]
LARGE = [999_999_999.999999, 1_000_000_000, 9_999_999_999_999.99, 10_000_000_000_000, 2**53 - 1, 2**53]
WORDS = ["inherit", "true", "GOODS", "MM", "SELLING", "SENT", "PAID", "UPI", "INVOICE", "INR", "inr", "inr1"]
TEXTS = ["", " ", "5", "45", "46", "36500", "36501", "xy", "₹" * 10]
SPACES = ["\u3000", "\u200b"]  # the second is none
# What the document tells in words alone, because no field could be read for the patterns that would: U+0000, and what
# either JSON Schema or Python does not call a space.
IN_WORDS = {"x\0y": False, "\x1c": False, "\x1f": False, "\x85": False, "\ufeff": True}
LENGTHS = ["x" * length for length in (1, 30, 31, 50, 51, 100, 101, 191, 192, 255, 256, 10_000, 10_001)]
DAYS = ["2026-11-21", "2026-02-30", "1899-12-31", "2999-12-31", "3000-01-01", "20261121"]
CONTAINERS = [[], {}, [None], [{}], ["x"], {"city": "x" * 101}, {"stateCode": "27"}, {"stateCode": "270"}]
ADJUSTMENTS = [
    {"documentDiscount": 101, "documentDiscountIsPercent": True},
    {"documentDiscount": 101, "documentDiscountIsPercent": False},
    {"adjustmentAmount": -10_000_000_000_000},
]
ADJUSTED = AdjustmentsBody().names
BY_HAND = {"description": "x", "quantity": 1, "rate": 1}
LINES = [
    {"itemId": "itm_1", "quantity": 1},
    {"itemId": "itm_1"},
    {"itemId": None, "quantity": 1},
    {"itemId": 5, "width": 1, "height": 2},
    {"itemId": "itm_1", "width": 1, "height": None},
    BY_HAND,
    *(BY_HAND | {"description": blank} for blank in (" ", "\u3000")),
    BY_HAND | {"quantity": 4e-7},
    BY_HAND | {"unit": "x" * 21},
    BY_HAND | {"lengthUnit": None, "qtyCount": 0},
    BY_HAND | {"taxRate": 1},
    BY_HAND | {"id": 1, "invoiceId": [], "taxableAmount": "x"},
]
ROWS = [
    {"invoiceId": "inv_1", "amount": 0.004},
    {"invoiceId": "inv_1", "amount": 0.005},
    {"itemId": "itm_1", "rate": 1},
    {"itemId": "itm_1", "rate": 9_999_999_999_999.998},
    {"size": "M", "sortOrder": None},
]
# Moments for days, and whole numbers in text with zeros or a sign in front, are taken and told in words only.
VALUES: list[Any] = [
    *(SCALARS + LARGE + WORDS + TEXTS + SPACES + LENGTHS + DAYS + CONTAINERS + ADJUSTMENTS),
    *([row] for row in LINES + ROWS),
]


def bodies() -> list[Operation]:
    return [
        operation
        for operation in OPERATIONS.values()
        # Records of a bulk are checked one by one, each as the body that it is.
        if operation.body and operation.media_type == JSON and not isinstance(operation.body, BulkBody)
    ]


def variations(operation: Operation, fields: list[str]) -> Iterator[dict[str, Any]]:
    """The operation's example with one field left out or of another value, or with one that only reads have."""
    example = dict(operation.example or {})
    yield example | {"somethingElse": 1}
    assert operation.body
    # Adjustments are taken as reads have them too.
    for name in (operation.body.read_only | operation.body.change_form.read_only) - ADJUSTED:
        yield example | {name: [{}]}
    for field in [*fields, "expenseNumber"]:
        yield {name: value for name, value in example.items() if name != field}
        for value in VALUES:
            yield example | {field: value}


def is_taken(operation: Operation, body: dict[str, Any]) -> bool:
    """Return whether the schema takes the body, or refuses it for a rule that JSON Schema cannot express."""
    assert operation.body
    changes = operation.id.startswith("update") and not operation.replaces
    try:
        (operation.body.change if changes else operation.body.create)(body)
    except Invalid as refusal:
        # Sums over several rows, and names of states in any capitals, are beyond a JSON schema.
        beyond = ("tdsAmount, together", "Must not exceed", "the name of an Indian state")
        return all(any(words in message for words in beyond) for _, message in refusal.details)
    return True


def as_published(fields: Mapping[str, Field], value: Any) -> Any:
    """A body with what fields take besides what the document promises, which it tells in words, as what it promises."""
    if not isinstance(value, dict):
        return value
    by_name = {str(field.data_key): field for field in fields.values()}
    return {name: _as_published(by_name.get(name), inner) for name, inner in value.items()}


def _as_published(field: Field | None, value: Any) -> Any:
    is_number = isinstance(value, bool | int | float)
    if isinstance(field, AnyText) and is_number and abs(value) < DIGITS_KEPT:
        return scalar_text(value)
    if isinstance(field, AnyInteger) and isinstance(value, str) and value.isascii() and value.isdecimal():
        return int(value)
    if isinstance(field, Digits) and is_number and not isinstance(value, bool) and value == int(value):
        return str(int(value))
    inner = getattr(field, "inner", field)
    known = getattr(getattr(inner, "schema", None), "fields", {})
    if isinstance(value, list):
        return [as_published(known, row) for row in value]
    return as_published(known, value)


@pytest.mark.parametrize("operation", bodies(), ids=lambda operation: operation.id)
def test_a_body_is_valid_by_the_document_exactly_where_the_schema_takes_it(operation: Operation) -> None:
    schema = operations()[operation.id]["requestBody"]["content"]["application/json"]["schema"]
    validator = validator_of(json.dumps(schema))
    assert operation.body
    fields = [str(field.data_key) for field in operation.body.fields.values()]
    for body in variations(operation, fields):
        promised = as_published(operation.body.fields, body)
        assert validator.is_valid(promised) == is_taken(operation, body), body


@pytest.mark.parametrize(("name", "is_good"), IN_WORDS.items())
def test_what_is_told_in_words_alone(name: str, is_good: bool) -> None:
    (create,) = [operation for operation in bodies() if operation.id == "createCustomer"]
    assert is_taken(create, {"displayName": name}) is is_good
