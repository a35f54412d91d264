"""Invoices that requests create at the same moment: what each is told where they cannot go together."""

import logging
import time
from collections import Counter
from typing import Any

import psycopg
import pytest
from psycopg import errors

from app.config import Settings
from app.errors import Invalid
from app.postgres.database import Row, Transaction
from app.sales import invoices
from app.sales.composition import compose_each
from resources.api import create_app
from tests.batches import INVOICES, Bus, made, numbers, rated
from tests.contract import Checked
from tests.parallel import at_once
from tests.refusals import refused
from tests.selling import Books, body, goods, sent
from tests.service import Client, Service

KEY, REPLAYED = "Idempotency-Key", "Idempotent-Replayed"
NOBODY = "cus_01M80J5ZXZJ7P4H9E5BNRMWJ1E"


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


def test_those_of_a_batch_that_is_refused_are_served_alone_at_once(
    org: Client, buyer: str, bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    stumbling = Stumbling(monkeypatch, Invalid([("customerId", "…")]), always=True)
    made(org, bus.ride(org, rated(buyer, 1, 2)))
    assert stumbling.sizes == [2, 1, 1]


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


@pytest.mark.parametrize(
    "error",
    [errors.LockNotAvailable("busy"), errors.QueryCanceled("slow"), errors.AdminShutdown("restarting")],
)
def test_what_one_waits_for_in_vain_does_not_fail_the_others(
    error: psycopg.Error, org: Client, buyer: str, bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    stumbling = Stumbling(monkeypatch, error, always=True)
    assert [one["total"] for one in made(org, bus.ride(org, rated(buyer, 1, 2, 3)))] == [1, 2, 3]
    assert set(stumbling.sizes[:-3]) == {3}
    assert stumbling.sizes[-3:] == [1, 1, 1]
    assert len(numbers(org)) == 4


@pytest.mark.slow
def test_who_asks_for_goods_that_are_held_for_long_is_refused_alone(
    service: Service, org: Client, buyer: str, books: Books, bus: Bus
) -> None:
    item = goods(org)["id"]
    sent(org, buyer, {"itemId": item, "quantity": 1})
    bodies = [body(buyer, {"itemId": item, "quantity": 1}, status="SENT"), *rated(buyer, 10, 20)]
    with psycopg.connect(service.url) as connection:
        connection.execute(
            "SELECT 1 FROM stock_positions WHERE organization_id = %s FOR UPDATE", [org.organization_id]
        )
        waited, *others = bus.ride(org, bodies)
    assert (waited.status_int, "Retry-After" in waited.headers) == (503, True)
    assert [one["total"] for one in made(org, others)] == [10, 20]


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


def lose_commits(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Have batches committed, and the service not hear of it."""
    commit = Transaction.commit

    def commit_and_stumble(tx: Transaction) -> None:
        commit(tx)
        if len(tx._served) > 1:
            raise error

    monkeypatch.setattr(Transaction, "commit", commit_and_stumble)


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
    lose_commits(monkeypatch, error)
    answers = bus.ride(org, rated(buyer, 1, 2, 3))
    assert [answer.status_int for answer in answers] == [status] * 3
    assert len(numbers(org)) == 4


def test_the_log_names_the_caller_of_each_whatever_came_of_them(
    org: Client, buyer: str, bus: Bus, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "requests")
    bus.ride(org, rated(buyer, 1, 2, 3))
    lose_commits(monkeypatch, psycopg.OperationalError("lost"))
    bus.ride(org, rated(buyer, 1, 2, 3))
    lines = [record.fields for record in caplog.records if record.name == "requests"][-6:]  # type: ignore[attr-defined]
    assert Counter((line["status"], line["organization"], line["user"]) for line in lines) == {
        ("201", org.slug, org.user_id): 3,
        ("503", org.slug, org.user_id): 3,
    }
