"""One organization's token never learns whether another's record exists, nor anything of it (architecture: Tenancy)."""

import json
from typing import Any

import pytest

from app.ids import new_id
from app.lists.catalogue import LISTINGS
from app.wire import camel
from tests.api import samples
from tests.api.hostile import Answer, assert_in_envelope, replaced, send
from tests.api.kinds import FLAGS, UNIQUE
from tests.api.references import REFERENCES
from tests.api.standing import Standing
from tests.refusals import refused
from tests.routes import WALKED
from tests.service import Client, Service

MEMBERS = [name for name in WALKED if "{id}" in name]
LISTS = [
    path
    for method, path in (name.split() for name in WALKED)
    if method == "GET" and f"POST {path}" in WALKED and "{id}" not in path
]
# A path, and a field that its `q` looks into.
SEARCHABLE = {
    path: camel(next(iter(listing.searched)))
    for kind, listing in LISTINGS.items()
    if (path := f"/{kind.replace('_', '-')}") in LISTS and listing.searched
}
PLACES = [(path, place) for path, places in REFERENCES.items() for place in places]


@pytest.fixture(scope="module")
def foreign_org(_running: Service) -> Standing:
    """Another organization than the standing one, whose records it asks for."""
    return Standing(_running.organization())


def call(org: Client, method: str, path: str, body: Any = None) -> Answer:
    """Every request has the same id, so that equal answers are equal to the byte."""
    content = b"" if body is None else json.dumps(body).encode()
    answer = send(org.web.app, method, path, content, org.token, headers={"X-Request-Id": "the-same"})
    assert_in_envelope(answer)
    return answer


def test_a_foreign_record_answers_to_the_byte_like_one_that_is_not_there(
    subtests: pytest.Subtests, standing: Standing, foreign_org: Standing
) -> None:
    for name in MEMBERS:
        with subtests.test(name):
            method, path = name.split()
            collection = samples.collection_of(path)
            foreign = foreign_org.id_at(path)
            missing = new_id(foreign.split("_")[0])
            valid = (
                samples.body_of(standing, path)
                if method in ("PATCH", "POST", "PUT") or (path.endswith("/e-invoice") and method != "GET")
                else None
            )
            for body in (valid, {} if valid else None):
                answers = [
                    call(standing, method, path.replace("{id}", id), body) for id in (foreign, missing)
                ]
                assert answers[0] == answers[1]
                assert answers[0].status == 404 or answers[0].json["data"] == []
            assert foreign_org.get(f"{collection}/{foreign}").status_int == 200


def test_a_foreign_record_in_a_body_is_refused_like_one_that_is_not_there(
    subtests: pytest.Subtests, standing: Standing, foreign_org: Standing, service: Service
) -> None:
    for path, place in PLACES:
        with subtests.test(f"{path} {place}"):
            of = REFERENCES[path][place]
            steps = tuple(int(step) if step.isdigit() else step for step in place.split("."))
            body = samples.body_of(standing, path)
            collection = samples.collection_of(path)
            own = standing.make(
                collection, body if path == collection else samples.body_of(standing, collection)
            )
            writes = [("POST", collection)] if path == collection else []
            # Contacts stay with their customer.
            if f"PATCH {collection}/{{id}}" in WALKED and collection != "/customer-contacts":
                writes.append(("PATCH", f"{collection}/{own['id']}"))
            foreign = foreign_id(service, foreign_org, of)
            missing = new_id(foreign.split("_")[0])
            for method, target in writes:
                answers = [
                    call(standing, method, target, replaced(body, steps, id)) for id in (foreign, missing)
                ]
                assert answers[0] == answers[1]
                assert answers[0].status in (404, 422)
                if answers[0].status == 422:
                    assert [detail["field"] for detail in answers[0].json["error"]["details"]] == [place]


def foreign_id(service: Service, theirs: Standing, of: str) -> str:
    """The id of a record of theirs, also of kinds that have no path of their own."""
    if of == "users":
        return str(theirs.user_id)
    if of == "variants":
        return str(samples.record(theirs, "/items")["variants"][0]["id"])
    if of.startswith("lines of "):
        path = "/" + of.removeprefix("lines of ")
        document = theirs.read(f"{path}/{foreign_id(service, theirs, path)}")
        return str((document.get("lines") or document.get("items"))[0]["id"])
    if of == "registrations":
        return registration_of(service, theirs)
    return theirs.id_at(f"{of}/{{id}}")


def registration_of(service: Service, org: Client) -> str:
    return str(service.as_owner(org, lambda tx: tx.one("guards.registration"))["id"])


@pytest.mark.parametrize("path", LISTS)
def test_a_list_and_its_total_know_only_the_caller_s_own(path: str, ours: Client, theirs: Client) -> None:
    foreign = samples.record(theirs, path)["id"]
    empty = ours.get(path).json
    assert (empty["data"], empty["meta"]["total"], empty["meta"]["hasMore"]) == ([], 0, False)
    own = samples.record(ours, path)["id"]
    listed = ours.get(f"{path}?limit=200").json
    ids = {row["id"] for row in listed["data"]}
    assert own in ids
    assert foreign not in ids
    assert listed["meta"]["total"] == len(ids)
    assert {row["organizationId"] for row in listed["data"]} == {ours.organization_id}


@pytest.mark.parametrize("path", SEARCHABLE)
def test_a_search_finds_nothing_of_others(path: str, ours: Client, theirs: Client) -> None:
    made = theirs.read(f"{path}/{samples.record(theirs, path)['id']}")
    word = made[SEARCHABLE[path]]
    assert theirs.get(f"{path}?q={word}").json["meta"]["total"] > 0
    for q in (word, "%25", "_", ""):
        assert ours.get(f"{path}?q={q}").json["meta"]["total"] == 0


def test_the_contacts_of_a_foreign_customer_are_none(ours: Client, theirs: Client) -> None:
    contact = samples.record(theirs, "/customer-contacts")
    answers = [
        call(ours, "GET", f"/customer-contacts?customerId={id}")
        for id in (contact["customerId"], new_id("cus"))
    ]
    assert answers[0] == answers[1]
    assert answers[0].json["data"] == []


def test_what_must_be_unique_is_unique_in_its_own_organization_only(ours: Client, theirs: Client) -> None:
    for path in sorted(UNIQUE):
        body = samples.body_of(theirs, path)
        theirs.make(path, body)
        ours.make(path, body)
        assert ours.post(path, body).status_int in (409, 422)


def test_a_default_of_one_organization_leaves_that_of_another(ours: Client, theirs: Client) -> None:
    for path, flag in FLAGS.items():
        foreign = samples.record(theirs, path)["id"]
        samples.record(ours, path)
        assert theirs.read(f"{path}/{foreign}")[flag] is True


def test_numbers_are_counted_for_each_organization(ours: Client, service: Service) -> None:
    other = service.organization()
    for org in (ours, other):
        body = samples.invoice(org) | {"status": "SENT"}
        made = org.make("/invoices", body)
        assert org.read(f"/invoices/{made['id']}")["invoiceNumber"] == "INV-00001"
        assert samples.record(org, "/expenses")["expenseNumber"] == "EXP-00001"


def test_an_idempotency_key_of_one_organization_is_free_in_another(ours: Client, theirs: Client) -> None:
    key = {"Idempotency-Key": new_id("key")}
    first, second = (org.post("/invoices", samples.invoice(org), **key) for org in (theirs, ours))
    assert (first.status_int, second.status_int) == (201, 201)
    assert "Idempotent-Replayed" not in second.headers
    assert ours.read(f"/invoices/{second.json['data']['id']}")["organizationId"] == ours.organization_id


@pytest.mark.parametrize(
    "header",
    ["X-Organization-Id", "X-Org", "Organization", "X-Tenant-Id", "X-Tenant", "X-Forwarded-Host"],
)
def test_the_organization_is_never_taken_from_the_request(header: str, ours: Client, theirs: Client) -> None:
    foreign = samples.record(theirs, "/tax-rates")
    headers = {header: theirs.organization_id}
    path = f"/tax-rates?organizationId={theirs.organization_id}&org={theirs.organization_id}"
    assert refused(ours.get(path, **headers)) == {"organizationId", "org"}
    assert ours.get("/tax-rates", **headers).json["meta"]["total"] == 0
    assert ours.get(f"/tax-rates/{foreign['id']}", **headers).status_int == 404
    made = ours.make("/tax-rates", samples.tax_rate(ours) | {"organizationId": theirs.organization_id})
    assert made["organizationId"] == ours.organization_id
