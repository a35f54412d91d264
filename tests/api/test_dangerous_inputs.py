"""Every dangerous value in every field of every body: no failure of ours, no answer outside the envelope.

In full size each field is also spoilt alone with each value; the short form does that to a share of them, and
spoils many fields at once so that none of the values and fields goes unsent (`Target.take`).
"""

import json
from typing import Any

import pytest

from tests.api import hostile, hostile_values, samples
from tests.api.hostile import assert_in_envelope, send
from tests.api.references import REFERENCES
from tests.api.rotation import layers, share, square
from tests.api.targets import BODIES, KEPT, Target, named_fields
from tests.reliability.sizes import FULL
from tests.service import Client

VALUES = list(hostile_values.VALUES.items())
SHORT_VALUES = list(hostile_values.SHORT_VALUES.items())
LARGE_VALUES = list(hostile_values.LARGE_VALUES.items())
#: Read as numbers or refused as a whole, whatever the field is.
NUMBERS = ("9" * 5_000, "-" + "9" * 5_000, "0." + "9" * 5_000, "1e-5000", "9" * 300)
MANY_KEYS, FEWER_KEYS = (json.dumps({f"k{n}": n for n in range(count)}) for count in (20_000, 2_000))
#: What PostgreSQL could take and nobody could read again.
UNREADABLE = [
    ("the first day", '"0001-01-01"'),
    ("the last day", '"2999-12-31T23:59:59-14:00"'),
    ("a huge float", "1e308"),
    ("controls", '"\\u0001\\u007f\\u2028"'),
    ("9e12", "9e12"),
]


pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quiet")]


def test_every_operation_that_writes_has_a_sample(org: Client) -> None:
    assert {name for name in BODIES if not samples.body_of(org, name.split()[1])} == set()


@pytest.mark.parametrize("name", BODIES)
def test_any_value_in_any_field_is_taken_or_refused_by_name(name: str, org: Client) -> None:
    target = Target(org, name)
    values = VALUES if FULL or is_new(name) else SHORT_VALUES
    for places in layers(target.body):
        target.take(
            share(
                [*square(places, values)], begin=BODIES.index(name), one_in=one_row_in(target, name, places)
            )
        )


def is_new(name: str) -> bool:
    """Return whether the body has fields of its own: a PATCH and a bulk have those of the POST."""
    return name.startswith("POST") and not name.endswith(samples.BULK)


def one_row_in(target: Target, name: str, places: list[Any]) -> int:
    """Return 1 for fields of this body alone, otherwise the number of places: each value then stands in one of them."""
    holds_more = isinstance(hostile.value_at(target.body, places[0]), dict | list)
    return 1 if is_new(name) and not holds_more else len(places)


@pytest.mark.parametrize("name", BODIES)
def test_one_bad_value_in_a_good_body_is_taken_or_refused_by_name(name: str, org: Client) -> None:
    target = Target(org, name)
    pairs = [(place, value) for place in hostile.places(target.body) for value in VALUES]
    large = [(place, value) for value in LARGE_VALUES for place in hostile.places(target.body)]
    for place, (what, raw) in (
        *share(pairs, begin=BODIES.index(name)),
        *share(large, begin=BODIES.index(name)),
    ):
        answer = target.send(hostile.with_raw(target.body, place, raw))
        assert answer.status in (200, 201, 404, 409, 422), (place, what, answer.body)
        if answer.status == 422:
            named_fields(answer)


@pytest.mark.parametrize("name", KEPT)
def test_what_was_taken_can_be_listed_and_read(name: str, org: Client) -> None:
    """Values that PostgreSQL stores and nobody can read would make the collection unreadable for good."""
    target = Target(org, name)
    target.take(square(layers(target.body)[0], UNREADABLE))
    answer = send(org.web.app, "GET", f"{target.collection}?limit=200", token=org.token)
    assert_in_envelope(answer)
    assert answer.status == 200
    for row in answer.json["data"][:20]:
        assert org.get(f"{target.collection}/{row['id']}").status_int == 200


@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_is_no_json_object_is_malformed(name: str, org: Client) -> None:
    target = Target(org, name)
    for what, body in hostile_values.MALFORMED.items():
        if not body and name in samples.BODY_LEFT_OUT:
            continue
        answer = target.send(body)
        assert (answer.status, answer.code) == (400, "invalid_request"), what


@pytest.mark.parametrize("name", BODIES)
def test_too_large_a_number_of_digits_is_refused(name: str, org: Client) -> None:
    target = Target(org, name)
    everywhere = [dict.fromkeys(places, raw) for places in layers(target.body) for raw in NUMBERS]
    alone = [{place: raw} for place in hostile.places(target.body) for raw in NUMBERS]
    for raws in (*everywhere, *share(alone, begin=BODIES.index(name))):
        answer = target.send(hostile.with_raws(target.body, raws))
        assert answer.status in (200, 201, 400, 404, 409, 422), (raws.keys(), answer.body)


@pytest.mark.parametrize("name", BODIES)
def test_a_body_of_many_keys_is_refused_in_short_and_one_of_doubled_keys_read(name: str, org: Client) -> None:
    target = Target(org, name)
    text = json.dumps(target.body)
    many = MANY_KEYS if target.method == "POST" else FEWER_KEYS
    answer = target.send(f"{text[:-1]}, {many[1:]}".encode())
    assert (answer.status, len(answer.json["error"]["details"])) == (422, 100)
    doubled = target.send(f"{text[:-1]}, {json.dumps(fresh(target))[1:]}".encode())
    assert doubled.status in (200, 201)


def fresh(target: Target) -> dict[str, Any]:
    return target.body | ({"code": "ZZZ"} if "code" in target.body else {})


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
    other = samples.record(org, "/currencies")["id"]
    for reference, of in REFERENCES[name].items():
        place = tuple(int(step) if step.isdigit() else step for step in reference.split("."))
        for id in (org.organization_id, org.token_id, other, deleted(org, of)):
            answer = target.send(json.dumps(hostile.replaced(target.body, place, id)).encode())
            assert answer.status in (404, 422), (reference, answer.body)
            if answer.status == 422:
                assert [detail["field"] for detail in answer.json["error"]["details"]] == [reference]


def deleted(org: Client, of: str) -> str:
    """The id of a deleted record of the kind; of a payment term where a caller cannot delete such records."""
    collection = of if of.startswith("/") else "/payment-terms"
    id = str(samples.record(org, collection)["id"])
    samples.make_deletable(org, collection)
    assert org.delete(f"{collection}/{id}").status_int == 200
    return id
