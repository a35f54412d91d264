"""The goods of a document's lines: which variant of which item, in which warehouse."""

from collections.abc import Iterable

from app.errors import Invalid
from app.ids import new_id
from app.postgres.database import Row, Transaction, TryAgain
from app.stock.movements import Movement, Place

UNCLEAR = "The item has several variants: name one of them."


def goods_of(tx: Transaction, lines: list[Row]) -> dict[str, tuple[Place, Row]]:
    """line id -> place and row, for lines with the `variant_ids` that each may mean and its `warehouse_id`.

    An item without variants gets one on its first movement, and an organization without a warehouse its first.
    Raises Invalid for each line whose item has several variants and that names none of them.
    """
    refuse_unclear(lines)
    if not lines:
        return {}
    without_variant = sorted({line["item_id"] for line in lines if not line["variant_ids"]})
    made: dict[str, str] = {}
    first_warehouse = ""
    if without_variant or not all(line["warehouse_id"] for line in lines):
        made, first_warehouse = _make_what_is_missing(tx, without_variant)
    return {
        line["id"]: (
            (_variant(line) or made[line["item_id"]], line["warehouse_id"] or first_warehouse),
            line,
        )
        for line in lines
    }


def refuse_unclear(lines: list[Row]) -> None:
    """Raise Invalid for each line that may mean several variants, `variant_ids`, and names none of them."""
    unclear = [
        (f"lines.{line['sort_order']}.itemVariantId", UNCLEAR)
        for line in lines
        if len(line["variant_ids"]) > 1
    ]
    if unclear:
        raise Invalid(unclear)


def kept_in_stock(lines: Iterable[Row]) -> list[Row]:
    """Those of a document's lines whose goods are kept in stock."""
    return [line for line in lines if line["track_inventory"]]


def _variant(line: Row) -> str | None:
    variants: list[str] = line["variant_ids"]
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


def _make_what_is_missing(tx: Transaction, item_ids: list[str]) -> tuple[dict[str, str], str]:
    """item id -> its first variant, and the default warehouse; raises TryAgain when somebody else made all of it.

    Of two first movements at once, the second must see what the first one made. It starts anew without the lock:
    kept until the end, that would hold up everybody who waits for it.
    """
    _, revived, variants, warehouses, found, default = tx.run_all(
        ("locks.take", {"subject": "first movements"}),
        ("stock.revive_first_variants", {"item_ids": item_ids}),
        ("stock.make_first_variants", {"ids": [new_id("var") for _ in item_ids], "item_ids": item_ids}),
        ("stock.make_first_warehouse", {"id": new_id("whs")}),
        ("stock.first_variants", {"item_ids": item_ids}),
        ("stock.default_warehouse", {}),
    )
    if not (revived or variants or warehouses):
        raise TryAgain
    return {row["item_id"]: row["id"] for row in found}, default[0]["id"]
