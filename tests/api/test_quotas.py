"""Limits on the records and lines of an organization, by every way that they are made."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from webtest import TestResponse

from tests.operators.commands import Operator
from tests.refusals import conflict
from tests.selling import body, customer, vendor
from tests.service import Client, Service

AT_ONCE = 32
WORK = {"description": "Work", "quantity": 1, "rate": 100, "taxRatePercent": 18}

Limit = Callable[..., None]


@pytest.fixture
def limit(service: Service, org: Client) -> Limit:
    """Set the quotas of the organization."""

    def set_limits(*, records: int | None = None, lines: int | None = None) -> None:
        words = [
            f"--{kind}={most}" for kind, most in (("records", records), ("lines", lines)) if most is not None
        ]
        Operator(service.url).make("quota", "set", "--org", org.slug, *words)

    return set_limits


def new_customer(org: Client, number: int) -> TestResponse:
    return org.post("/customers", {"displayName": f"Customer {number}"})


def test_one_record_beyond_the_limit_is_refused_by_its_name(org: Client, limit: Limit) -> None:
    limit(records=2)
    assert [new_customer(org, number).status_int for number in range(2)] == [201, 201]
    assert conflict(new_customer(org, 2)) == "The organization may have at most 2 customers."
    assert org.total("/customers") == 2


def test_each_kind_has_the_limit_for_itself(org: Client, limit: Limit) -> None:
    limit(records=1)
    who = customer(org)
    assert org.post("/invoices", body(who, WORK)).status_int == 201
    assert conflict(org.post("/invoices", body(who, WORK))) == "The organization may have at most 1 invoices."
    vendor(org)


@pytest.mark.parametrize(
    ("path", "given", "kind"),
    [
        ("/tax-rates", {"name": "{}", "ratePercent": 5}, "tax rates"),
        ("/item-groups", {"name": "{}"}, "item groups"),
        ("/payment-terms", {"name": "{}", "days": 5}, "payment terms"),
        ("/warehouses", {"code": "{}", "name": "{}"}, "warehouses"),
        ("/price-lists", {"name": "{}", "type": "SELLING"}, "price lists"),
    ],
)
def test_lists_that_are_short_as_a_rule_are_limited_too(
    path: str, given: dict[str, object], kind: str, org: Client, limit: Limit
) -> None:
    def make(name: str) -> TestResponse:
        return org.post(path, {key: name if value == "{}" else value for key, value in given.items()})

    limit(records=org.total(path) + 1)
    most = org.total(path) + 1
    assert make("A").status_int == 201
    assert conflict(make("B")) == f"The organization may have at most {most} {kind}."


def test_what_is_deleted_makes_room(org: Client, limit: Limit) -> None:
    limit(records=1)
    made = new_customer(org, 1).json["data"]["id"]
    assert conflict(new_customer(org, 2)) == "The organization may have at most 1 customers."
    assert org.delete(f"/customers/{made}").status_int == 200
    assert new_customer(org, 2).status_int == 201


def test_lines_are_limited_apart_from_documents(org: Client, limit: Limit) -> None:
    limit(lines=4)
    who = customer(org)
    first = org.make("/invoices", body(who, WORK, WORK, WORK))
    answer = org.post("/invoices", body(who, WORK, WORK))
    assert conflict(answer) == "The organization may have at most 4 invoice lines."
    assert org.post("/invoices", body(who, WORK)).status_int == 201
    # A draft gives back the lines that it had.
    assert org.patch(f"/invoices/{first['id']}", body(who, WORK)).status_int == 200
    assert org.post("/invoices", body(who, WORK, WORK)).status_int == 201


def test_a_draft_that_is_written_anew_with_too_many_lines_is_refused(org: Client, limit: Limit) -> None:
    limit(lines=2)
    who = customer(org)
    made = org.make("/invoices", body(who, WORK))
    answer = org.patch(f"/invoices/{made['id']}", body(who, WORK, WORK, WORK))
    assert conflict(answer) == "The organization may have at most 2 invoice lines."
    assert len(org.read(f"/invoices/{made['id']}")["lines"]) == 1


def test_many_in_one_request_are_refused_together(org: Client, limit: Limit) -> None:
    who = customer(org)
    limit(records=3)
    sent = {"records": [body(who, WORK)] * 4}
    assert conflict(org.post("/invoices/bulk", sent)) == "The organization may have at most 3 invoices."
    assert org.total("/invoices") == 0
    assert org.post("/invoices/bulk", {"records": [body(who, WORK)] * 3}).status_int < 300


def test_a_refused_request_may_be_repeated_under_its_key_once_there_is_room(
    org: Client, limit: Limit
) -> None:
    limit(records=0)
    keyed = {"Idempotency-Key": "one"}
    given = {"displayName": "A customer"}
    assert (
        conflict(org.post("/customers", given, **keyed)) == "The organization may have at most 0 customers."
    )
    limit(records=1)
    assert org.post("/customers", given, **keyed).status_int == 201
    assert org.post("/customers", given, **keyed).status_int == 201
    assert org.total("/customers") == 1


@pytest.mark.parametrize("room", [1, 7, AT_ONCE])
def test_of_many_at_once_no_more_are_made_than_there_is_room_for(
    room: int, org: Client, limit: Limit
) -> None:
    limit(records=room)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(lambda number: new_customer(org, number), range(AT_ONCE + 4)))
    wanted = Counter({201: room, 409: AT_ONCE + 4 - room})
    assert Counter(answer.status_int for answer in answers) == wanted
    assert org.total("/customers") == room


def test_kinds_that_are_made_together_are_held_together(org: Client, limit: Limit) -> None:
    who = customer(org)
    limit(records=20, lines=30)
    bodies = [body(who, *[WORK] * (1 + number % 2)) for number in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(lambda sent: org.post("/invoices", sent), bodies))
    assert {answer.status_int for answer in answers} == {201, 409}
    made = org.read("/invoices?limit=100")
    lines = sum(len(org.read(f"/invoices/{invoice['id']}")["lines"]) for invoice in made)
    assert len(made) <= 20 and lines <= 30
    # What is refused would not have had room.
    assert len(made) == 20 or lines >= 29


def test_where_more_is_there_than_may_be_it_can_be_read_changed_and_deleted(
    org: Client, limit: Limit
) -> None:
    made = new_customer(org, 1).json["data"]["id"]
    limit(records=0)
    assert org.get(f"/customers/{made}").status_int == 200
    assert org.patch(f"/customers/{made}", {"displayName": "Another name"}).status_int == 200
    assert org.delete(f"/customers/{made}").status_int == 200


def test_other_organizations_are_not_limited(service: Service, limit: Limit) -> None:
    limit(records=0, lines=0)
    other = service.organization()
    assert other.post("/invoices", body(customer(other), WORK)).status_int == 201
