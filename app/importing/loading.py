"""Loading a file in one transaction, and reporting every line."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from app.importing.entries import Entry, batches, read
from app.importing.file_kinds import FileKind
from app.importing.resolving import resolve
from app.postgres.database import Row, Transaction
from app.schemas.body import BodySchema
from app.stock.movements import TAKE_GOODS, LockedPositions


class Loaded(NamedTuple):
    """The number of lines that were loaded, and of those that were not because of faults."""

    good: int = 0
    bad: int = 0


def load(tx: Transaction, kind: FileKind, lines: Iterable[bytes], report: Callable[[Entry], None]) -> Loaded:
    """Load the lines batch by batch; `report` is called with every entry once its batch is done.

    After a bad line the rest is still checked, so that everything wrong is reported; the caller then rolls back.
    """
    loaded, positions = Loaded(), LockedPositions(tx)
    if kind.moves_goods:
        tx.run_all(TAKE_GOODS)
    for entries in _read_ahead(kind.schema, lines):
        resolve(tx, entries)
        kind.load(tx, entries, positions)
        # Deferred writes go now, so that the statistics count them.
        tx.run_all()
        for entry in entries:
            report(entry)
        # The commit would refuse it too; but so a large file is refused early, and one that is only checked at all.
        tx.run_all(("quotas.require", {}))
        good = sum(entry.is_good for entry in entries)
        tx.has_loaded(good)
        loaded = Loaded(loaded.good + good, loaded.bad + len(entries) - good)
    # Now, not with the commit, which a file that is only checked does not come to.
    tx.run_all(*positions.changed())
    return loaded


def _read_ahead(schema: BodySchema, lines: Iterable[bytes]) -> Iterator[list[Entry]]:
    """Yield the entries of each batch; the next one is read while PostgreSQL is at work on this one."""
    numbered = batches(lines)

    def following() -> list[Entry] | None:
        batch = next(numbered, None)
        return None if batch is None else read(schema, batch)

    with ThreadPoolExecutor(1, "reader") as reader:
        ahead = reader.submit(following)
        while (entries := ahead.result()) is not None:
            ahead = reader.submit(following)
            yield entries


def act_for_the_organization(tx: Transaction) -> None:
    """Act as the organization's first administrator, since a record needs a user who created it.

    The audit trail goes on to name the operator alone.
    """
    admin: Row | None = tx.one("names.first_admin")
    tx.user_id = admin["user_id"] if admin else None
