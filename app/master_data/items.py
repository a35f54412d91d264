"""Items and their size variants."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from app.ids import new_id
from app.master_data.records import Records, refuse_dangling
from app.master_data.variants import NEW, plan
from app.postgres.database import Row, Transaction, jsonb

REFERENCES = ("group_id", "tax_rate_id", "primary_vendor_id")
VARIANT_COLUMNS = tuple(NEW)


class Items(Records):
    """Items; all but list rows carry `variants`. A body without `variants` leaves them as they are."""

    parts = MappingProxyType({"variants": "variants"})

    def __init__(self) -> None:
        super().__init__("items", "itm")

    def create(self, tx: Transaction, body: Row) -> str:
        """Insert an item and its variants; whatever ids they came with, they are new."""
        refuse_dangling(tx, "items", body, REFERENCES)
        variants = plan([variant | {"id": None} for variant in body["variants"]], [])
        item_id = new_id(self.prefix)
        tx.execute("items.insert", **_columns(body), id=item_id)
        _insert_variants(tx, item_id, variants)
        return item_id

    def change(self, tx: Transaction, current: Row, body: Row) -> None:
        """Change an item; `variants`, when the body has them, become all that the item has."""
        refuse_dangling(tx, "items", body, REFERENCES, current)
        tx.execute("items.update", **_columns(current | body))
        if "variants" in body:
            _put_variants(tx, current["id"], body["variants"])

    def delete(self, tx: Transaction, id: str) -> None:
        """Mark the item and its variants deleted; raises NotFound."""
        super().delete(tx, id)
        tx.execute("items.delete_variants", item_id=id)


def _columns(item: Row) -> Row:
    return {**item, "axes": jsonb(item["axes"])}


def _put_variants(tx: Transaction, item_id: str, sent: Sequence[Row]) -> None:
    """Make the item's variants what was sent, in one statement for each kind of change; raises Invalid.

    A blank one that goods lie in may stay although it was not sent: the service makes such variants by itself, and who
    read the item before does not know of it.
    """
    live = {variant["id"]: variant for variant in tx.all("items.live_variants", item_id=item_id)}
    rows = plan(sent, list(live.values()))
    kept = [row for row in rows if row["id"]]
    if len(kept) < len(live):
        _drop_variants(tx, item_id, [row["id"] for row in kept], has_others=bool(rows))
    changed = [row for row in kept if row != live[row["id"]]]
    tx.execute("items.update_variants", item_id=item_id, **_arrays(changed))
    _insert_variants(tx, item_id, [row for row in rows if row["id"] is None])


def _drop_variants(tx: Transaction, item_id: str, kept: list[str], *, has_others: bool) -> None:
    # Two statements: the second must see what those moved that the first waited for.
    tx.all("items.hold_blank_variants", item_id=item_id, kept=kept)
    tx.execute("items.drop_variants", item_id=item_id, kept=kept, has_others=has_others)


def _insert_variants(tx: Transaction, item_id: str, rows: Sequence[Row]) -> None:
    new = [row | {"id": new_id("var")} for row in rows]
    tx.execute("items.insert_variants", item_id=item_id, **_arrays(new))


def _arrays(rows: Sequence[Row]) -> dict[str, list[Any]]:
    """The rows as one array for each column."""
    return {column: [row[column] for row in rows] for column in VARIANT_COLUMNS}
