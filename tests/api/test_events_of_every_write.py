"""Every operation that writes leaves an event of what it wrote."""

import pytest

from app.events.types import EVENT_TYPES
from app.wire import to_json
from tests.api import samples
from tests.api.hostile import send
from tests.api.targets import TABLE, Target
from tests.service import Client, Service

# What is no record of a kind that has events, or writes nothing.
WITHOUT = {
    "PUT /books-lock": "The trail tells of it; no reader of records sees it.",
    "POST /stock-adjustments": "Its movements are no record that is read by itself.",
    "POST /invoices/calculate": "It writes nothing.",
    "POST /invoices/{id}/e-way-bill": "It writes nothing.",
    "POST /webhook-endpoints": "Who is told of events is no event.",
    "PATCH /webhook-endpoints/{id}": "Who is told of events is no event.",
    "DELETE /webhook-endpoints/{id}": "Who is told of events is no event.",
    "POST /webhook-endpoints/{id}/rotate-secret": "Who is told of events is no event.",
    "POST /webhook-endpoints/{id}/test": "Its event tells of nothing.",
    **dict.fromkeys(samples.BESIDE, "It makes or ends something beside a record, which stays as it is."),
}
WRITING = [
    name
    for name, permission in TABLE.items()
    if not name.startswith("GET ") and "." in permission and name not in WITHOUT
]


def test_what_leaves_none_is_an_operation() -> None:
    assert WITHOUT.keys() <= TABLE.keys()


@pytest.mark.parametrize("name", WRITING)
def test_every_operation_that_writes_leaves_an_event(org: Client, name: str) -> None:
    target = Target(org, name)
    newest = org.read("/events?limit=1")
    answer = send(
        org.web.app, target.method, target.path, to_json(target.body) if target.body else b"", org.token
    )
    assert answer.status in (200, 201), answer.text
    (event,) = org.read("/events?limit=1")
    assert [event] != newest
    assert event["type"] in EVENT_TYPES


def test_the_kinds_of_the_database_are_those_of_the_document(service: Service) -> None:
    rows = service.owner.run_as_owner(lambda tx: tx.all("guards.event_kinds"))
    told = {type.split(".")[0] for type in EVENT_TYPES}
    assert {row["noun"] for row in rows} == told
    issued = {f"{row['noun']}.{row['issued']}" for row in rows if row["issued"]}
    assert issued <= set(EVENT_TYPES)
