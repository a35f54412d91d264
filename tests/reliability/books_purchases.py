"""Rules of the state machine that buy: bills, payments made and counts of the stock come in by import."""

from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

from hypothesis.stateful import rule

from tests.reliability.books_core import (
    DAYS,
    Core,
    Settling,
    allocations_body,
    by_chance,
    document_body,
    some_item,
    some_quantity,
    some_rate,
    some_settling,
)
from tests.reliability.model import Ledger
from tests.reliability.model_documents import Line, Money
from tests.reliability.model_purchases import Bill
from tests.reliability.model_stock import Count
from tests.reliability.sales import DUE

BULK = 1 / 4


class DrawnBill(NamedTuple):
    """A bill of one of the vendors; lines are (which item, quantity, rate, discount)."""

    who: int
    day: str
    status: str
    lines: list[tuple[int | None, Decimal, Decimal, Decimal]]


class DrawnPayment(NamedTuple):
    """A payment to one of the vendors, which brings so much more than it settles, or less."""

    who: int
    day: str
    spare: Decimal
    settled: Settling


class DrawnCount(NamedTuple):
    """A count of an item: goods that were found at a cost (None: the average), or below zero goods that are missing."""

    which: int
    quantity: Decimal
    unit_cost: Decimal | None


def some_bills(chance: Random) -> list[DrawnBill]:
    return [some_bill(chance) for _ in range(chance.randint(1, 3))]


def some_bill(chance: Random) -> DrawnBill:
    lines = [
        (some_item(chance), some_bought(chance), some_rate(chance), Decimal(chance.choice([0, 0, 1, 7, 100])))
        for _ in range(chance.randint(1, 4))
    ]
    status = chance.choice(["OPEN", "OPEN", "OPEN", "DRAFT", "VOID"])
    return DrawnBill(chance.randrange(2), chance.choice(DAYS), status, lines)


def some_bought(chance: Random) -> Decimal:
    """Return a small quantity or thousands, where a unit's cost of 6 places is too coarse for a paisa."""
    return Decimal(chance.randint(10_000, 40_000)) if chance.random() < BULK else some_quantity(chance)


def some_payments(chance: Random) -> list[DrawnPayment]:
    return [
        DrawnPayment(
            who=chance.randrange(2),
            day=chance.choice(DAYS),
            spare=Decimal(chance.randint(-50_000, 300_000)) / 100,
            settled=some_settling(chance),
        )
        for _ in range(chance.randint(1, 2))
    ]


def some_count(chance: Random) -> DrawnCount:
    quantity = some_quantity(chance) * chance.choice([1, 1, -1])
    cost = chance.choice([None, Decimal(chance.randrange(900_000_000)) / 1_000_000])
    return DrawnCount(chance.randrange(2), quantity, cost)


class Buying(Core):
    """Bills, payments made, and goods that are found or missed."""

    @rule(drawn=by_chance(some_bills))
    def buy(self, drawn: list[DrawnBill]) -> None:
        bills = [self.bill(bill) for bill in drawn]
        bodies = [document_body(bill, "vendorId", "billDate") | {"dueDate": DUE} for bill in bills]
        self.bring("bills", bills, bodies, lambda ledger, bill: ledger.purchases.receive(bill))
        for bill in bills:
            if bill.id:
                self.name_lines(bill.lines, self.org.read(f"/bills/{bill.id}")["items"])

    def bill(self, drawn: DrawnBill) -> Bill:
        vendor = self.vendors[drawn.who]
        lines = [
            Line(
                item=None if n is None else self.items[n],
                quantity=quantity,
                rate=rate,
                discount=min(discount, (quantity * rate).to_integral_value("ROUND_FLOOR")),
            )
            for n, quantity, rate, discount in drawn.lines
        ]
        return Bill(party=vendor, day=drawn.day, tax=self.tax[vendor], lines=lines, status=drawn.status)

    @rule(drawn=by_chance(some_payments))
    def spend(self, drawn: list[DrawnPayment]) -> None:
        payments = [self.payment(payment) for payment in drawn]
        bodies = [_payment_body(payment) for payment in payments]
        self.bring("payments-made", payments, bodies, _paid)

    def payment(self, drawn: DrawnPayment) -> Money:
        payment = Money(party=self.vendors[drawn.who], day=drawn.day, brought=Decimal(0))
        bills = list(self.ledger.purchases.bills.values())
        payment.settles = self.settled_by(payment, drawn.settled, bills)
        payment.brought = max(sum(payment.settles.values(), drawn.spare), Decimal("0.01"))
        return payment

    @rule(drawn=by_chance(some_count))
    def count(self, drawn: DrawnCount) -> None:
        count = Count(self.items[drawn.which], drawn.quantity, drawn.unit_cost)
        self.bring("stock", [count], [_count_body(count)], Ledger.count)


def _paid(ledger: Ledger, payment: Money) -> None:
    ledger.purchases.pay(payment)


def _payment_body(payment: Money) -> dict[str, Any]:
    return {
        "vendorId": payment.party,
        "paymentDate": payment.day,
        "amount": float(payment.brought),
        "allocations": allocations_body(payment, "billId"),
    }


def _count_body(count: Count) -> dict[str, Any]:
    is_average = count.quantity < 0 or count.unit_cost is None
    return {
        "itemId": count.item,
        "kind": "ADJUSTMENT" if is_average else "OPENING",
        "quantity": float(count.quantity),
        "unitCost": None if is_average else float(count.unit_cost),
    }
