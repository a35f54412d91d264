"""Every write has a sample to be tried with, and every place that names a record one to name."""

from collections.abc import Iterator
from typing import Any

import pytest

from app.master_data.declaration import MasterDataKind
from app.master_data.kinds import KINDS
from app.wire import camel
from tests.api import samples
from tests.api.references import OF_OPEN_NOTES, REFERENCES
from tests.contract import published
from tests.routes import OPERATIONS
from tests.service import Client

WRITES = {
    name: operation for name, operation in OPERATIONS.items() if operation.body and name not in samples.FORMS
}
COLLECTIONS = [name for name in WRITES if name.startswith("POST") and name not in samples.WRITES_NOTHING]
# Words of the caller's own; nothing is looked up by them.
NO_REFERENCES = {"sizeModuleId", "schemeIds"}


def test_every_write_has_a_sample(subtests: pytest.Subtests) -> None:
    known = samples.BODIES.keys() | samples.CALCULATIONS.keys() | samples.SETTINGS.keys()
    for name in WRITES:
        with subtests.test(name):
            path = name.split()[1]
            told = f"samples has no body for {name}: add one in tests/api/samples.py"
            assert {path.removesuffix(samples.BULK), samples.collection_of(path)} & known, told


def test_every_sample_is_of_a_write() -> None:
    served = {name.split()[1] for name in WRITES}
    strays = (samples.BODIES.keys() | samples.CALCULATIONS.keys() | samples.SETTINGS.keys()) - served
    assert not strays, f"tests/api/samples.py has bodies for {strays}, which nothing serves"


def test_a_sample_has_every_field_that_is_taken(subtests: pytest.Subtests, org: Client) -> None:
    for name in COLLECTIONS:
        with subtests.test(name):
            path = name.split()[1]
            body = WRITES[name].body
            assert body
            taken = {str(field.data_key) for field in body.fields.values()}
            sent = samples.body_of(org, path).keys()
            file = (samples.BODIES | samples.SETTINGS).get(path, samples.body_of).__module__.replace(".", "/")
            assert not taken - sent, f"the sample for {name} lacks {taken - sent}: add it in {file}.py"
            assert not sent - taken, f"the sample for {name} has {sent - taken}, which {name} does not take"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.unique], ids=lambda kind: kind.name)
def test_no_two_samples_are_alike_where_records_may_not_be(kind: MasterDataKind, org: Client) -> None:
    one, other = (samples.body_of(org, kind.path) for _ in range(2))
    alike = [camel(column) for column in kind.unique if one[camel(column)] == other[camel(column)]]
    file = samples.BODIES[kind.path].__module__.replace(".", "/")
    assert not alike, f"samples for {kind.path} have one {alike}: let {file}.py make another one each time"


def test_every_place_that_names_a_record_is_among_those_that_are_tried() -> None:
    for path, operations in published()["paths"].items():
        for method, operation in operations.items():
            content = operation.get("requestBody", {}).get("content", {})
            if "application/json" not in content or method == "patch" or "{id}" in path:
                continue
            named = set(places(content["application/json"]["schema"], ()))
            collection = path.removeprefix("/api/v1").removesuffix("/calculate")
            if collection.endswith(samples.BULK):
                continue  # the same bodies
            tried = set(REFERENCES.get(collection, ())) | set(REFERENCES.get(collection + "/{id}", ()))
            tried |= OF_OPEN_NOTES if "notes" in collection else set()
            assert not named - tried, (
                f"nobody tries the id of another organization in {named - tried} of {collection}: say what it names in "
                "REFERENCES of tests/api/references.py"
            )


def places(schema: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """Yield the fields of a body that are called an id."""
    if "$ref" in schema:
        schema = published()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for name, field in schema.get("properties", {}).items():
        if field.get("readOnly"):
            continue
        if name not in NO_REFERENCES and (name == "id" or name.endswith("Id")):
            yield ".".join((*path, name))
        yield from places(field, (*path, name))
    if "items" in schema:
        yield from places(schema["items"], (*path, "0"))
    for part in ("anyOf", "oneOf", "allOf"):
        for choice in schema.get(part, ()):
            yield from places(choice, path)
