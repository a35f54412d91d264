"""ETag and If-Match: nobody's change is lost under another one."""

import pytest

from tests.api import samples
from tests.parallel import at_once
from tests.routes import WALKED
from tests.service import Client

TERM = {"name": "Net 30", "days": 30}
STALE = {"If-Match": '"2020-01-01T00:00:00.000000Z"'}
MOVERS = [
    name
    for name in WALKED
    if "{id}" in name
    and not name.startswith("GET")
    and name not in samples.WRITES_NOTHING | samples.UNTRAILED
]
COLLECTIONS = [path for path in samples.BODIES if f"GET {path}/{{id}}" in WALKED]


@pytest.mark.parametrize("name", MOVERS)
def test_what_changes_a_record_refuses_another_version_and_takes_its_own(name: str, org: Client) -> None:
    method, path = name.split()
    id = samples.ready_for(org, name)
    sent = samples.sent_with(org, name, id)
    record, target = f"{samples.collection_of(path)}/{id}", path.replace("{id}", id)
    before = org.get(record)
    refused = org.request(method, target, sent, STALE)
    assert (refused.status_int, refused.json["error"]["code"]) == (412, "precondition_failed")
    assert org.get(record).json == before.json
    done = org.request(method, target, sent, {"If-Match": before.headers["ETag"]})
    assert done.status_int in (200, 201), done.text
    if method != "DELETE":
        assert done.headers["ETag"] == org.get(record).headers["ETag"]
        assert (done.headers["ETag"] == before.headers["ETag"]) == (name in samples.BESIDE)


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_a_record_has_the_version_that_its_making_answered(collection: str, org: Client) -> None:
    made = org.post(collection, samples.body_of(org, collection))
    read = org.get(f"{collection}/{made.json['data']['id']}")
    assert read.headers["ETag"] == made.headers["ETag"] == f'"{read.json["data"]["updatedAt"]}"'


def test_one_of_several_versions_will_do_and_a_star_is_any(org: Client) -> None:
    made = org.post("/payment-terms", TERM)
    path = f"/payment-terms/{made.json['data']['id']}"
    several = f'"x", {made.headers["ETag"]}'
    assert org.request("PATCH", path, TERM | {"days": 1}, {"If-Match": several}).status_int == 200
    assert org.request("PATCH", path, TERM | {"days": 2}, {"If-Match": "*"}).status_int == 200
    assert org.request("PATCH", path, TERM | {"days": 3}).status_int == 200


@pytest.mark.parametrize("given", ["", '"', "W/", "x" * 500, '"\x7f"', ",,,"])
def test_a_version_that_is_none_is_never_there(given: str, org: Client) -> None:
    id = org.make("/tax-rates", samples.tax_rate(org))["id"]
    assert org.request("PATCH", f"/tax-rates/{id}", {"name": "x"}, {"If-Match": given}).status_int == 412


def test_a_weak_version_is_never_there(org: Client) -> None:
    made = org.post("/tax-rates", samples.tax_rate(org))
    weak = {"If-Match": "W/" + made.headers["ETag"]}
    assert org.request("DELETE", f"/tax-rates/{made.json['data']['id']}", None, weak).status_int == 412


def test_404_comes_before_412_and_412_before_422(org: Client) -> None:
    assert org.request("PATCH", "/customers/none", {"notes": 1}, STALE).status_int == 404
    id = org.make("/customers", samples.customer(org))["id"]
    assert org.request("PATCH", f"/customers/{id}", {"displayName": 1, "zzz": 1}, STALE).status_int in (
        412,
        422,
    )
    assert org.request("PATCH", f"/customers/{id}", {"email": []}, STALE).status_int == 412


@pytest.mark.parametrize("collection", ["/customers", "/items", "/invoices", "/quotes"])
def test_of_32_changes_of_one_version_exactly_one_wins(collection: str, org: Client) -> None:
    made = org.post(collection, samples.body_of(org, collection))
    record = f"{collection}/{made.json['data']['id']}"
    version = {"If-Match": made.headers["ETag"]}
    sent = org.read(record)

    def change(client: Client, _: int) -> int:
        answers = (client.request("PATCH", record, sent, version).status_int for _ in range(50))
        return next(status for status in answers if status != 503)

    statuses = at_once(32, org, change)
    assert sorted(statuses) == [200] + [412] * 31


def test_a_retry_answers_the_version_that_the_first_wrote(org: Client) -> None:
    sent, key = {"name": "Net 30", "days": 30}, {"Idempotency-Key": "k"}
    first = org.post("/payment-terms", sent, **key)
    path = f"/payment-terms/{first.json['data']['id']}"
    assert org.request("PATCH", path, sent | {"days": 45}).status_int == 200
    again = org.post("/payment-terms", sent, **key)
    assert again.headers["ETag"] == first.headers["ETag"] != org.get(path).headers["ETag"]
