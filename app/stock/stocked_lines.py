"""The goods of a document's lines: which variant of which item, in which warehouse."""

from collections.abc import Iterable, Mapping, Sequence

from app.errors import Conflict, Invalid
from app.ids import new_id
from app.postgres.database import Row, Transaction, TryAgain
from app.stock.movements import SHARE_GOODS, Movement, StockLocation

# The subject of the lock under which first variants and warehouses are made.
FIRST_MOVEMENTS = "first movements"
UNCLEAR = "The item has several variants: name one of them."
_NO_WAREHOUSE = "The warehouse that it names was deleted: write the draft anew with another one."


def kept_in_stock(lines: Iterable[Row]) -> list[Row]:
    """Return the lines whose goods are kept in stock."""
    return [line for line in lines if line["track_inventory"]]


def unclear_variants(lines: Iterable[Row]) -> list[tuple[str, str]]:
    """Return a fault, (field, sentence), for each line that names none of several possible variants, `variant_ids`."""
    return [
        (f"lines.{line['sort_order']}.itemVariantId", UNCLEAR)
        for line in lines
        if len(line["variant_ids"]) > 1
    ]


def locations_of(tx: Transaction, lines: Sequence[Row]) -> dict[str, StockLocation]:
    """Return the place of each line's goods, by the line's id. Lines have their possible `variant_ids` and
    `warehouse_id`.

    An item without variants gets one on its first movement, and an organization without a warehouse its first. Raise
    Invalid for `unclear_variants`, TryAgain where another transaction made the same at the same moment.
    """
    unclear = unclear_variants(lines)
    if unclear:
        raise Invalid(unclear)
    without_variant = sorted({line["item_id"] for line in lines if not line["variant_ids"]})
    made: dict[str, str] = {}
    first_warehouse = ""
    if without_variant or not all(line["warehouse_id"] for line in lines):
        made, first_warehouse = _make_what_is_missing(tx, without_variant)
    return {
        line["id"]: (_variant(line) or made[line["item_id"]], line["warehouse_id"] or first_warehouse)
        for line in lines
    }


def stored_locations_of(tx: Transaction, lines: Sequence[Row]) -> dict[str, StockLocation]:
    """Return `locations_of` stored lines. There is no body to be at fault: raise Conflict if an item got more
    variants since, or if the warehouse was deleted."""
    if any(line["is_warehouse_deleted"] for line in lines):
        raise Conflict(_NO_WAREHOUSE)
    try:
        return locations_of(tx, lines)
    except Invalid as error:
        raise Conflict(error.message) from error


def _variant(line: Row) -> str | None:
    variants: list[str] = line["variant_ids"]
    return variants[0] if variants else None


def outgoing(lines: Iterable[Row], places: Mapping[str, StockLocation], movement_type: str) -> list[Movement]:
    """Return a movement out for each line."""
    return [Movement(places[line["id"]], movement_type, line["quantity"], line["id"]) for line in lines]


def taking_back(moved: Iterable[Row], movement_type: str) -> list[Movement]:
    """Return the reversal of each stored movement, at the cost that it had."""
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
    """Create missing first variants and the default warehouse; return the variants by item, and the warehouse.

    Of two first movements at once, the second must see the records of the first: it raises TryAgain and starts again
    without the lock, which would otherwise hold up every other first movement until the end.
    """
    *_, revived, variants, warehouses, found, default = tx.run_all(
        SHARE_GOODS,
        ("locks.take", {"subject": FIRST_MOVEMENTS}),
        ("stock.revive_first_variants", {"item_ids": item_ids}),
        ("stock.make_first_variants", {"ids": [new_id("var") for _ in item_ids], "item_ids": item_ids}),
        ("stock.make_first_warehouse", {"id": new_id("whs")}),
        ("stock.first_variants", {"item_ids": item_ids}),
        ("stock.default_warehouse", {}),
    )
    if not (revived or variants or warehouses):
        raise TryAgain
    return {row["item_id"]: row["id"] for row in found}, default[0]["id"]
