"""The ledgers of customers and of vendors: entries and balances of one party."""

from dataclasses import dataclass
from datetime import date

from app.errors import NotFound
from app.postgres.database import Row, Transaction

ENTRY_FIELDS = ("date", "type", "number", "debit", "credit", "status", "balance")


@dataclass(frozen=True)
class DateRange:
    """The first and the last day of the entries, both included. None is unbounded."""

    from_day: date | None = None
    to_day: date | None = None


@dataclass(frozen=True)
class Ledger:
    """A customer or vendor in wire form, with entries (`ENTRY_FIELDS`, oldest first) and two balances.

    `opening_balance` precedes all documents, `outstanding` follows them, whatever the dates of the entries.
    """

    party: Row
    entries: list[Row]
    opening_balance: float
    outstanding: float


class Ledgers:
    """The ledgers of all customers, or of all vendors. `kind` names the query file and the list."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def read(self, tx: Transaction, id: str, dates: DateRange) -> Ledger:
        """Return the ledger of the party `id` with the entries of the dates; the transaction ends. Raises NotFound."""
        days = {"from_day": dates.from_day, "to_day": dates.to_day}
        party, rows = tx.fetch_and_commit(
            (f"{self.kind}.party", {"id": id}), (f"{self.kind}.entries", {"id": id} | days)
        )
        if not party or not rows:
            raise NotFound
        entries = [{name: row[name] for name in ENTRY_FIELDS} for row in rows if row["type"]]
        return Ledger(party[0], entries, rows[0]["openingBalance"], rows[0]["outstanding"])
