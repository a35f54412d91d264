"""The number of round trips of a request: each costs the way there and back, and holds a connection."""

import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest

from app.lists.catalogue import LISTINGS
from resources.serving.requests import LARGE_BODY
from tests.api import samples
from tests.service import Client, Service
from tests.sql.proxy import RoundTrips

# A connection prepares a statement when it first meets it.
UNTIL_PREPARED = 1


@pytest.fixture
def org(counted: tuple[Any, RoundTrips], service: Service) -> Client:
    return Client(counted[0], (org := service.organization()).token, **org.known)


def cost(counted: tuple[Any, RoundTrips], action: Callable[[], Any]) -> int:
    """The round trips of an action once its statements are prepared."""
    for _ in range(UNTIL_PREPARED):
        action()
    counted[1].taken()
    action()
    return counted[1].taken()


@pytest.mark.parametrize("path", sorted(path for path in samples.BODIES if "{id}" not in path))
def test_reading_one_record_costs_one(path: str, org: Client, counted: tuple[Any, RoundTrips]) -> None:
    target = f"{path}/{samples.record(org, path)['id']}"
    assert cost(counted, lambda: org.read(target)) == 1


@pytest.mark.parametrize("path", ["/me", "/me/organizations", "/me/organization"])
def test_reading_who_one_is_costs_one(path: str, org: Client, counted: tuple[Any, RoundTrips]) -> None:
    assert cost(counted, lambda: org.read(path)) == 1


@pytest.mark.parametrize("path", sorted(path for path in samples.BODIES if "{id}" not in path))
def test_reading_a_list_costs_one(path: str, org: Client, counted: tuple[Any, RoundTrips]) -> None:
    samples.record(org, path)
    assert cost(counted, lambda: org.read(path)) == 1


@pytest.mark.parametrize("path", sorted(path for path in samples.BODIES if "{id}" not in path))
def test_narrowing_a_list_costs_two_and_so_does_a_search(
    path: str, org: Client, counted: tuple[Any, RoundTrips]
) -> None:
    samples.record(org, path)
    search = "&q=a" if LISTINGS[path[1:].replace("-", "_")].search else ""
    asked = f"{path}?sort=updatedAt&updatedSince=2026-01-01{search}"
    assert cost(counted, lambda: org.read(asked)) == 2


def test_a_refused_token_costs_two(org: Client, counted: tuple[Any, RoundTrips]) -> None:
    assert cost(counted, lambda: Client(org.web.app, "pat_x").get("/me")) == 2


def test_what_needs_no_token_costs_none(org: Client, counted: tuple[Any, RoundTrips]) -> None:
    for path in ("/scopes", "//healthz", "/nowhere"):
        assert cost(counted, lambda path=path: org.get(path)) == 0


# A reference names one record, and these bodies go several times.
UNNAMED = {"externalReference": None}
LINE = {"description": "Glass", "quantity": 1, "rate": 40, "taxRatePercent": 18}


@pytest.mark.slow
@pytest.mark.parametrize(("status", "trips"), [("DRAFT", 3), ("SENT", 5)])
def test_an_invoice_of_500_lines_costs_what_one_of_a_single_line_does_and_one_for_its_large_body(
    status: str, trips: int, org: Client, counted: tuple[Any, RoundTrips]
) -> None:
    # One of them for the price list of its customer.
    body = samples.invoice(org) | UNNAMED | {"status": status}
    item_line = body["lines"][0]
    costs = [
        cost(counted, lambda lines=lines: org.make("/invoices", body | {"lines": lines}))
        for lines in ([item_line], [LINE, item_line] * 250)
    ]
    assert costs == [trips, trips + 1]


def test_an_idempotency_key_costs_one_more(org: Client, counted: tuple[Any, RoundTrips]) -> None:
    body, keys = samples.invoice(org) | UNNAMED, iter("abc")
    alone = cost(counted, lambda: org.make("/invoices", body))
    with_key = cost(counted, lambda: org.post("/invoices", body, **{"Idempotency-Key": next(keys)}))
    assert with_key == alone + 1


def test_a_reference_of_a_document_costs_one_more(org: Client, counted: tuple[Any, RoundTrips]) -> None:
    body, names = samples.invoice(org) | UNNAMED, itertools.count()
    unnamed = cost(counted, lambda: org.make("/invoices", body))
    named = cost(counted, lambda: org.make("/invoices", body | {"externalReference": f"A-{next(names)}"}))
    assert named == unnamed + 1


def test_a_reply_that_is_given_again_costs_three(org: Client, counted: tuple[Any, RoundTrips]) -> None:
    body = samples.invoice(org)

    def ask() -> None:
        org.post("/invoices", body, **{"Idempotency-Key": "one"})

    ask()
    assert cost(counted, ask) == 3


def test_a_large_body_costs_one_more_for_the_token_is_looked_up_before_it_is_parsed(
    org: Client, counted: tuple[Any, RoundTrips]
) -> None:
    body = samples.invoice(org) | UNNAMED
    large = body | {"notes": "x" * 2000, "termsAndConditions": "x" * 2000, "lines": body["lines"] * 200}
    assert len(json.dumps(large)) > LARGE_BODY
    costs = [cost(counted, lambda body=body: org.make("/invoices", body)) for body in (body, large)]
    assert costs[1] == costs[0] + 1


def test_making_a_record_costs_two(org: Client, counted: tuple[Any, RoundTrips]) -> None:
    assert cost(counted, lambda: org.make("/tax-rates", {"name": "GST 5%", "ratePercent": 5})) == 2


@pytest.mark.parametrize(
    ("path", "field", "row"),
    [
        ("/items", "variants", lambda org, n: {"size": str(n)}),
        ("/price-lists", "entries", lambda org, n: {"itemId": item_of(org, n), "rate": n}),
    ],
)
def test_rows_below_a_record_cost_nothing_each(
    path: str, field: str, row: Callable[[Client, int], Any], org: Client, counted: tuple[Any, RoundTrips]
) -> None:
    body = samples.body_of(org, path)
    body |= UNNAMED if "externalReference" in body else {}
    one, many = [row(org, 1)], [row(org, n) for n in range(100)]
    costs = [cost(counted, lambda rows=rows: org.make(path, body | {field: rows})) for rows in (one, many)]
    assert costs[0] == costs[1]


def item_of(org: Client, n: int) -> str:
    return str(org.make("/items", {"name": f"Item {n}"})["id"])
