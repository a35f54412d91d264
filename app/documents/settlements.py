"""Allocations of payments and notes: checked in order against balances that go down, written with two statements."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from app.documents.allocations import Settled, faults_of
from app.documents.creation import Faults, NewDocument, good
from app.ids import new_ids
from app.money import ZERO
from app.postgres.database import Row, Statement, Transaction


@dataclass(frozen=True)
class Settlement:
    """The settlement of documents by payments or notes of one kind.

    The statement `allocate` stores the allocations, with ids that begin with `prefix`. The column `giver` names the
    payment or note.
    """

    settled: Settled
    allocate: str
    giver: str
    prefix: str


def allocated(document: NewDocument) -> Decimal:
    """Return the sum of a document's allocations."""
    return sum((row["amount"] for row in document.body["allocations"]), ZERO)


def check_allocations(tx: Transaction, how: Settlement, documents: Iterable[NewDocument]) -> None:
    """Lock what the good ones of the documents settle, and check their allocations one after another.

    What one document settles is not there for the next. A note is allocated at most its total.
    """
    allocating = good(documents)
    column = how.settled.column
    named = {row[column] for document in allocating for row in document.body["allocations"]}
    rows = tx.all(f"{how.settled.table}.lock_to_settle", **{f"{column}s": sorted(named)}) if named else []
    targets = {row["id"]: row for row in rows}
    for document in allocating:
        document.faults += _faults(how.settled, document, targets)
        if document.is_good:
            _lower(how.settled, document, targets)


def _faults(settled: Settled, document: NewDocument, targets: dict[str, Row]) -> Faults:
    faults = faults_of(settled, document.body, targets) + _repeated(settled, document.body)
    total = document.row.get("total")
    if total is not None and allocated(document) > total:
        faults.append(("allocations", f"Must not exceed the total, {total}."))
    return faults


def _repeated(settled: Settled, body: Row) -> Faults:
    """Return a fault for each document that is named twice, once by its number and once by its id."""
    ids = [row[settled.column] for row in body["allocations"]]
    return [
        (f"allocations.{place}.{settled.field}", "Must not be named twice.")
        for place, id in enumerate(ids)
        if id in ids[:place]
    ]


def _lower(settled: Settled, document: NewDocument, targets: dict[str, Row]) -> None:
    for allocation in document.body["allocations"]:
        target = targets[allocation[settled.column]]
        target["balance_due"] -= allocation["amount"]
        # As it is read once the allocation is stored.
        target["status"] = target["status"] if target["balance_due"] else "PAID"


def lock_claims(tx: Transaction, how: Settlement, ids: Iterable[str]) -> None:
    """Lock the documents to be settled, in the one order of all settlements."""
    tx.all(f"{how.settled.table}.lock_to_settle", **{f"{how.settled.column}s": sorted(ids)})


def settle(how: Settlement, documents: Iterable[NewDocument]) -> list[Statement]:
    """Return the statements that write the allocations of the good ones of the documents."""
    taken = [
        (document.id, row[how.settled.column], row["amount"])
        for document in good(documents)
        for row in document.body["allocations"]
    ]
    if not taken:
        return []
    sums: dict[str, Decimal] = {}
    for _, target, amount in taken:
        sums[target] = sums.get(target, ZERO) + amount
    targets = f"{how.settled.column}s"
    allocations = {
        "ids": new_ids(how.prefix, len(taken)),
        f"{how.giver}s": [giver for giver, _, _ in taken],
        targets: [target for _, target, _ in taken],
        "amounts": [amount for _, _, amount in taken],
    }
    return [
        (f"{how.settled.table}.settle", {targets: list(sums), "amounts": list(sums.values())}),
        (how.allocate, allocations),
    ]
