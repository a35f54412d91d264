"""The schemas of the OpenAPI document and their examples."""

import json
from typing import Any

import pytest

from resources.openapi.examples import EXAMPLES
from resources.openapi.field_descriptions import LEFT_OUT
from tests.contract import operations, published, validator_of

DOCUMENT = published()
SCHEMAS = DOCUMENT["components"]["schemas"]


def examples() -> list[tuple[str, str, Any]]:
    """Each example of the document: where it stands, its schema, its value."""
    found = []
    for name, operation in operations().items():
        for content in operation.get("requestBody", {}).get("content", {}).values():
            found.append((name, json.dumps(content["schema"]), content["example"]))
    for name, response in DOCUMENT["components"]["responses"].items():
        content = response["content"]["application/json"]
        found += [
            (name, json.dumps(content["schema"]), each["value"]) for each in content["examples"].values()
        ]
    return found


@pytest.mark.parametrize(("name", "schema", "value"), examples())
def test_an_example_is_what_its_schema_says(name: str, schema: str, value: Any) -> None:
    validator_of(schema).validate(value)


def test_every_body_has_an_example_and_every_example_a_body() -> None:
    assert {name for name, operation in operations().items() if "requestBody" in operation} == EXAMPLES.keys()


def test_what_is_answered_is_closed_and_what_is_sent_is_open() -> None:
    for name, schema in SCHEMAS.items():
        assert (schema.get("additionalProperties", True) is True) == name.endswith(("Input", "Change")), name


def test_records_always_have_all_of_their_keys() -> None:
    for name, schema in SCHEMAS.items():
        if schema.get("additionalProperties") is False and name not in ("Address", "TokenError"):
            assert set(schema["required"]) == schema["properties"].keys(), name


def test_a_patch_tells_no_defaults_unless_it_replaces() -> None:
    for name, schema in SCHEMAS.items():
        if name.endswith("Change"):
            assert not [key for key, field in schema["properties"].items() if "default" in field], name
    core = SCHEMAS["ItemCoreInput"]["properties"]
    assert (core["type"]["default"], core["sku"]["default"], core["sellingPrice"]["default"]) == (
        "GOODS",
        None,
        0,
    )


def told_of(schema: dict[str, Any]) -> str:
    return " ".join(field.get("description", "") for field in schema["properties"].values())


def test_only_bodies_in_which_defaults_apply_tell_what_becomes_of_what_is_left_out() -> None:
    """A PATCH keeps it, and an answer leaves nothing out."""
    telling = {name for name, schema in SCHEMAS.items() if "eft out" in told_of(schema)}
    assert telling == {
        "InvoiceInput",
        "InvoiceLineInput",
        "ItemVariantChange",  # it says so of new ones
        "ItemVariantInput",
        "NumberSeriesInput",
        "TokenInput",
    }
    for name in LEFT_OUT:
        schema, _, field = name.partition(".")
        shown = SCHEMAS[schema if schema.endswith("Change") else schema + "Input"]["properties"][field]
        assert shown["description"].endswith(LEFT_OUT[name]), name
