"""Stock positions from a file: lines may name a variant by its size."""

from collections.abc import Sequence

from app.documents import stocktaking
from app.documents.books_locks import refuse_counts
from app.importing.entries import Entry, good
from app.postgres.database import Transaction
from app.schemas.stock import StockBody
from app.stock.movements import LockedPositions


class StockImport:
    """Opening and adjusted positions. What is loaded is known by the id of its position."""

    schema = StockBody()
    moves_goods = True

    def load(self, tx: Transaction, entries: Sequence[Entry], positions: LockedPositions) -> None:
        """Load a batch of entries."""
        refuse_counts(tx, good(entries))
        _find_sizes(tx, good(entries))
        loading = good(entries)
        counts = stocktaking.create(tx, [entry.body for entry in loading], positions) if loading else []
        for entry, count in zip(loading, counts, strict=True):
            entry.faults += count.faults
            entry.result = {"id": count.row.get("position_id"), "number": None}


def _find_sizes(tx: Transaction, entries: Sequence[Entry]) -> None:
    """Put the id of the variant where a line names its size."""
    asked = [entry for entry in entries if entry.body["variant"] is not None]
    for entry in asked:
        if entry.body["item_variant_id"] is not None:
            entry.refuse("variant", "Must not be given together with itemVariantId.")
    found = _variants(tx, asked) if asked else {}
    for entry in asked:
        variants = found.get((entry.body["item_id"], entry.body["variant"]), set())
        if len(variants) == 1:
            (entry.body["item_variant_id"],) = variants
        elif entry.is_good:
            entry.refuse("variant", "Names no variant of the item, or several of them.")


def _variants(tx: Transaction, entries: Sequence[Entry]) -> dict[tuple[str, str], set[str]]:
    """Return the ids of variants by item and size."""
    rows = tx.all(
        "names.variants",
        item_ids=[entry.body["item_id"] for entry in entries],
        sizes=[entry.body["variant"] for entry in entries],
    )
    found: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        found.setdefault((row["item_id"], row["size"]), set()).add(row["id"])
    return found
