"""Closed books: the day on or before which nothing in the books is made, changed or taken away.

PostgreSQL refuses what is dated there, whichever way it is written (sql/migrations/0033_closed_books.sql). Files are
also asked line by line, so that each line is told.
"""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple, Protocol

from app.documents.creation import DocumentKind
from app.errors import Conflict
from app.postgres.database import Row, Transaction
from app.wire import camel


class Refusable(Protocol):
    """A record that is loaded from a body and collects faults."""

    body: Row

    def refuse(self, field: str, message: str) -> None:
        """Note a fault of a field."""


class Held(NamedTuple):
    """The day through which the books are closed, None where they are open, and today by the organization's clock."""

    through: date | None
    today: date

    def closes(self, day: date) -> bool:
        """Return whether a day lies in closed books."""
        return self.through is not None and day <= self.through

    @property
    def sentence(self) -> str:
        """The error message for a day in closed books."""
        return f"The books are closed through {self.through}."


def locked_through(tx: Transaction) -> date | None:
    """Return the day through which the organization's books are closed, None if they are open."""
    row = tx.one("books_locks.get")
    return row["locked_through"] if row else None


def move(tx: Transaction, day: date | None) -> None:
    """Close the books through a day, or open them with None. Waits for the writes that are under way."""
    tx.execute("books_locks.move", day=day)


def hold(tx: Transaction) -> Held:
    """Keep the books as they are until the transaction ends, and return how they are."""
    (row,) = tx.all("books_locks.hold")
    return Held(row["closed_through"], row["today"])


def refuse_closed(tx: Transaction, kind: DocumentKind, entries: Iterable[Refusable]) -> None:
    """Refuse the documents of a kind that are dated in closed books."""
    held = hold(tx)
    for entry in entries:
        if held.closes(entry.body[kind.day]):
            entry.refuse(camel(kind.day), held.sentence)


def require_open_today(tx: Transaction) -> None:
    """Keep the books as they are; raise Conflict where they are closed through today. Allocating later is of the day on
    which it is done."""
    held = hold(tx)
    if held.closes(held.today):
        raise Conflict(held.sentence)


def refuse_counts(tx: Transaction, entries: Iterable[Refusable]) -> None:
    """Refuse counted goods, which are of today, where the books are closed through today."""
    held = hold(tx)
    if held.closes(held.today):
        for entry in entries:
            entry.refuse("body", held.sentence)
