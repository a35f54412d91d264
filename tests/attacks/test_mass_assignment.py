"""Fields that are the server's own, or nobody's, in every body that is written: ignored or refused, never believed."""

import json
from typing import Any

import pytest

from app.schemas.unknown_names import shown
from tests.api import samples
from tests.api.hostile import Answer, assert_in_envelope, send
from tests.api.kinds import UNIQUE
from tests.api.references import existing
from tests.api.targets import KEPT, TABLE, Target, named_fields
from tests.service import Client

#: What other services call what the server decides.
GUESSED = {
    "id": "x_01K00000000000000000000000",
    "organizationId": "org_01K0000000000000000000000",
    "organization_id": "org_01K0000000000000000000000",
    "amountPaid": 1_000_000,
    "balanceDue": 0,
    "total": 0,
    "createdAt": "2000-01-01T00:00:00Z",
    "updatedAt": None,
    "createdBy": "usr_x",
    "deletedAt": "2000-01-01",
    "deleted": True,
    "invoiceNumber": "INV-99999",
    "lastLotSequence": 99,
    "portalEnabled": True,
    "tenantOrgId": "org_x",
    "role": "ADMIN",
    "scopes": ["full"],
    "__proto__": {"isAdmin": True},
    "constructor": {"prototype": {"isAdmin": True}},
    "%(organization_id)s": 1,
    "": 1,
}
#: Another value of the same type.
PLANTED = {bool: True, int: 777_777, float: 777_777.0, str: "planted", type(None): "planted"}


def planted(record: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """Values for all that the record has and the body does not, rows of lists included."""
    wishes: dict[str, Any] = {}
    for key, value in record.items():
        own = body.get(key)
        if key not in body:
            wishes[key] = PLANTED.get(type(value), value)
        elif isinstance(value, list) and isinstance(own, list) and own and isinstance(own[0], dict):
            known = {field: None for row in own for field in row}
            wishes[key] = [planted(row, known) | mine for row, mine in zip(value, own, strict=False)]
        elif isinstance(value, dict) and isinstance(own, dict):
            wishes[key] = planted(value, own) | own
    return wishes


def believed(wished: dict[str, Any], record: dict[str, Any], honest: dict[str, Any]) -> list[str]:
    """The fields that became what was planted and would not have been so by themselves."""
    found = []
    for key in wished.keys() & record.keys():
        now, plain = record[key], honest.get(key)
        if isinstance(wished[key], list) and now and isinstance(now[0], dict):
            rows = zip(wished[key], now, plain or [], strict=False)
            found += [f"{key}.{field}" for row in rows for field in believed(*row)]
        elif isinstance(wished[key], dict) and isinstance(now, dict):
            found += [f"{key}.{field}" for field in believed(wished[key], now, plain or {})]
        elif now == wished[key] and now != plain:
            found.append(key)
    return found


@pytest.mark.parametrize("name", KEPT)
def test_fields_that_are_the_server_s_own_are_not_believed(name: str, org: Client, quiet: None) -> None:
    target = Target(org, name)
    honest = written(target, target.body)
    guessed = {key: value for key, value in GUESSED.items() if key not in target.body}
    for wishes in (guessed, planted(honest, target.body)):
        sent = target.body | wishes
        record = written(target, sent)
        assert record["organizationId"] == org.organization_id
        assert believed(sent, record, honest) == []


def written(target: Target, body: dict[str, Any]) -> dict[str, Any]:
    """The record as it is read after the body was sent, without what is refused by name.

    One whose kind must be unique goes again, to make room for the next.
    """
    org = target.org
    while (answer := org.request(target.method, target.path, body)).status_int == 422:
        for field in named_fields(Answer(422, {}, answer.body)):
            forget(body, field.split("."))
    assert answer.status_int in (200, 201), answer.text
    path = f"{target.collection}/{answer.json['data']['id']}"
    record: dict[str, Any] = org.read(path)
    if target.method == "POST" and target.collection in UNIQUE:
        samples.make_deletable(org, target.collection)
        assert org.delete(path).status_int == 200
    return record


def forget(body: Any, steps: list[str]) -> None:
    """Take what a path names out of a body; it must be there, under the name that is told of it."""
    for step in steps[:-1]:
        body = body[int(step) if isinstance(body, list) else step]
    del body[next(name for name in body if shown(name) == steps[-1])]


# To cancel a registration takes a reason.
DELETIONS = [name for name in TABLE if name.startswith("DELETE") and not name.endswith("/e-invoice")]


@pytest.mark.parametrize("name", DELETIONS)
def test_a_body_of_a_deletion_is_not_looked_at(name: str, org: Client) -> None:
    path = name.split()[1].replace("{id}", existing(org, name.split()[1]))
    answer = send(org.web.app, "DELETE", path, json.dumps(GUESSED).encode(), org.token)
    assert_in_envelope(answer)
    assert answer.status == 200


@pytest.mark.parametrize("name", sorted(samples.WITHOUT_BODY))
def test_a_body_of_an_operation_that_takes_none_changes_nothing(name: str, org: Client) -> None:
    id, path = samples.ready_for(org, name), name.split()[1]
    record = f"{samples.collection_of(path)}/{id}"
    before = org.read(record)
    wishes = GUESSED | {"status": "PAID", "amount": 0, "reason": "x", "lines": []}
    assert org.post(path.replace("{id}", id), wishes).status_int == 422
    assert org.read(record) == before
