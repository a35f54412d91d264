"""Payments of the demonstration's documents: planned with each document, made when their day comes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random
from typing import Any

from app.demonstration.journal import TODAY, Journal
from app.demonstration.master_data import DOLLAR
from app.documents.allocations import OPEN_BILLS, OPEN_INVOICES, Settled
from app.money import HUNDRED, paisa
from app.wire import Json

WHOLE_AMOUNT = Decimal(1)
# Of a hundred documents, up to which they are paid in time, late, never; of the others only a part in time.
_IN_TIME, _LATE, _NEVER, _REST_FOLLOWS = 66, 84, 87, 97
_MODES = ("BANK_TRANSFER", "UPI", "CHEQUE", "BANK_TRANSFER", "CASH")
Deduction = tuple[str, Decimal]


@dataclass(frozen=True)
class PlannedPayment:
    """A share of a document that is to be paid on a day of the year, less the tax that is deducted."""

    day: int
    id: str
    share: Decimal
    deducted: Deduction | None = None


def plan_payments(
    random: Random, id: str, day: int, terms_days: int, deducted: Deduction | None = None
) -> list[PlannedPayment]:
    """Payments of a document of that day: most are in time, some late or of a part, some never come."""
    due = day + terms_days
    fate, about, late = random.randint(1, 100), random.randint(-4, 6), random.randint(20, 75)
    in_time = PlannedPayment(max(due + about, day), id, WHOLE_AMOUNT, deducted)
    if fate <= _IN_TIME:
        return [in_time]
    if fate <= _LATE:
        return [replace(in_time, day=due + late)]
    if fate <= _NEVER:
        return []
    part = replace(in_time, share=Decimal(random.randint(3, 7)) / 10)
    return [part, replace(in_time, day=due + late)] if fate <= _REST_FOLLOWS else [part]


class PaymentPlan:
    """The payments that are still to be made, on one side of the books."""

    def __init__(self, journal: Journal, settled: Settled, kind: str) -> None:
        self.journal = journal
        self.settled = settled
        self.kind = kind
        self.open: list[PlannedPayment] = []

    def add(self, payments: Iterable[PlannedPayment]) -> None:
        """Plan payments; those after today are left out."""
        self.open += (payment for payment in payments if payment.day <= TODAY)

    def pay_until(self, until: int) -> None:
        """Make the payments planned for the days up to `until`."""
        due = sorted((one for one in self.open if one.day <= until), key=lambda one: one.day)
        self.open = [one for one in self.open if one.day > until]
        if due:
            self.journal.load(self.kind, list(self._payments(due)))

    def _payments(self, due: Sequence[PlannedPayment]) -> Iterator[Json]:
        owed = balances(self.journal, self.settled, (one.id for one in due))
        for one in due:
            row = owed[one.id]
            settled = paisa(row["balance_due"] * one.share)
            if settled:
                row["balance_due"] -= settled
                yield self._payment(one, row, settled)

    def _payment(self, one: PlannedPayment, row: Json, settled: Decimal) -> Json:
        dollars = row["currency_code"] == "USD"
        random = self.journal.random
        body = {
            "customerId" if self.settled is OPEN_INVOICES else "vendorId": row[self.settled.party],
            "paymentDate": self.journal.date(one.day),
            "mode": "BANK_TRANSFER" if dollars else random.choice(_MODES),
            "referenceNumber": f"REF{random.randint(100_000, 999_999)}",
            "currencyCode": row["currency_code"],
            "exchangeRate": DOLLAR if dollars else 1,
            "allocations": [{self.settled.field: one.id, "amount": settled}],
        }
        return body | _money(settled, one.deducted)


def _money(settled: Decimal, deducted: Deduction | None) -> Json:
    if deducted is None:
        return {"amount": settled}
    section, percent = deducted
    tax = paisa(settled * percent / HUNDRED)
    return {"amount": settled - tax, "tdsAmount": tax, "tdsSectionCode": section}


def balances(journal: Journal, settled: Settled, ids: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Lock documents and return their rows by id: balance_due, currency_code, status and the party."""
    rows = journal.tx.all(f"{settled.table}.lock_to_settle", **{f"{settled.column}s": sorted(ids)})
    return {row["id"]: row for row in rows}


def receipts(journal: Journal) -> PaymentPlan:
    """Return the plan of customers' payments."""
    return PaymentPlan(journal, OPEN_INVOICES, "payments-received")


def outlays(journal: Journal) -> PaymentPlan:
    """Return the plan of payments to vendors."""
    return PaymentPlan(journal, OPEN_BILLS, "payments-made")
