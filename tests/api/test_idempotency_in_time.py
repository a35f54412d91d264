"""Idempotency keys in time: remembered for 24 hours, and one effect of requests at the same moment."""

from collections import Counter
from typing import Any

import pytest
from webtest import TestResponse

from tests.api.keyed import HEADER, REPLAYED, answer_of, keyed, operations
from tests.parallel import at_once
from tests.refusals import refused
from tests.selling import Books, body, customer, line
from tests.service import Client, Service

# Time


def test_a_key_is_remembered_for_24_hours(service: Service, org: Client) -> None:
    given, books = body(customer(org)), Books(service, org)
    first = keyed(org, "/invoices", given)
    books.execute("age_keys", by="23 hours 59 minutes")
    assert keyed(org, "/invoices", given).body == first.body
    assert refused(keyed(org, "/invoices", given | {"notes": "x"})) == {HEADER}
    books.execute("age_keys", by="2 minutes")
    again = keyed(org, "/invoices", given)
    assert (again.status_int, REPLAYED in again.headers) == (201, False)
    assert again.json["data"]["id"] != first.json["data"]["id"]
    assert keyed(org, "/invoices", given).body == again.body


def test_an_expired_key_may_come_with_another_body(service: Service, org: Client) -> None:
    given = body(customer(org))
    keyed(org, "/invoices", given)
    Books(service, org).execute("age_keys", by="25 hours")
    assert keyed(org, "/invoices", given | {"notes": "x"}).status_int == 201


@pytest.mark.slow
def test_expired_keys_go_away_as_new_ones_come(service: Service, org: Client) -> None:
    given, books = body(customer(org)), Books(service, org)
    for number in range(12):
        keyed(org, "/invoices", given, f"old-{number}")
    books.execute("age_keys", by="25 hours")
    fresh = [f"new-{number}" for number in range(100)]
    for key in fresh:
        assert keyed(org, "/invoices", given, key).status_int == 201
    assert sorted(row["key"] for row in books.rows("keys")) == sorted(fresh)


# At the same moment


def settled(response: TestResponse) -> bool:
    """Return whether the request was not turned away for want of a free connection."""
    return response.status_int != 503


def until_served(client: Client, path: str, given: Any, key: str) -> TestResponse:
    answers = (keyed(client, path, given, key) for _ in range(20))
    return next(answer for answer in answers if settled(answer))


@pytest.mark.parametrize("which", [0, 1])
def test_32_at_once_have_one_effect_and_equal_answers(org: Client, which: int) -> None:
    path, given = operations(org)[which]
    answers = at_once(32, org, lambda client, _: until_served(client, path, given, "once"))
    assert len({answer_of(answer) for answer in answers}) == 1
    assert answers[0].status_int == 201
    assert Counter(REPLAYED in answer.headers for answer in answers) == {False: 1, True: 31}
    assert org.total(path) == 1


def test_of_different_bodies_at_once_one_is_done(org: Client) -> None:
    given = body(customer(org))
    answers = at_once(
        16, org, lambda client, n: until_served(client, "/invoices", given | {"notes": str(n)}, "once")
    )
    assert Counter(answer.status_int for answer in answers) == {201: 1, 422: 15}
    assert org.total("/invoices") == 1


def test_refused_requests_at_once_are_each_refused(service: Service, org: Client) -> None:
    given = body(customer(org), line(discount=101))
    answers = at_once(16, org, lambda client, _: until_served(client, "/invoices", given, "once"))
    assert {answer.status_int for answer in answers} == {422}
    assert Books(service, org).rows("keys") == []


def test_requests_at_once_after_the_key_expired_have_one_effect_more(service: Service, org: Client) -> None:
    given = body(customer(org))
    first = keyed(org, "/invoices", given, "once")
    Books(service, org).execute("age_keys", by="25 hours")
    answers = at_once(16, org, lambda client, _: until_served(client, "/invoices", given, "once"))
    assert len({answer_of(answer) for answer in answers}) == 1
    assert answers[0].body != first.body
    assert org.total("/invoices") == 2
