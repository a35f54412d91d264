"""Reads in one message with their opening: for whom, and what they are told."""

import psycopg
import pytest

from tests.service import Client, Service
from tests.sql.tokens import revoke

LIST = "/currencies"


@pytest.mark.parametrize(("scopes", "status"), [(None, 401), ("invoices.read", 403)])
def test_who_may_not_read_waits_for_nothing_that_is_read(
    scopes: str | None, status: int, service: Service, org: Client
) -> None:
    org.read(LIST)
    caller = service.token(org.known, scopes) if scopes else Client(org.web.app, "pat_nobodys")
    assert [caller.get(LIST).status_int for _ in range(2)] == [status] * 2
    with psycopg.connect(service.url) as connection:
        connection.execute("SET LOCAL lock_timeout = '5s'")
        connection.execute("LOCK TABLE currencies IN ACCESS EXCLUSIVE MODE")
        assert caller.get(LIST).status_int == status


def test_who_may_not_see_the_dashboard_waits_for_nothing_that_it_adds_up(
    service: Service, org: Client
) -> None:
    caller = service.token(org.known, "customers.read")
    # No route of these has a permission of its own.
    assert [caller.get(path).status_int for path in ("/me", "/dashboard/receivables") * 2] == [200, 403] * 2
    with psycopg.connect(service.url) as connection:
        connection.execute("SET LOCAL lock_timeout = '5s'")
        connection.execute("LOCK TABLE receivables_by_day IN ACCESS EXCLUSIVE MODE")
        assert caller.get("/dashboard/receivables").status_int == 403


def test_a_token_that_was_good_a_moment_ago_shows_nothing_more(service: Service, org: Client) -> None:
    for _ in range(3):
        org.read(LIST)
    revoke(service, org)
    answers = [org.get(LIST) for _ in range(3)]
    assert [answer.status_int for answer in answers] == [401] * 3
    assert all("data" not in answer.json for answer in answers)


def test_a_scope_that_reads_one_kind_reads_no_other(service: Service, org: Client) -> None:
    caller = service.token(org.known, "currencies.read")
    assert [caller.get(path).status_int for path in (LIST, "/invoices") * 3] == [200, 403] * 3


def test_what_is_wrong_with_a_request_is_told_after_what_is_wrong_with_its_caller(org: Client) -> None:
    nobody = Client(org.web.app, "pat_nobodys")
    for path, status in (("/invoices?limit=x", 422), ("/invoices/no%20id", 404)):
        assert [org.get(path).status_int for _ in range(2)] == [status] * 2
        assert [nobody.get(path).status_int for _ in range(2)] == [401] * 2
