"""Histories of concurrent requests: the answers fit an order one at a time (balances, goods, numbers, keys)."""

import random
import time
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

import pytest

from tests.parallel import at_once
from tests.reliability.linearizable import Operation, by_object, is_linearizable
from tests.reliability.sales import DAY, DUE, Shop, shop_of
from tests.reliability.sizes import HISTORIES, HISTORY_CLIENTS, HISTORY_REQUESTS
from tests.service import Client, Service

# Paise, so that sums are exact.
AMOUNTS = (100, 250, 1_000)


# What one at a time would answer


def number_step(state: int, kind: str, asked: Any, answered: Any) -> int | None:
    """A series gives the number after the last one."""
    return answered if answered == state + 1 else None


def balance_step(state: int, kind: str, asked: Any, answered: Any) -> int | None:
    """A customer owes what was billed less what was paid; a position holds what came less what went."""
    if kind == "read":
        return state if answered == state else None
    return state + asked


def key_step(state: str, kind: str, asked: Any, answered: Any) -> str | None:
    """A key's first request makes a record, and all others are answered with that."""
    return answered if state in ("", answered) else None


def invoice_step(state: tuple[str, int], kind: str, asked: Any, answered: Any) -> tuple[str, int] | None:
    """An invoice is open until it is void, which it can be as long as nothing is paid; no more than its due is paid."""
    status, due = state
    total = 2_000
    if kind == "read":
        return state if answered == state else None
    if kind == "void":
        can = status == "SENT" and due == total
        return ("VOID", 0) if can and answered == 200 else state if not can and answered == 409 else None
    can = status != "VOID" and asked <= due
    left = due - asked
    paid = ("PAID" if left == 0 else "PARTIALLY_PAID", left)
    return paid if can and answered == 201 else state if not can and answered in (409, 422) else None


STEPS = {
    "series": (0, number_step),
    "customer": (0, balance_step),
    "goods": (0, balance_step),
    "key": ("", key_step),
    "invoice": (("SENT", 2_000), invoice_step),
}


@dataclass
class Site:
    """A shop with two customers, two goods and two invoices that all clients fight for, and what they were answered."""

    shop: Shop
    customers: list[str]
    items: list[str]
    invoices: list[str]
    history: list[tuple[Hashable, Operation]] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def note(self, began: float, *told: tuple[str, str, str, Any, Any]) -> None:
        """Remember what an answer says of objects: (sort, id, kind, asked, answered) of each."""
        ended = time.perf_counter()
        with self.lock:
            for sort, id, kind, asked, answered in told:
                self.history.append(((sort, id), Operation(kind, asked, answered, began, ended)))


def sell(site: Site, client: Client, chance: random.Random) -> None:
    who, what = chance.choice(site.customers), chance.choice(site.items)
    key, quantity = f"key-{chance.randrange(6)}", 1 + chance.randrange(3)
    # One key stands for one body.
    if chance.random() < 0.5:
        who, what, quantity = site.customers[0], site.items[0], 1
    else:
        key = f"{chance.random()}"
    line = {"itemId": what, "quantity": quantity, "rate": 1, "taxRatePercent": 0}
    asked = {"customerId": who, "invoiceDate": DAY, "dueDate": DUE, "status": "SENT", "lines": [line]}
    began = time.perf_counter()
    answer = client.request("POST", "/invoices", asked, {"Idempotency-Key": key})
    assert answer.status_int == 201, answer.text
    made = answer.json["data"]
    told = [("key", key, "make", None, made["id"])]
    if "Idempotent-Replayed" not in answer.headers:
        told += [
            ("series", "INVOICE", "take", None, made["id"]),
            ("customer", who, "bill", quantity * 100, None),
            ("goods", what, "take", -quantity, None),
        ]
    site.note(began, *told)


def pay_ahead(site: Site, client: Client, chance: random.Random) -> None:
    who, paise = chance.choice(site.customers), chance.choice(AMOUNTS)
    asked = {"customerId": who, "paymentDate": DAY, "amount": paise / 100, "allocations": []}
    began = time.perf_counter()
    answer = client.post("/payments-received", asked)
    assert answer.status_int == 201, answer.text
    site.note(began, ("customer", who, "pay", -paise, None))


def pay_invoice(site: Site, client: Client, chance: random.Random) -> None:
    id, paise = chance.choice(site.invoices), chance.choice(AMOUNTS)
    asked = site.shop.payment_body(paise / 100, (id, paise / 100))
    began = time.perf_counter()
    status = client.post("/payments-received", asked).status_int
    site.note(began, ("invoice", id, "pay", paise, status))


def void_invoice(site: Site, client: Client, chance: random.Random) -> None:
    id = chance.choice(site.invoices)
    began = time.perf_counter()
    status = client.post(f"/invoices/{id}/void").status_int
    site.note(began, ("invoice", id, "void", None, status))


def look(site: Site, client: Client, chance: random.Random) -> None:
    who, what, id = (chance.choice(names) for names in (site.customers, site.items, site.invoices))
    began = time.perf_counter()
    owed = round(client.read(f"/customer-ledger/{who}")["outstanding"] * 100)
    site.note(began, ("customer", who, "read", None, owed))
    began = time.perf_counter()
    rows = [row for row in client.read("/inventory") if row["itemId"] == what]
    site.note(began, ("goods", what, "read", None, round(sum(row["quantityOnHand"] for row in rows))))
    began = time.perf_counter()
    seen = client.read(f"/invoices/{id}")
    site.note(began, ("invoice", id, "read", None, (seen["status"], round(seen["balanceDue"] * 100))))


def numbered(org: Client, made: list[Operation]) -> list[Operation]:
    """The same operations, answered with the numbers of the invoices."""
    numbers = {
        row["id"]: int(row["invoiceNumber"].rpartition("-")[2]) for row in org.read("/invoices?limit=200")
    }
    return [replace(operation, answered=numbers[operation.answered]) for operation in made]


ACTS = (sell, sell, pay_ahead, pay_invoice, look, look)


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_answers_given_at_once_could_have_been_given_one_at_a_time(crowd: Service, seed: int) -> None:
    shop = shop_of(crowd)
    others = [shop.customer() for _ in range(2)]
    site = Site(shop, others, [shop.item(), shop.item()], [shop.invoice(20), shop.invoice(20)])
    already = len(site.invoices)

    def act(client: Client, n: int) -> None:
        chance = random.Random(f"{seed} {n}")  # noqa: S311 - keeps no secret
        # A void is rare, so that there is something to pay.
        if n == 0:
            void_invoice(site, client, chance)
        for _ in range(HISTORY_REQUESTS):
            chance.choice(ACTS)(site, client, chance)

    at_once(HISTORY_CLIENTS, shop.org, act)
    objects = by_object(site.history)
    objects["series", "INVOICE"] = numbered(shop.org, objects["series", "INVOICE"])
    assert {sort for sort, _ in objects} == STEPS.keys()
    for (sort, id), operations in objects.items():
        begins, step = STEPS[sort]
        if sort == "series":
            begins = already
        assert is_linearizable(operations, begins, step), (seed, sort, id, operations)
    shop.assert_books_agree()


# The checker itself


def told(*operations: tuple[str, Any, Any, float, float]) -> list[Operation]:
    return [Operation(*operation) for operation in operations]


def test_an_order_against_the_clock_is_no_order() -> None:
    overlapping = told(("take", None, 2, 0, 3), ("take", None, 1, 1, 2))
    one_after_the_other = told(("take", None, 2, 0, 1), ("take", None, 1, 2, 3))
    assert is_linearizable(overlapping, 0, number_step)
    assert not is_linearizable(one_after_the_other, 0, number_step)


@pytest.mark.parametrize(
    ("operations", "step", "begins"),
    [
        (told(("take", None, 1, 0, 3), ("take", None, 1, 1, 2)), number_step, 0),
        (told(("take", None, 1, 0, 3), ("take", None, 3, 1, 2)), number_step, 0),
        (told(("bill", 100, None, 0, 1), ("read", None, 0, 2, 3)), balance_step, 0),
        (
            told(("bill", 100, None, 0, 3), ("read", None, 100, 1, 2), ("read", None, 0, 2.5, 4)),
            balance_step,
            0,
        ),
        (told(("make", None, "a", 0, 3), ("make", None, "b", 1, 2)), key_step, ""),
        (told(("pay", 2_000, 201, 0, 3), ("void", None, 200, 1, 2)), invoice_step, ("SENT", 2_000)),
        (told(("pay", 1_500, 201, 0, 3), ("pay", 1_000, 201, 1, 2)), invoice_step, ("SENT", 2_000)),
    ],
)
def test_what_no_order_explains_is_found(operations: list[Operation], step: Any, begins: Any) -> None:
    assert not is_linearizable(operations, begins, step)
