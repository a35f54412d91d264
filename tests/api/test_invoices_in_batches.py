"""Invoices that requests create at the same moment go into one transaction: what is made."""

import logging
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from threading import Event
from typing import Any

import psycopg
import pytest
from falcon import Context
from webtest import TestResponse

from app.config import Settings
from app.idempotency import Keyed
from app.postgres.database import Transaction
from resources.api import create_app
from resources.serving import batches
from tests.batches import INVOICES, Bus, made, numbers, rated
from tests.contract import Checked
from tests.parallel import at_once
from tests.selling import DAY, Books, body, customer, goods, line, pay, sent
from tests.service import Client, Service
from tests.sql.tokens import revoke
from tests.waiting import eventually, waiting_for_locks

KEY, REPLAYED = "Idempotency-Key", "Idempotent-Replayed"


def test_each_is_answered_with_its_own_invoice(org: Client, buyer: str, bus: Bus) -> None:
    answers = bus.ride(org, rated(buyer, 10, 20, 30, 40, 50))
    assert bus.batches == [5]
    assert [answer.json["data"]["total"] for answer in answers] == [10, 20, 30, 40, 50]
    assert [one["total"] for one in made(org, answers)] == [10, 20, 30, 40, 50]
    assert [one["createdBy"] for one in made(org, answers)] == [org.user_id] * 5
    assert {answer.json["data"]["status"] for answer in answers} == {"SENT"}


def test_they_take_consecutive_numbers_and_are_listed_in_their_order(
    org: Client, buyer: str, bus: Bus
) -> None:
    bus.ride(org, rated(buyer, *range(1, 9)))
    assert numbers(org) == [f"INV-{n:05}" for n in range(9, 0, -1)]
    assert sent(org, buyer)["invoiceNumber"] == "INV-00010"


def test_each_has_a_line_in_the_log_that_names_its_caller(
    org: Client, buyer: str, bus: Bus, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    bus.ride(org, rated(buyer, 1, 2, 3), [{"X-Request-Id": name} for name in "abc"])
    lines = [record.fields for record in caplog.records if record.message == "request"]  # type: ignore[attr-defined]
    assert sorted(line["request_id"] for line in lines) == ["a", "b", "c"]
    assert {(line["organization"], line["user"]) for line in lines} == {(org.slug, org.user_id)}


def test_a_request_and_its_repetition_at_the_same_moment_make_one_invoice(
    org: Client, buyer: str, bus: Bus
) -> None:
    (given,) = rated(buyer, 10)
    answers = bus.ride(org, [given] * 6, [{KEY: "k"}] * 6)
    assert bus.batches == [1] * 6
    assert len({answer.body for answer in answers}) == 1
    assert Counter(answer.headers.get(REPLAYED) for answer in answers) == {None: 1, "true": 5}
    assert numbers(org) == ["INV-00002", "INV-00001"]


def test_some_have_keys_and_some_have_none(org: Client, buyer: str, bus: Bus) -> None:
    bodies = rated(buyer, 10, 20, 30)
    headers: list[dict[str, str]] = [{}, {KEY: "k"}, {}]
    first = bus.ride(org, bodies, headers)
    again = bus.ride(org, bodies, headers)
    assert (first[1].body == again[1].body, first[0].body == again[0].body) == (True, False)
    assert len(numbers(org)) == 6


def test_drafts_and_sent_ones_go_together(org: Client, buyer: str, bus: Bus) -> None:
    bodies = [
        *rated(buyer, 10, status="DRAFT"),
        *rated(buyer, 20, 0),
        *rated(buyer, 30, status="DRAFT"),
    ]
    invoices = made(org, bus.ride(org, bodies))
    assert [one["status"] for one in invoices] == ["DRAFT", "SENT", "PAID", "DRAFT"]
    assert [one["invoiceNumber"].startswith("DRAFT-") for one in invoices] == [True, False, False, True]
    assert {invoices[1]["invoiceNumber"], invoices[2]["invoiceNumber"]} == {"INV-00002", "INV-00003"}


def test_drafts_alone_take_no_number(org: Client, buyer: str, bus: Bus) -> None:
    made(org, bus.ride(org, rated(buyer, 10, 20, status="DRAFT")))
    assert sent(org, buyer)["invoiceNumber"] == "INV-00002"


def test_each_takes_the_next_number_of_its_own_fiscal_year(org: Client, bus: Bus) -> None:
    buyer = customer(org)
    org.make("/number-series", {"docType": "INVOICE", "prefix": "A", "padding": 3, "resetYearly": True})
    org.make(INVOICES, body(buyer))
    days = ["2026-03-31", DAY, "2026-03-30", "2026-04-01"]
    bodies = [body(buyer, status="SENT", invoiceDate=day) for day in days]
    invoices = made(org, bus.ride(org, bodies))
    assert {one["invoiceNumber"] for one in (invoices[0], invoices[2])} == {"A001", "A002"}
    assert {one["invoiceNumber"] for one in (invoices[1], invoices[3])} == {"A001", "A002"}


def test_the_first_invoices_of_an_organization_make_its_series_once(org: Client, bus: Bus) -> None:
    buyer = customer(org)
    org.make(INVOICES, body(buyer))
    made(org, bus.ride(org, rated(buyer, 1, 2, 3)))
    assert sorted(number for number in numbers(org) if number.startswith("INV")) == [
        "INV-00001",
        "INV-00002",
        "INV-00003",
    ]


def test_goods_leave_one_after_the_other(org: Client, buyer: str, books: Books, bus: Bus) -> None:
    item = goods(org)
    sent(org, buyer, {"itemId": item["id"], "quantity": 1})
    (position,) = books.positions()
    books.receive(position["item_variant_id"], position["warehouse_id"], "11", "7.5")
    bodies = [body(buyer, {"itemId": item["id"], "quantity": n}, status="SENT") for n in (1, 2, 3)]
    made(org, bus.ride(org, bodies))
    assert books.on_hand()[0] == 4
    out = [row for row in books.movements() if row["movement_type"] == "SALES_OUT"][1:]
    assert sorted(row["quantity"] for row in out) == [1, 2, 3]
    left = [Decimal(10) - sum(row["quantity"] for row in out[: n + 1]) for n in range(3)]
    assert [row["balance_after"] for row in out] == left


def test_the_first_movements_of_an_item_make_its_variant_once(
    org: Client, buyer: str, books: Books, bus: Bus
) -> None:
    item = goods(org)["id"]
    made(org, bus.ride(org, [body(buyer, {"itemId": item, "quantity": n}, status="SENT") for n in (1, 2, 3)]))
    assert books.on_hand()[0] == -6


def test_credit_is_spent_once(org: Client, buyer: str, bus: Bus) -> None:
    pay(org, buyer, 150)
    invoices = made(org, bus.ride(org, rated(buyer, 100, 100, 100, applyCustomerCredit=True)))
    assert sorted(one["amountPaid"] for one in invoices) == [0, 50, 100]
    assert sorted(one["status"] for one in invoices) == ["PAID", "PARTIALLY_PAID", "SENT"]


def test_who_spends_credit_waits_for_who_holds_the_customer(
    service: Service, org: Client, buyer: str, bus: Bus
) -> None:
    pay(org, buyer, 150)
    bodies = rated(buyer, 100, 100, applyCustomerCredit=True)
    with psycopg.connect(service.url) as connection, ThreadPoolExecutor(1) as pool:
        connection.execute("SELECT FROM customers WHERE id = %s FOR NO KEY UPDATE", [buyer])
        riding = pool.submit(bus.ride, org, bodies)
        waits = eventually(lambda: waiting_for_locks(service) == 1, 10)
        connection.rollback()
        assert [one["amountPaid"] for one in made(org, riding.result())] in ([100, 50], [50, 100])
    assert waits


def test_only_those_who_ask_for_it_take_credit(org: Client, buyer: str, bus: Bus) -> None:
    pay(org, buyer, 500)
    bodies = [
        *rated(buyer, 100),
        *rated(buyer, 100, applyCustomerCredit=True),
        *rated(buyer, 100, applyCustomerCredit=True, status="DRAFT"),
    ]
    invoices = made(org, bus.ride(org, bodies))
    assert [one["status"] for one in invoices] == ["SENT", "PAID", "DRAFT"]


def test_those_of_two_callers_do_not_go_together(service: Service, org: Client, buyer: str, bus: Bus) -> None:
    other = service.member(org.organization_id)
    other.make(INVOICES, body(buyer))
    (given,) = rated(buyer, 1)
    answers = bus.wait_for(2, lambda: at_once(2, org, lambda own, n: (own, other)[n].post(INVOICES, given)))
    assert [one["createdBy"] for one in made(org, answers)] == [org.user_id, other.user_id]
    assert bus.batches == [1, 1]


def test_a_token_that_was_revoked_a_moment_ago_creates_none(
    service: Service, org: Client, buyer: str, bus: Bus
) -> None:
    revoke(service, org)
    answers = bus.ride(org, rated(buyer, 1, 2, 3))
    assert [answer.status_int for answer in answers] == [401] * 3
    assert numbers(service.member(org.organization_id)) == ["INV-00001"]


def test_who_comes_once_the_token_was_looked_up_does_not_go_along(
    service: Service, org: Client, buyer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind a pooler that is some time before the work begins."""
    settings = Settings(database_url=service.url, pooled=True)
    client = Client(Checked(create_app(settings)), org.token, **org.known)
    client.make(INVOICES, body(buyer))
    opened, looked_up, answered = Transaction.open, Event(), Event()

    def open_and_wait(tx: Transaction, *given: Any) -> None:
        opened(tx, *given)
        if not looked_up.is_set():
            looked_up.set()
            answered.wait(2)

    def create(_: Client, n: int) -> TestResponse:
        own = Client(client.web.app, org.token)
        if n == 0:
            return own.post(INVOICES, body(buyer))
        assert looked_up.wait(10)
        revoke(service, org)
        answer = own.post(INVOICES, body(buyer))
        answered.set()
        return answer

    monkeypatch.setattr(Transaction, "open", open_and_wait)
    assert [answer.status_int for answer in at_once(2, client, create)] == [201, 401]


@pytest.mark.parametrize(("requests", "lines", "sizes"), [(17, 1, [16, 1]), (3, 40, [2, 1])])
def test_a_batch_has_an_end(requests: int, lines: int, sizes: list[int]) -> None:
    asked = batches._Asked(Context(), Keyed(), {"lines": [line()] * lines})
    filled: list[list[Any]] = [[]]
    for _ in range(requests):
        if not batches._fits(filled[-1], asked):
            filled.append([])
        filled[-1].append(asked)
    assert [len(batch) for batch in filled] == sizes
