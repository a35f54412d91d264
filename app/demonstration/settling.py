"""Who pays when, and what: promises are given with a document and kept when their day has come."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random
from typing import Any

from app.demonstration.journal import TODAY, Body, Journal
from app.demonstration.master_data import DOLLAR
from app.documents.allocations import OPEN_BILLS, OPEN_INVOICES, Settled
from app.money import HUNDRED, paisa

ALL = Decimal(1)
# Of a hundred documents, up to which they are paid in time, late, never; of the others only a part in time.
_IN_TIME, _LATE, _NEVER, _REST_FOLLOWS = 66, 84, 87, 97
_MODES = ("BANK_TRANSFER", "UPI", "CHEQUE", "BANK_TRANSFER", "CASH")
Deduction = tuple[str, Decimal]


@dataclass(frozen=True)
class Promise:
    """That a share of a document will be paid on a day, less the tax that is deducted."""

    day: int
    id: str
    share: Decimal
    deducted: Deduction | None = None


def promises_of(
    random: Random, id: str, day: int, terms_days: int, deducted: Deduction | None = None
) -> list[Promise]:
    """What becomes of a document of a day: most are paid in time, some late, in part or never."""
    due = day + terms_days
    fate, about, late = random.randint(1, 100), random.randint(-4, 6), random.randint(20, 75)
    in_time = Promise(max(due + about, day), id, ALL, deducted)
    if fate <= _IN_TIME:
        return [in_time]
    if fate <= _LATE:
        return [replace(in_time, day=due + late)]
    if fate <= _NEVER:
        return []
    part = replace(in_time, share=Decimal(random.randint(3, 7)) / 10)
    return [part, replace(in_time, day=due + late)] if fate <= _REST_FOLLOWS else [part]


class Promises:
    """The promises that are still to be kept, on one side of the books."""

    def __init__(self, journal: Journal, settled: Settled, kind: str) -> None:
        self.journal = journal
        self.settled = settled
        self.kind = kind
        self.open: list[Promise] = []

    def give(self, promises: Iterable[Promise]) -> None:
        """Keep in mind what will be paid before today is over."""
        self.open += (promise for promise in promises if promise.day <= TODAY)

    def keep(self, until: int) -> None:
        """Pay what was promised for the days up to `until`."""
        due = sorted((one for one in self.open if one.day <= until), key=lambda one: one.day)
        self.open = [one for one in self.open if one.day > until]
        if due:
            self.journal.load(self.kind, list(self._payments(due)))

    def _payments(self, due: Sequence[Promise]) -> Iterator[Body]:
        owed = balances(self.journal, self.settled, (one.id for one in due))
        for one in due:
            row = owed[one.id]
            settled = paisa(row["balance_due"] * one.share)
            if settled:
                row["balance_due"] -= settled
                yield self._payment(one, row, settled)

    def _payment(self, one: Promise, row: Body, settled: Decimal) -> Body:
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


def _money(settled: Decimal, deducted: Deduction | None) -> Body:
    if deducted is None:
        return {"amount": settled}
    section, percent = deducted
    tax = paisa(settled * percent / HUNDRED)
    return {"amount": settled - tax, "tdsAmount": tax, "tdsSectionCode": section}


def balances(journal: Journal, settled: Settled, ids: Iterable[str]) -> dict[str, dict[str, Any]]:
    """What is left to pay of documents: balance_due, currency_code, status and the party, by id."""
    rows = journal.tx.all(f"{settled.table}.lock_to_settle", **{f"{settled.column}s": sorted(ids)})
    return {row["id"]: row for row in rows}


def receipts(journal: Journal) -> Promises:
    """What customers promise."""
    return Promises(journal, OPEN_INVOICES, "payments-received")


def outlays(journal: Journal) -> Promises:
    """What is promised to vendors."""
    return Promises(journal, OPEN_BILLS, "payments-made")
