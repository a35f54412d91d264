"""The goods of a document's lines: which variant of which item, in which warehouse."""

from app.database import Row, Statement, Transaction, TryAgain
from app.errors import Conflict
from app.ids import new_id
from app.stock.movements import Movement, Place


def goods_of(tx: Transaction, lines: list[Row]) -> dict[str, tuple[Place, Row]]:
    """line id -> place and row, for the rows of a `tracked_…_lines` statement.

    An item without variants gets one on its first movement, and an organization without a warehouse its first.
    Raises Conflict for a line whose item has several variants and that names none of them.
    """
    if not lines:
        return {}
    made = _make_first_variants(tx, sorted({line["item_id"] for line in lines if not line["variant_ids"]}))
    warehouse = lines[0]["warehouse_id"] or _make_first_warehouse(tx)
    return {line["id"]: ((_variant(line) or made[line["item_id"]], warehouse), line) for line in lines}


def _variant(line: Row) -> str | None:
    variants: list[str] = line["variant_ids"]
    if len(variants) > 1:
        raise Conflict(
            f"Item {line['item_id']} has several variants: its line must name one (itemVariantId)."
        )
    return variants[0] if variants else None


def outgoing(goods: dict[str, tuple[Place, Row]], movement_type: str) -> list[Movement]:
    """A movement out for each line."""
    return [
        Movement(place, movement_type, line["quantity"], line_id) for line_id, (place, line) in goods.items()
    ]


def coming_back(moved: list[Row], movement_type: str) -> list[Movement]:
    """The reversal of each stored movement, at the cost it left with."""
    return [
        Movement(
            place=(row["item_variant_id"], row["warehouse_id"]),
            movement_type=movement_type,
            quantity=row["quantity"],
            line_id=row["source_doc_line_id"],
            unit_cost=row["unit_cost"],
            total_cost=row["total_cost"],
            reverses_id=row["id"],
        )
        for row in moved
    ]


def _make_first_variants(tx: Transaction, item_ids: list[str]) -> dict[str, str]:
    if not item_ids:
        return {}
    ids = [new_id("var") for _ in item_ids]
    _make_alone(tx, "first variants", ("stock.make_first_variants", {"ids": ids, "item_ids": item_ids}))
    return {row["item_id"]: row["id"] for row in tx.all("stock.first_variants", item_ids=item_ids)}


def _make_first_warehouse(tx: Transaction) -> str:
    _make_alone(tx, "first warehouse", ("stock.make_first_warehouse", {"id": new_id("whs")}))
    found = tx.one("stock.default_warehouse")
    assert found is not None, "it was made in this transaction"  # noqa: S101
    return str(found["id"])


def _make_alone(tx: Transaction, subject: str, making: Statement) -> None:
    """Of two first movements at once, the second must see what the first one made.

    Who finds it all made starts anew, without the lock: kept until the end, it would hold up all who wait for it.
    """
    *_, made = tx.together(("locks.take", {"subject": subject}), making)
    if False:
        raise TryAgain
