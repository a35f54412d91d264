"""Lists, filters, cursors, totals, papers and replies know the caller's own organization only."""

import json
from typing import Any

import pytest

from app.ids import new_id
from app.lists.catalogue import LISTINGS
from tests.api import samples
from tests.api.references import REFERENCES, existing
from tests.api.shelf import path_of
from tests.api.test_isolation import LISTS
from tests.printed import page
from tests.routes import WALKED
from tests.service import Client, Service

READ_ONLY = sorted(
    name.split()[1].removesuffix("/{id}")
    for name in WALKED
    if name.startswith("GET") and name.endswith("/{id}") and name[4:-5] not in {*LISTS, "/registrations"}
)
FILTERED = [
    (path, filter.name)
    for kind, listing in LISTINGS.items()
    if (path := path_of(kind)) in LISTS
    for filter in listing.filters
    if filter.kind == "id"
]


@pytest.mark.parametrize("path", READ_ONLY)
def test_a_list_that_is_only_read_knows_the_caller_s_own(path: str, ours: Client, theirs: Client) -> None:
    foreign = existing(theirs, path + "/{id}")
    empty = ours.get(path).json
    assert (empty["data"], empty["meta"]["total"]) == ([], 0)
    own = existing(ours, path + "/{id}")
    listed = ours.get(f"{path}?limit=200").json
    ids = {row.get("id") or row["vendorId"] for row in listed["data"]}
    assert own in ids
    assert foreign not in ids
    assert listed["meta"]["total"] == len(ids)


@pytest.mark.parametrize(("path", "name"), FILTERED)
def test_a_filter_by_a_foreign_record_lets_nothing_through(
    path: str, name: str, ours: Client, theirs: Client
) -> None:
    existing(ours, path + "/{id}")
    existing(theirs, path + "/{id}")
    prefix = {"customerId": "cus", "vendorId": "ven"}[name]
    foreign = theirs.read(path)[0][name]
    assert theirs.read(f"{path}?{name}={foreign}") != []
    answers = [ours.get(f"{path}?{name}={id}").json for id in (foreign, new_id(prefix))]
    assert answers[0] == answers[1]
    assert (answers[0]["data"], answers[0]["meta"]["total"]) == ([], 0)


def test_totals_count_the_caller_s_own(ours: Client, theirs: Client) -> None:
    before = ours.read("/dashboard/receivables")
    theirs.make("/invoices", samples.invoice(theirs) | {"status": "SENT"})
    assert theirs.read("/dashboard/receivables")["totalOutstanding"] > 0
    assert ours.read("/dashboard/receivables") == before
    assert before["totalOutstanding"] == 0


@pytest.mark.slow
def test_equal_invoices_of_two_organizations_print_their_own(ours: Client, theirs: Client) -> None:
    """Kept papers are told apart although the invoices say the same."""
    numbers = {}
    for org in (theirs, ours, theirs):
        id = org.make("/invoices", samples.invoice(org) | {"status": "SENT"})["id"]
        numbers[org] = page(org, f"/invoices/{id}/pdf")
    names = {org: org.read("/me")["organization"]["name"] for org in (ours, theirs)}
    for org, other in ((ours, theirs), (theirs, ours)):
        assert f"{names[org]} Private Limited" in numbers[org]
        assert f"{names[other]} Private Limited" not in numbers[org]


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/invoices", "/payments-received"])
def test_the_same_key_and_body_in_two_organizations_are_two_requests(
    path: str, ours: Client, theirs: Client
) -> None:
    key = {"Idempotency-Key": new_id("key")}
    bodies = {org: samples.body_of(org, path) for org in (theirs, ours)}
    first = {org: org.post(path, body, **key) for org, body in bodies.items()}
    again = {org: org.post(path, body, **key) for org, body in bodies.items()}
    for org in (theirs, ours):
        assert first[org].status_int == 201
        assert again[org].body == first[org].body
        assert again[org].headers["Idempotent-Replayed"] == "true"
        assert org.get(f"{path}/{first[org].json['data']['id']}").status_int == 200
    assert first[ours].json["data"]["id"] != first[theirs].json["data"]["id"]
    # A body of theirs is no retry of ours, and names nothing here.
    assert ours.post(path, bodies[theirs], **key).status_int == 422


@pytest.mark.parametrize("place", [place for place in REFERENCES["/invoices"] if place != "customerId"])
def test_a_calculation_does_not_price_what_is_foreign(
    place: str, ours: Client, theirs: Client, service: Service
) -> None:
    body = json.dumps(samples.body_of(ours, "/invoices"))
    mine, foreign = (at(json.loads(text), place) for text in (body, json.dumps(samples.invoice(theirs))))
    if not foreign:
        foreign = new_id("whs")
    assert mine is None or mine != foreign
    steps = [int(step) if step.isdigit() else step for step in place.split(".")]
    changed = json.loads(body)
    holder = changed
    for step in steps[:-1]:
        holder = holder[step]
    holder[steps[-1]] = foreign
    answer = ours.post("/invoices/calculate", changed)
    assert answer.status_int == 422
    assert [detail["field"] for detail in answer.json["error"]["details"]] == [place]


def at(value: Any, place: str) -> Any:
    for step in place.split("."):
        value = value[int(step)] if step.isdigit() else value.get(step)
    return value
