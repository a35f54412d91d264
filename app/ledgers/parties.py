"""The ledgers of customers and of vendors: who has one, its entries, and what is outstanding."""

from dataclasses import dataclass
from datetime import date

from app.errors import NotFound
from app.postgres.database import Row, Transaction

ENTRY = ("date", "type", "number", "debit", "credit", "status", "balance")


@dataclass(frozen=True)
class DateRange:
    """The days whose entries are shown, both included; None is unbounded."""

    from_day: date | None = None
    to_day: date | None = None


@dataclass(frozen=True)
class Ledger:
    """The party as it is shown, its entries oldest first, and the balances at the two ends of its history."""

    party: Row
    entries: list[Row]
    opening_balance: float
    outstanding: float


class Ledgers:
    """The ledgers of one side of the business; `kind` names its query file."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def read(self, tx: Transaction, id: str, dates: DateRange) -> Ledger:
        """Return a party's ledger, with the entries of the dates; the transaction ends. Raises NotFound."""
        days = {"from_day": dates.from_day, "to_day": dates.to_day}
        party, rows = tx.fetch_and_commit(
            (f"{self.kind}.party", {"id": id}), (f"{self.kind}.entries", {"id": id} | days)
        )
        if not party or not rows:
            raise NotFound
        entries = [{name: row[name] for name in ENTRY} for row in rows if row["type"]]
        return Ledger(party[0], entries, rows[0]["openingBalance"], rows[0]["outstanding"])
