"""Numbers of documents that many clients issue at once on one series, one in five of them in vain."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from webtest import TestResponse

from app.postgres.database import Transaction
from app.sales import invoices
from tests.reliability.racing import statuses
from tests.reliability.sales import Shop, send
from tests.reliability.sizes import CLIENTS, ISSUES
from tests.service import Client, opened

FAULTS = ("breaks a rule at once", "breaks a rule at commit")


def notes(place: int) -> str:
    """Every fifth document cannot be issued: half of those once it has its number, half as it is committed."""
    return FAULTS[place // 5 % 2] if place % 5 == 4 else "fine"


def by_clients(org: Client, count: int, ask: Callable[[Client, int], TestResponse]) -> list[TestResponse]:
    """`count` requests by CLIENTS clients, each of which asks for the next as soon as it has its answer."""
    mine = threading.local()

    def one(place: int) -> TestResponse:
        if not hasattr(mine, "client"):
            mine.client = Client(org.web.app, org.token, **org.known)
        return ask(mine.client, place)

    with ThreadPoolExecutor(CLIENTS) as pool:
        return list(pool.map(one, range(count)))


def assert_gapless(shop: Shop, doc_type: str, prefix: str, issued: int) -> None:
    """The documents of a kind hold 1, 2, 3, ... up to `issued`, each once, and the series goes on after it."""
    taken = sorted(row["number"] for row in shop.rows("numbers") if row["doc_type"] == doc_type)
    assert taken == [f"{prefix}{n:05d}" for n in range(1, issued + 1)]
    counters = {row["doc_type"]: (row["last_taken"], row["next_number"]) for row in shop.rows("counters")}
    assert counters[doc_type] == (issued, issued + 1)


def test_drafts_sent_at_once_leave_neither_gap_nor_duplicate(shop: Shop) -> None:
    made = by_clients(
        shop.org, ISSUES, lambda org, n: org.post("/invoices", shop.invoice_body(notes=notes(n)))
    )
    ids = [answer.json["data"]["id"] for answer in made]
    answers = by_clients(shop.org, ISSUES, lambda org, n: send(org, ids[n]))
    assert statuses(answers) == {200: ISSUES * 4 // 5, 409: ISSUES // 5}
    told = [answer.json["data"]["invoiceNumber"] for answer in answers if answer.status_int == 200]
    assert len(set(told)) == len(told)
    assert_gapless(shop, "INVOICE", "INV-", ISSUES * 4 // 5)
    still = [shop.org.read(f"/invoices/{id}") for n, id in enumerate(ids[:50]) if notes(n) != "fine"]
    assert {(invoice["status"], invoice["invoiceNumber"][:6]) for invoice in still} == {("DRAFT", "DRAFT-")}


def test_invoices_created_as_sent_at_once_leave_neither_gap_nor_duplicate(shop: Shop) -> None:
    item = shop.item()
    lines = [{"itemId": item, "quantity": 1}]

    def create(org: Client, n: int) -> TestResponse:
        body = shop.invoice_body(notes=notes(n), status="SENT", lines=lines)
        return org.post("/invoices", body, **{"Idempotency-Key": f"key-{n}"})

    assert statuses(by_clients(shop.org, ISSUES, create)) == {201: ISSUES * 4 // 5, 409: ISSUES // 5}
    assert_gapless(shop, "INVOICE", "INV-", ISSUES * 4 // 5)
    (position,) = shop.rows("positions")
    assert position["quantity_on_hand"] == -(ISSUES * 4 // 5)
    shop.assert_books_agree()


def test_payments_recorded_at_once_leave_neither_gap_nor_duplicate(shop: Shop) -> None:
    customers = [shop.customer() for _ in range(8)]

    def pay(org: Client, n: int) -> TestResponse:
        body = shop.payment_body(10, customerId=customers[n % 8], notes=notes(n))
        return org.post("/payments-received", body)

    assert statuses(by_clients(shop.org, ISSUES, pay)) == {201: ISSUES * 4 // 5, 409: ISSUES // 5}
    assert_gapless(shop, "PAYMENT_RECEIVED", "PMT-", ISSUES * 4 // 5)


def test_what_is_refused_for_its_body_takes_no_number(shop: Shop) -> None:
    def create(org: Client, n: int) -> TestResponse:
        wrong: dict[str, Any] = {"adjustments": {"adjustmentAmount": -1000}} if n % 5 == 4 else {}
        return org.post("/invoices", shop.invoice_body(status="SENT", **wrong))

    assert statuses(by_clients(shop.org, 50, create)) == {201: 40, 422: 10}
    assert_gapless(shop, "INVOICE", "INV-", 40)


def test_work_that_breaks_off_with_a_number_in_hand_gives_it_back(shop: Shop) -> None:
    class Boom(Exception):
        """The program has a bug."""

    database = opened(shop.service.url, pool_size=4, pool_wait=60)

    def break_off(tx: Transaction) -> None:
        tx.enter(shop.org.organization_id, user_id=shop.org.user_id)
        invoices.send(tx, ids.pop())
        raise Boom

    def fail(_: int) -> None:
        with pytest.raises(Boom):
            database.run(break_off)

    ids = [shop.draft() for _ in range(10)]
    others = [shop.draft() for _ in range(40)]
    try:
        with ThreadPoolExecutor(4) as pool:
            failing = [pool.submit(fail, n) for n in range(10)]
            answers = by_clients(shop.org, 40, lambda org, n: send(org, others[n]))
            for future in failing:
                future.result()
    finally:
        database.close()
    assert statuses(answers) == {200: 40}
    assert_gapless(shop, "INVOICE", "INV-", 40)


def test_a_connection_that_dies_with_a_number_in_hand_leaves_no_gap(shop: Shop) -> None:
    def create(org: Client, n: int) -> TestResponse:
        note = "loses its connection" if n in doomed else "fine"
        body = shop.invoice_body(status="SENT", notes=note)
        return org.post("/invoices", body, **{"Idempotency-Key": f"key-{n}"})

    doomed = set(range(4, 50, 5))
    answers = by_clients(shop.org, 50, create)
    assert statuses(answers).keys() == {201, 503}
    # As docs/api.md says of 503: the same request again, under its key.
    lost = {n for n, answer in enumerate(answers) if answer.status_int == 503}
    again = {n: create(shop.org, n).status_int for n in lost}
    assert again == {n: 503 if n in doomed else 201 for n in lost | doomed}
    assert_gapless(shop, "INVOICE", "INV-", 40)


def test_a_series_that_is_edited_meanwhile_never_gives_a_number_twice(shop: Shop) -> None:
    shop.invoice()
    (series,) = [s for s in shop.org.read("/number-series") if s["docType"] == "INVOICE"]

    def work(org: Client, n: int) -> TestResponse:
        if n % 5 == 4:
            return org.patch(f"/number-series/{series['id']}", series | {"nextNumber": n + 2})
        return org.post("/invoices", shop.invoice_body(status="SENT"))

    answers = by_clients(shop.org, 100, work)
    assert {status for n, status in enumerate(a.status_int for a in answers) if n % 5 != 4} == {201}
    assert {status for n, status in enumerate(a.status_int for a in answers) if n % 5 == 4} <= {200, 422}
    numbers = [row["number"] for row in shop.rows("numbers")]
    assert len(numbers) == len(set(numbers)) == 81
