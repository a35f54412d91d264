"""Allocations of a batch: checked in file order against balances that go down, written with one statement each."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from app.documents.allocations import Settled, faults_of
from app.ids import new_ids
from app.importing.entries import Entry
from app.money import ZERO
from app.postgres.database import Row, Statement, Transaction


@dataclass(frozen=True)
class Giver:
    """A payment or note that is allocated; `most` is what it has to give, None where the schema saw to it."""

    entry: Entry
    id: str
    most: Decimal | None = None


@dataclass(frozen=True)
class Settlement:
    """How one kind of giver settles: the statement that keeps its allocations, its column and prefix there."""

    settled: Settled
    allocate: str
    giver: str
    prefix: str


def settle(tx: Transaction, how: Settlement, givers: Sequence[Giver]) -> list[Statement]:
    """Check the givers' allocations and answer the statements that write them; what is wrong is noted."""
    targets = _targets(tx, how.settled, givers)
    taken = [row for giver in givers for row in _taken(how.settled, giver, targets)]
    return _statements(how, taken) if taken else []


def _targets(tx: Transaction, settled: Settled, givers: Sequence[Giver]) -> dict[str, Row]:
    named = {row[settled.column] for giver in givers for row in giver.entry.body["allocations"]}
    if not named:
        return {}
    rows = tx.all(f"{settled.family}.lock_to_settle", **{f"{settled.column}s": sorted(named)})
    return {row["id"]: row for row in rows}


def _taken(settled: Settled, giver: Giver, targets: dict[str, Row]) -> list[tuple[str, str, Decimal]]:
    """(giver, settled, amount) of each allocation, none when one of them is wrong; balances go down."""
    body = giver.entry.body
    faults = faults_of(settled, body, targets) + _repeated(settled, body) + _overspent(giver)
    if faults or not giver.entry.is_good:
        giver.entry.faults += faults
        return []
    taken = [(giver.id, row[settled.column], row["amount"]) for row in body["allocations"]]
    for _, target, amount in taken:
        row = targets[target]
        row["balance_due"] -= amount
        # As the next batch would find it.
        row["status"] = row["status"] if row["balance_due"] else "PAID"
    return taken


def _repeated(settled: Settled, body: Row) -> list[tuple[str, str]]:
    """The same document by its number here and by its id there."""
    ids = [row[settled.column] for row in body["allocations"]]
    return [
        (f"allocations.{place}.{settled.field}", "Must not be named twice.")
        for place, id in enumerate(ids)
        if id in ids[:place]
    ]


def _overspent(giver: Giver) -> list[tuple[str, str]]:
    given = sum((row["amount"] for row in giver.entry.body["allocations"]), ZERO)
    if giver.most is None or given <= giver.most:
        return []
    return [("allocations", f"Must not exceed the total, {giver.most}.")]


def _statements(how: Settlement, taken: list[tuple[str, str, Decimal]]) -> list[Statement]:
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
        (f"{how.settled.family}.settle", {targets: list(sums), "amounts": list(sums.values())}),
        (how.allocate, allocations),
    ]
