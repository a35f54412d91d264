"""Invoices that requests create at the same moment go into one transaction: what each is told, and what is written."""

import logging
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from threading import Event
from typing import Any

import psycopg
import pytest
from psycopg import errors
from webtest import TestResponse

from app.config import Settings
from app.database import Row, Transaction
from app.errors import Invalid
from app.idempotency import Keyed
from app.sales import invoices
from app.sales.composition import compose_each
from resources import batches
from resources.api import create_app
from tests.batches import INVOICES, Bus
from tests.contract import Checked
from tests.parallel import at_once
from tests.refusals import refused
from tests.selling import DAY, Books, body, customer, goods, line, pay, sent
from tests.service import Client, Service
from tests.sql.tokens import revoke
from tests.waiting import eventually, waiting_for_locks

KEY, REPLAYED = "Idempotency-Key", "Idempotent-Replayed"
NOBODY = "cus_01M80J5ZXZJ7P4H9E5BNRMWJ1E"


@pytest.fixture
def buyer(org: Client) -> str:
    """A customer, of an organization that has issued INV-00001."""
    buyer = customer(org)
    sent(org, buyer)
    return buyer


def rated(buyer: str, *rates: int, **fields: Any) -> list[dict[str, Any]]:
    """Bodies of invoices with a line at each rate."""
    return [body(buyer, line(rate=rate), **{"status": "SENT"} | fields) for rate in rates]


def made(org: Client, answers: Any) -> list[Row]:
    """The invoices as they read."""
    assert [answer.status_int for answer in answers] == [201] * len(answers), [a.text for a in answers]
    return [org.read(f"{INVOICES}/{answer.json['data']['id']}") for answer in answers]


def numbers(org: Client) -> list[str]:
    """The numbers of all invoices, in the order of the list."""
    return [invoice["invoiceNumber"] for invoice in org.read(f"{INVOICES}?limit=200")]


def trail(service: Service, org: Client) -> list[Row]:
    """All rows of the organization's trail, with their transactions."""

    def work(tx: Transaction) -> list[Row]:
        tx.enter(org.organization_id)
        return tx.all("guards.audit_of_organization")

    return service.owner.run_as_owner(work)


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


def test_they_are_written_in_one_transaction(service: Service, org: Client, buyer: str, bus: Bus) -> None:
    ids = {one["id"] for one in made(org, bus.ride(org, rated(buyer, 1, 2, 3)))}
    assert len({row["transaction"] for row in trail(service, org) if row["record_id"] in ids}) == 1


def test_the_trail_names_for_each_record_the_request_that_made_it(
    service: Service, org: Client, buyer: str, bus: Bus
) -> None:
    item = goods(org)["id"]
    bodies = [body(buyer, {"itemId": item, "quantity": n}, status="SENT") for n in (1, 2, 3)]
    headers = [{"X-Request-Id": f"r{n}", KEY: f"k{n}"} for n in (1, 2, 3)]
    answers = bus.ride(org, bodies, headers)
    rows = [
        row for row in trail(service, org) if (row["request_id"] or "").startswith("r") and row["user_id"]
    ]
    for n, answer in enumerate(answers, 1):
        own = [row for row in rows if row["request_id"] == f"r{n}"]
        assert Counter((row["table_name"], row["operation"]) for row in own) == {
            ("idempotency_keys", "INSERT"): 1,
            ("idempotency_keys", "UPDATE"): 1,
            ("invoices", "INSERT"): 1,
            ("invoice_lines", "INSERT"): 1,
            ("inventory_movements", "INSERT"): 1,
        }
        (invoice,) = [row for row in own if row["table_name"] == "invoices"]
        assert invoice["record_id"] == answer.json["data"]["id"]
        (key,) = {row["record_id"] for row in own if row["table_name"] == "idempotency_keys"}
        assert key == f"k{n}"
        (moved,) = [row["after"] for row in own if row["table_name"] == "inventory_movements"]
        assert moved["quantity"] == n


def test_the_trail_names_all_requests_for_what_they_change_together(
    service: Service, org: Client, buyer: str, bus: Bus
) -> None:
    item = goods(org)["id"]
    bodies = [body(buyer, {"itemId": item, "quantity": n}, status="SENT") for n in (1, 2)]
    bus.ride(org, bodies, [{"X-Request-Id": "one"}, {"X-Request-Id": "two"}])
    together = [
        row for row in trail(service, org) if set((row["request_id"] or "").split()) == {"one", "two"}
    ]
    changed = {row["table_name"] for row in together}
    assert {"number_counters", "stock_positions"} <= changed
    assert not changed & {"invoices", "invoice_lines", "inventory_movements", "idempotency_keys"}


def test_the_trail_names_all_requests_also_for_goods_and_credit_that_only_one_of_them_took(
    service: Service, org: Client, buyer: str, bus: Bus
) -> None:
    pay(org, buyer, 150)
    selling = body(buyer, {"itemId": goods(org)["id"], "quantity": 1}, status="SENT")
    (crediting,) = rated(buyer, 100, applyCustomerCredit=True)
    bus.ride(org, [selling, crediting], [{"X-Request-Id": "goods"}, {"X-Request-Id": "credit"}])
    named: dict[str, set[str]] = {}
    for row in trail(service, org):
        if {"goods", "credit"} & set((row["request_id"] or "").split()):
            named.setdefault(row["table_name"], set()).update(row["request_id"].split())
    assert named["inventory_movements"] == {"goods"}
    assert named["payment_allocations"] == {"credit"}
    assert named["stock_positions"] == named["payments_received"] == {"goods", "credit"}


def test_a_key_that_is_called_as_a_record_is_makes_nobody_the_maker_of_that(
    service: Service, org: Client, buyer: str, bus: Bus
) -> None:
    bus.ride(org, rated(buyer, 1, 2), [{"X-Request-Id": "one", KEY: "INVOICE"}, {"X-Request-Id": "two"}])
    (*_, counted) = [row for row in trail(service, org) if row["table_name"] == "number_counters"]
    assert counted["record_id"] == "INVOICE"
    assert set(counted["request_id"].split()) == {"one", "two"}


def test_requests_of_one_name_are_named_once(service: Service, org: Client, buyer: str, bus: Bus) -> None:
    bus.ride(org, rated(buyer, 1, 2), [{"X-Request-Id": "same"}] * 2)
    assert {row["request_id"] for row in trail(service, org) if "same" in (row["request_id"] or "")} == {
        "same"
    }


def test_what_is_wrong_with_one_is_told_to_it_alone_and_the_others_are_made(
    org: Client, buyer: str, bus: Bus
) -> None:
    good, bad = rated(buyer, 10, 20), body(NOBODY, status="SENT")
    first, wrong, second = bus.ride(org, [good[0], bad, good[1]])
    assert refused(wrong) == {"customerId"}
    assert [one["total"] for one in made(org, [first, second])] == [10, 20]
    assert sorted(numbers(org)) == ["INV-00001", "INV-00002", "INV-00003"]


def test_a_body_that_cannot_be_read_is_refused_without_the_others(org: Client, buyer: str, bus: Bus) -> None:
    bodies = [*rated(buyer, 10, 20), {"customerId": 7}]
    answers = bus.wait_for(2, lambda: at_once(3, org, lambda own, n: own.post(INVOICES, bodies[n])))
    made(org, answers[:2])
    assert "customerId" in refused(answers[2])
    assert bus.batches == [2]


def test_what_was_answered_before_is_answered_again_and_the_others_are_made(
    org: Client, buyer: str, bus: Bus, caplog: pytest.LogCaptureFixture
) -> None:
    bodies = rated(buyer, 10, 20, 30)
    (before,) = bus.ride(org, bodies[:1], [{KEY: "k0"}])
    answers = bus.ride(org, bodies, [{KEY: f"k{n}"} for n in range(3)])
    assert answers[0].body == before.body
    assert [answer.headers.get(REPLAYED) for answer in answers] == ["true", None, None]
    assert [one["total"] for one in made(org, answers)] == [10, 20, 30]
    assert len(numbers(org)) == 4
    again = bus.ride(org, bodies, [{KEY: f"k{n}"} for n in range(3)])
    assert [answer.body for answer in again] == [answer.body for answer in answers]
    assert [answer.headers.get(REPLAYED) for answer in again] == ["true"] * 3
    assert not [line for line in caplog.messages if "batch" in line], "that is no fault"


def test_a_key_that_was_used_with_another_body_is_refused_alone(org: Client, buyer: str, bus: Bus) -> None:
    bus.ride(org, rated(buyer, 10), [{KEY: "k0"}])
    answers = bus.ride(org, rated(buyer, 20, 30), [{KEY: "k0"}, {KEY: "k1"}])
    assert refused(answers[0]) == {KEY}
    made(org, answers[1:])


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


def test_one_that_does_not_name_a_variant_is_refused_alone(org: Client, buyer: str, bus: Bus) -> None:
    item = goods(org, variants=[{"size": "S"}, {"size": "M"}])
    clear = {"itemId": item["id"], "itemVariantId": item["variants"][0]["id"], "quantity": 1}
    bodies = [
        body(buyer, clear, status="SENT"),
        body(buyer, {"itemId": item["id"], "quantity": 1}, status="SENT"),
    ]
    answers = bus.ride(org, bodies)
    made(org, answers[:1])
    assert refused(answers[1]) == {"lines.0.itemVariantId"}


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
    asked = batches._Asked("r", Keyed(), {"lines": [line()] * lines})
    filled: list[list[Any]] = [[]]
    for _ in range(requests):
        if not batches._fits(filled[-1], asked):
            filled.append([])
        filled[-1].append(asked)
    assert [len(batch) for batch in filled] == sizes


class Stumbling:
    """Working invoices out, where something goes wrong the first time that there are several."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: Exception, *, always: bool = False) -> None:
        self.error, self.always, self.sizes = error, always, list[int]()
        monkeypatch.setattr(invoices, "compose_each", self)

    def __call__(self, tx: Transaction, bodies: list[Row]) -> Any:
        self.sizes.append(len(bodies))
        if len(bodies) > 1 and (self.always or self.sizes.count(len(bodies)) == 1):
            raise self.error
        return compose_each(tx, bodies)


def test_a_batch_that_deadlocks_is_tried_again(
    org: Client, buyer: str, bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    stumbling = Stumbling(monkeypatch, errors.DeadlockDetected("deadlock"))
    assert [one["total"] for one in made(org, bus.ride(org, rated(buyer, 1, 2, 3)))] == [1, 2, 3]
    assert stumbling.sizes == [3, 3]


def test_a_batch_whose_numbers_deadlock_is_tried_again_from_the_beginning(
    org: Client, buyer: str, books: Books, bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, days = invoices.take_numbers, list[int]()

    def take_or_stumble(tx: Transaction, doc_type: str, taken: list[Any], alongside: Any) -> Any:
        days.append(len(taken))
        numbers = take(tx, doc_type, taken, alongside)
        if len(days) == 1:
            raise errors.DeadlockDetected("deadlock")
        return numbers

    monkeypatch.setattr(invoices, "take_numbers", take_or_stumble)
    item = goods(org)["id"]
    bodies = [body(buyer, {"itemId": item, "quantity": n}, status="SENT") for n in (1, 2)]
    made(org, bus.ride(org, bodies))
    assert days == [2, 2]
    assert sorted(numbers(org)) == ["INV-00001", "INV-00002", "INV-00003"]
    assert sorted(row["quantity"] for row in books.movements()) == [1, 2]


def test_a_fault_of_ours_with_one_does_not_fail_the_others(
    org: Client, buyer: str, bus: Bus, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stumbling = Stumbling(monkeypatch, ZeroDivisionError(), always=True)
    made(org, bus.ride(org, rated(buyer, 1, 2, 3), [{"X-Request-Id": name} for name in "abc"]))
    assert set(stumbling.sizes[:-3]) == {3}
    assert stumbling.sizes[-3:] == [1, 1, 1]
    assert len(numbers(org)) == 4
    (line,) = [record for record in caplog.records if record.exc_info]
    assert line.message == "a batch failed; each of its requests is served alone"
    told: dict[str, Any] = line.fields  # type: ignore[attr-defined]
    assert sorted(told["requests"]) == ["a", "b", "c"]
    assert told["request_id"] == told["requests"][0]


@pytest.mark.parametrize("error", [errors.LockNotAvailable("busy"), errors.QueryCanceled("slow")])
def test_what_waited_too_long_is_unavailable_to_all_and_nothing_is_written(
    error: psycopg.Error, org: Client, buyer: str, bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    stumbling = Stumbling(monkeypatch, error, always=True)
    answers = bus.ride(org, rated(buyer, 1, 2, 3))
    assert [answer.status_int for answer in answers] == [503] * 3
    assert all("Retry-After" in answer.headers for answer in answers)
    assert set(stumbling.sizes) == {3}
    assert numbers(org) == ["INV-00001"]


def test_what_is_served_alone_after_a_batch_has_no_more_time_than_another(
    service: Service, org: Client, buyer: str, bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database_url=service.url, request_seconds=2)
    hurried = Client(Checked(create_app(settings)), org.token, **org.known)
    hurried.make(INVOICES, body(buyer))

    def stumble_late(tx: Transaction, bodies: list[Row]) -> Any:
        composed = compose_each(tx, bodies)
        if len(bodies) == 1:
            return composed
        time.sleep(2)
        raise Invalid([("customerId", "…")])

    monkeypatch.setattr(invoices, "compose_each", stumble_late)
    answers = bus.ride(hurried, rated(buyer, 1, 2))
    assert [answer.status_int for answer in answers] == [503] * 2
    assert len(numbers(org)) == 2


@pytest.mark.parametrize(
    ("error", "status"),
    [(psycopg.OperationalError("lost"), 503), (ZeroDivisionError(), 500)],
)
def test_a_batch_of_which_nobody_knows_whether_it_was_committed_is_not_done_again(
    error: Exception,
    status: int,
    org: Client,
    buyer: str,
    bus: Bus,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    commit = Transaction.commit

    def commit_and_stumble(tx: Transaction) -> None:
        commit(tx)
        if len(tx._served) > 1:
            raise error

    monkeypatch.setattr(Transaction, "commit", commit_and_stumble)
    answers = bus.ride(org, rated(buyer, 1, 2, 3))
    assert [answer.status_int for answer in answers] == [status] * 3
    assert len(numbers(org)) == 4


def test_a_number_that_is_taken_already_is_a_conflict_for_one_alone_and_leaves_no_gap(
    service: Service, org: Client, buyer: str, bus: Bus
) -> None:
    with psycopg.connect(service.url) as connection:
        connection.execute(
            "UPDATE invoices SET invoice_number = 'INV-00003' WHERE organization_id = %s",
            [org.organization_id],
        )
    answers = bus.ride(org, rated(buyer, 1, 2))
    assert sorted(answer.status_int for answer in answers) == [201, 409]
    assert sorted(numbers(org)) == ["INV-00002", "INV-00003"]


def test_those_of_a_batch_that_is_refused_are_served_alone_at_once(
    org: Client, buyer: str, bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    stumbling = Stumbling(monkeypatch, Invalid([("customerId", "…")]), always=True)
    made(org, bus.ride(org, rated(buyer, 1, 2)))
    assert stumbling.sizes == [2, 1, 1]
