"""A misspelt name is refused wherever it stands: in every object of every body, of one record and of many."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from app.importing.entries import read
from app.importing.file_kinds import FILE_KINDS
from app.wire import to_json
from tests.api import samples
from tests.refusals import refused
from tests.routes import OPERATIONS
from tests.service import Client

WRITES = [name for name, operation in OPERATIONS.items() if operation.body and name not in samples.FORMS]
# They hold any JSON.
ANYTHING = {"axes"}


def objects(body: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of the objects in a body, its own first."""
    if isinstance(body, dict):
        yield path
        for name, value in body.items():
            if name not in ANYTHING:
                yield from objects(value, (*path, name))
    elif isinstance(body, list):
        for place, value in enumerate(body):
            yield from objects(value, (*path, place))


def with_name(body: Any, path: tuple[Any, ...], name: str) -> Any:
    """A copy of the body with one more name in the object at a path."""
    sent = copy.deepcopy(body)
    inner = sent
    for step in path:
        inner = inner[step]
    inner[name] = None
    return sent


@pytest.mark.parametrize("name", WRITES)
def test_every_object_of_a_body_refuses_a_name_that_it_does_not_have(name: str, org: Client) -> None:
    method, path = name.split()
    id = samples.ready_for(org, name) if "{id}" in path else ""
    body = samples.sent_with(org, name, id) if id else samples.body_of(org, path)
    target = path.replace("{id}", id)
    for inner in objects(body):
        field = ".".join(map(str, (*inner, "zzz")))
        sent = with_name(body, inner, "zzz")
        if path.endswith(samples.BULK) and inner:
            told = org.post(target, sent).json["data"]["results"][0]
            assert told["status"] == 422
            assert {one["field"] for one in told["error"]["details"]} == {field.removeprefix("records.0.")}
            sent["allOrNothing"] = True
        assert field in refused(org.request(method, target, sent))


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_every_object_of_a_file_s_line_refuses_a_name_that_it_does_not_have(kind: str, org: Client) -> None:
    body = samples.stock_adjustment(org) if kind == "stock" else samples.body_of(org, f"/{kind}")
    assert faults(kind, body) == set()
    for inner in objects(body):
        field = ".".join(map(str, (*inner, "zzz")))
        assert faults(kind, with_name(body, inner, "zzz")) == {field}


def faults(kind: str, body: Any) -> set[str]:
    """The fields that a line of a file is refused for, whatever the books hold."""
    (entry,) = read(FILE_KINDS[kind].schema, [(1, to_json(body))])
    return {field for field, _ in entry.reported_faults}
