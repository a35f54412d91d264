"""Every operation of the document can be tried as it stands; tests/operators/test_examples.py tries it."""

import json
import re

from resources.serving import requests
from tests.contract import published, validator_of

DOCUMENT = published()
DOCUMENTED = {
    f"{method.upper()} {path}": operation
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}


def test_every_path_with_an_id_has_an_example_of_one() -> None:
    for name, operation in DOCUMENTED.items():
        if "{id}" in name:
            [told] = [one for one in operation["parameters"] if one.get("in") == "path"]
            assert re.fullmatch(requests._ID.pattern, told["example"]), name


def test_every_answer_in_json_has_an_example() -> None:
    without = {
        operation["operationId"]
        for operation in DOCUMENTED.values()
        for status, response in operation["responses"].items()
        for media_type, content in response.get("content", {}).items()
        if status.startswith("2") and media_type == "application/json" and "example" not in content
    }
    # The document does not hold itself.
    assert without == {"getOpenApi"}, "run `make examples`"


def test_an_example_of_an_answer_has_the_fields_that_are_answered() -> None:
    stale = {
        operation["operationId"]
        for operation in DOCUMENTED.values()
        for status, response in operation["responses"].items()
        for content in response.get("content", {}).values()
        if status.startswith("2") and "example" in content
        if not validator_of(json.dumps(content["schema"])).is_valid(content["example"])
    }
    assert not stale, f"run `make examples`: {sorted(stale)} have other fields"


def test_a_required_parameter_has_an_example() -> None:
    told = [
        parameter for parameter in DOCUMENT["components"]["parameters"].values() if parameter.get("required")
    ]
    assert told
    assert [parameter["name"] for parameter in told if "example" not in parameter] == []


def test_no_pattern_is_a_wall_of_control_characters() -> None:
    patterns = set(re.findall(r'"pattern":\s*"((?:[^"\\]|\\.)*)"', json.dumps(DOCUMENT)))
    assert [pattern for pattern in patterns if "u00" in pattern] == []
