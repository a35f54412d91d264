"""Every dangerous input to every endpoint: no failure of ours, no answer outside the envelope, nothing believed."""

import json
import logging
from typing import Any

import pytest

from resources.api import PUBLIC, routes
from tests.api import hostile, hostile_values, samples
from tests.api.hostile import Answer, assert_in_envelope, send
from tests.api.references import REFERENCES, existing
from tests.service import Client, Service

# Resources are made without a database to learn the paths only.
TABLE = {
    f"{method} {route.path}": permission
    for route in routes(None)  # type: ignore[arg-type]
    for method, permission in route.permissions.items()
}
WRITES = [name for name in TABLE if name.split()[0] in ("POST", "PATCH") and name not in samples.FORMS]
BODIES = [name for name in WRITES if name not in samples.WITHOUT_BODY]
KEPT = [name for name in BODIES if name not in samples.WRITES_NOTHING]
READS = [
    name.split()[1] for name, permission in TABLE.items() if name.startswith("GET") and "." in permission
]
MEMBERS = [name for name in TABLE if "{id}" in name]
PAPERS = {"/invoices/{id}/pdf", "/customers/{id}/ledger-pdf"}

SERVER_OWNED = {
    "id": "x_01K00000000000000000000000",
    "organizationId": "org_01K0000000000000000000000",
    "amountPaid": 1_000_000,
    "balanceDue": 0,
    "total": 0,
    "createdAt": "2000-01-01T00:00:00Z",
    "updatedAt": None,
    "createdBy": "usr_x",
    "deletedAt": "2000-01-01",
    "invoiceNumber": "INV-99999",
    "lastLotSequence": 99,
    "portalEnabled": True,
    "tenantOrgId": "org_x",
    "__proto__": {"isAdmin": True},
    "%(organization_id)s": 1,
    "": 1,
}


class Target:
    """An endpoint that writes, with a valid body and, where it has one, the record it writes to."""

    def __init__(self, org: Client, name: str) -> None:
        self.org = org
        self.method, path = name.split()
        self.collection = samples.collection_of(path)
        self.body = samples.body_of(org, path)
        self.path = path
        if "{id}" in path:
            own = self.body if path not in samples.BODIES else samples.body_of(org, self.collection)
            self.path = path.replace("{id}", org.make(self.collection, own)["id"])

    def send(self, body: bytes) -> Answer:
        """What comes of a body. A record whose kind must be unique goes again, to make room for the next."""
        answer = send(self.org.web.app, self.method, self.path, body, self.org.token)
        assert_in_envelope(answer)
        if answer.status == 201 and self.collection in ("/currencies", "/number-series"):
            made = f"{self.collection}/{answer.json['data']['id']}"
            assert send(self.org.web.app, "DELETE", made, token=self.org.token).status == 200
        return answer


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Twenty thousand lines of the log are not worth the time to write them."""
    caplog.set_level(logging.ERROR, "requests")


@pytest.fixture
def org(service: Service) -> Client:
    return service.organization()


def test_every_operation_that_writes_has_a_sample(org: Client) -> None:
    assert {name for name in BODIES if not samples.body_of(org, name.split()[1])} == set()


@pytest.mark.parametrize("name", BODIES)
def test_the_sample_is_valid(name: str, org: Client) -> None:
    target = Target(org, name)
    answer = target.send(json.dumps(target.body).encode())
    assert answer.status in (200, 201), answer.body


@pytest.mark.parametrize("name", BODIES)
def test_any_value_in_any_field_is_taken_or_refused_by_name(name: str, org: Client) -> None:
    target = Target(org, name)
    values = hostile_values.VALUES if target.method == "POST" else hostile_values.SHORT_VALUES
    for place in hostile.places(target.body):
        for what, raw in values.items():
            answer = target.send(hostile.with_raw(target.body, place, raw))
            assert answer.status in (200, 201, 404, 409, 422), (place, what, answer.body)
            if answer.status == 422:
                assert_names_fields(answer)


def assert_names_fields(answer: Answer) -> None:
    details = answer.json["error"]["details"]
    assert 1 <= len(details) <= 100
    assert all(detail["field"] and detail["message"] for detail in details)


@pytest.mark.parametrize("name", KEPT)
def test_what_was_taken_can_be_listed_and_read(name: str, org: Client) -> None:
    """Values that PostgreSQL stores and nobody can read would make the collection unreadable for good."""
    target = Target(org, name)
    for place in hostile.places(target.body):
        for raw in (
            '"0001-01-01"',
            '"2999-12-31T23:59:59-14:00"',
            "1e308",
            '"\\u0001\\u007f\\u2028"',
            "9e12",
        ):
            send(
                org.web.app, target.method, target.path, hostile.with_raw(target.body, place, raw), org.token
            )
    answer = send(org.web.app, "GET", f"{target.collection}?limit=200", token=org.token)
    assert_in_envelope(answer)
    assert answer.status == 200
    for row in answer.json["data"][:20]:
        assert send(org.web.app, "GET", f"{target.collection}/{row['id']}", token=org.token).status == 200


@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_is_no_json_object_is_malformed(name: str, org: Client) -> None:
    target = Target(org, name)
    for what, body in hostile_values.MALFORMED.items():
        answer = target.send(body)
        assert (answer.status, answer.code) == (400, "invalid_request"), what


@pytest.mark.parametrize("name", BODIES)
def test_too_large_a_number_of_digits_is_refused(name: str, org: Client) -> None:
    target = Target(org, name)
    for place in hostile.places(target.body):
        for raw in ("9" * 5_000, "-" + "9" * 5_000, "0." + "9" * 5_000, "1e-5000", "9" * 300):
            answer = target.send(hostile.with_raw(target.body, place, raw))
            assert answer.status in (200, 201, 400, 404, 409, 422), (place, answer.body)


@pytest.mark.parametrize("name", BODIES)
def test_a_body_of_many_or_doubled_keys_is_read_like_any_other(name: str, org: Client) -> None:
    target = Target(org, name)
    text = json.dumps(target.body)
    many = json.dumps({f"k{n}": n for n in range(20_000)})
    assert target.send(f"{text[:-1]}, {many[1:]}".encode()).status in (200, 201)
    doubled = target.send(f"{text[:-1]}, {json.dumps(fresh(target))[1:]}".encode())
    assert doubled.status in (200, 201)


def fresh(target: Target) -> dict[str, Any]:
    return target.body | ({"code": "ZZZ"} if "code" in target.body else {})


@pytest.mark.parametrize("name", KEPT)
def test_fields_that_are_the_server_s_own_are_not_believed(name: str, org: Client) -> None:
    target = Target(org, name)
    owned = {key: value for key, value in SERVER_OWNED.items() if key not in target.body}
    answer = target.org.request(target.method, target.path, target.body | owned)
    assert answer.status_int in (200, 201), answer.text
    record = org.read(f"{target.collection}/{answer.json['data']['id']}")
    assert record["organizationId"] == org.organization_id
    for key in record.keys() & owned.keys():
        assert record[key] != owned[key] or key in ("portalEnabled",), key
    assert record.get("portalEnabled", False) is False


@pytest.mark.parametrize("status", ["PAID", "VOID", "OVERDUE", "PARTIALLY_PAID", "sent", "", None, 1])
def test_an_invoice_is_born_as_draft_or_sent_only(status: Any, org: Client) -> None:
    answer = org.post("/invoices", samples.invoice(org) | {"status": status})
    assert answer.status_int == 422
    assert [detail["field"] for detail in answer.json["error"]["details"]] == ["status"]


@pytest.mark.parametrize(
    ("path", "field", "row"),
    [
        ("/invoices", "lines", {"description": "x", "quantity": 1, "rate": 1}),
        ("/items", "variants", {"size": "x"}),
        ("/price-lists", "entries", {"itemId": "x", "rate": 1}),
    ],
)
def test_a_list_of_20_000_rows_is_refused_as_a_whole(
    path: str, field: str, row: dict[str, Any], org: Client
) -> None:
    answer = org.post(path, samples.body_of(org, path) | {field: [row] * 20_000})
    assert answer.status_int == 422
    assert [detail["field"] for detail in answer.json["error"]["details"]] == [field]


@pytest.mark.parametrize("name", REFERENCES)
def test_an_id_of_another_kind_of_something_deleted_or_of_itself_is_refused(name: str, org: Client) -> None:
    target = Target(org, f"PATCH {name}" if "{id}" in name else f"POST {name}")
    gone = samples.record(org, "/payment-terms")["id"]
    assert org.delete(f"/payment-terms/{gone}").status_int == 200
    for reference in REFERENCES[name]:
        place = tuple(int(step) if step.isdigit() else step for step in reference.split("."))
        for id in (org.organization_id, org.token_id, gone, samples.record(org, "/currencies")["id"]):
            answer = target.send(json.dumps(hostile.replaced(target.body, place, id)).encode())
            assert answer.status in (404, 422), (reference, answer.body)
            if answer.status == 422:
                assert [detail["field"] for detail in answer.json["error"]["details"]] == [reference]


# Paths, queries, headers.


@pytest.mark.parametrize("path", READS)
def test_any_value_of_any_query_parameter_is_taken_or_refused_by_name(path: str, org: Client) -> None:
    queries = hostile_values.QUERIES_OF_RECORDS if "{id}" in path else hostile_values.QUERIES_OF_LISTS
    target = path.replace("{id}", existing(org, path)) if "{id}" in path else path
    for query in queries:
        answer = send(org.web.app, "GET", f"{target}?{query}", token=org.token)
        if answer.status == 200 and path in PAPERS:
            assert answer.body.startswith(b"%PDF"), query
            continue
        assert_in_envelope(answer)
        assert answer.status in (200, 422), query
        if answer.status == 422:
            assert_names_fields(answer)


@pytest.mark.parametrize("path", [path for path in READS if "{id}" not in path])
def test_a_query_string_of_any_form_is_read(path: str, org: Client) -> None:
    for query in (
        "&&&",
        "=",
        "====",
        "?",
        "#",
        "%",
        "a" * 8_000,
        "a=1&" * 2_000,
        "\xff\xfe",
        "[]",
        "page",
        "q",
    ):
        answer = send(org.web.app, "GET", f"{path}?{query}", token=org.token)
        assert_in_envelope(answer)
        assert answer.status in (200, 422), query


@pytest.mark.parametrize("name", MEMBERS)
def test_what_is_no_id_names_nothing(name: str, org: Client) -> None:
    method, path = name.split()
    body = json.dumps(samples.body_of(org, path)).encode() if name in BODIES else b""
    for id in hostile_values.IDS:
        answer = send(org.web.app, method, path.replace("{id}", id), body, org.token)
        assert_in_envelope(answer)
        if name == "GET /invoices/{id}/payments":
            assert answer.status == 404 or answer.json["data"] == []  # spec 4.6 lists no not_found
        else:
            assert (answer.status, answer.code) == (404, "not_found"), id


@pytest.mark.parametrize("name", [name for name, permission in TABLE.items() if permission != PUBLIC])
def test_any_header_is_taken_or_refused(name: str, org: Client) -> None:
    method, path = name.split()
    for header, value in hostile_values.HEADERS:
        answer = send(org.web.app, method, path, b"{}", org.token, headers={header: value})
        assert_in_envelope(answer)


@pytest.mark.parametrize("name", sorted(samples.FORMS & set(TABLE)))
def test_the_token_endpoints_refuse_malformed_bodies_in_their_own_words(name: str, service: Service) -> None:
    path = name.split()[1]
    for media_type in ("application/json", "application/x-www-form-urlencoded", "text/plain", "x"):
        for what, body in hostile_values.MALFORMED.items():
            answer = send(service.app, "POST", path, body, headers={"Content-Type": media_type})
            assert 400 <= answer.status < 500, (what, answer.body)
            assert answer.headers["cache-control"] == "no-store"
            assert answer.json["error"]
