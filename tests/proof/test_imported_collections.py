"""Postman and Bruno import the document: every request has the document's example as its body, and its path ids."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from app.config import ROOT
from tests.contract import published
from tests.proof.npm import NODE, PACKAGES, needs

SCRIPTS = Path(__file__).parent / "typescript"
JSON = "application/json"

pytestmark = needs("openapi-to-postmanv2", "@usebruno/converters")


@pytest.mark.parametrize("importer", ["postman", "bruno"])
def test_each_imported_request_is_the_example(importer: str) -> None:
    imported = requests_of(importer)
    expected = {operation["summary"]: example_of(operation) for operation in operations()}
    assert imported.keys() == expected.keys()
    for name, example in expected.items():
        assert imported[name] == example, name


def requests_of(importer: str) -> dict[str, dict[str, Any]]:
    """The requests that an importer makes, by their names."""
    command = [NODE, str(SCRIPTS / f"{importer}.cjs"), str(ROOT / "docs" / "openapi.json")]
    environment = {"NODE_PATH": str(PACKAGES)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {request.pop("name"): request for request in json.loads(done.stdout)}


def operations() -> list[dict[str, Any]]:
    """The operations of the document."""
    return [operation for path in published()["paths"].values() for operation in path.values()]


def example_of(operation: dict[str, Any]) -> dict[str, Any]:
    """The ids and the body that the document shows."""
    parameters = [one for one in map(resolved, operation.get("parameters", ())) if one["in"] == "path"]
    content = operation.get("requestBody", {}).get("content", {})
    return {
        "path": {one["name"]: str(one["example"]) for one in parameters},
        "body": content.get(JSON, {}).get("example"),
    }


def resolved(parameter: dict[str, Any]) -> dict[str, Any]:
    """A parameter that may stand in the components."""
    name = parameter.get("$ref", "").rpartition("/")[2]
    return dict(published()["components"]["parameters"][name]) if name else parameter
