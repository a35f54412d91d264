"""Stock positions: what they open with, and what a count found to be otherwise."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from app.documents.lines import NO_VARIANT, item_facts
from app.documents.parties import PURCHASES, find_parties
from app.errors import names_no
from app.ids import new_ids
from app.importing.entries import Entry, good
from app.importing.goods import TOO_DEAR, TOO_MUCH
from app.money import MONEY_MAX
from app.postgres.database import Row, Transaction
from app.schemas.stock import Stock as StockBody
from app.stock.goods import UNCLEAR, goods_of
from app.stock.movements import LockedPositions, Move, Movement, Place


class Stock:
    """Opening and adjusted positions. What is loaded is known by the id of its position."""

    schema = StockBody()

    def load(self, tx: Transaction, entries: Sequence[Entry], held: LockedPositions) -> None:
        """Load a batch of entries."""
        _find_sizes(tx, good(entries))
        goods = _check_items(tx, good(entries))
        costs = {line: row["rate"] for line, row in goods.items()}
        placed = _placed(tx, good(entries), goods)
        # A position may be there for its threshold alone.
        held.hold(place for _, place in placed)
        _move(tx, held, placed, costs)
        _set_thresholds(tx, placed)
        _tell(tx, placed)


def _find_sizes(tx: Transaction, entries: Sequence[Entry]) -> None:
    """From the size that a line names to the variant."""
    asked = [entry for entry in entries if entry.body["variant"] is not None]
    for entry in asked:
        if entry.body["item_variant_id"] is not None:
            entry.refuse("variant", "Must not be given together with itemVariantId.")
    rows = tx.all(
        "names.variants",
        item_ids=[entry.body["item_id"] for entry in asked],
        sizes=[entry.body["variant"] for entry in asked],
    )
    found: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        found.setdefault((row["item_id"], row["size"]), []).append(row["id"])
    for entry in asked:
        variants = sorted(set(found.get((entry.body["item_id"], entry.body["variant"]), [])))
        if len(variants) == 1:
            entry.body["item_variant_id"] = variants[0]
        elif entry.is_good:
            entry.refuse("variant", "Names no variant of the item, or several of them.")


def _check_items(tx: Transaction, entries: Sequence[Entry]) -> dict[int, Row]:
    """See that warehouse, item and variant are there; by the file's line the facts of its item, and where it lies."""
    bodies = [{"vendor_id": None, "warehouse_id": entry.body["warehouse_id"]} for entry in entries]
    if not bodies:
        return {}
    found = find_parties(tx, PURCHASES, bodies)
    facts = item_facts(tx, PURCHASES, [entry.body for entry in entries])
    for entry, row, fact in zip(entries, found, facts, strict=True):
        if entry.body["warehouse_id"] is not None and row["warehouse_id"] is None:
            entry.refuse("warehouseId", names_no())
        _check_item(entry, fact)
    return {
        entry.line: fact | {"warehouse_id": entry.body["warehouse_id"] or row["default_warehouse_id"]}
        for entry, row, fact in zip(entries, found, facts, strict=True)
    }


def _check_item(entry: Entry, fact: Row) -> None:
    body = entry.body
    if body["kind"] == "ADJUSTMENT" and body["quantity"] < 0 and body["unit_cost"] is not None:
        entry.refuse("unitCost", "Must not be given where goods leave: they leave at the average.")
    if fact["item_id"] is None:
        entry.refuse("itemId", names_no("item"))
    elif fact["item_variant_id"] is None and body["item_variant_id"]:
        entry.refuse("itemVariantId", NO_VARIANT)
    elif not fact["track_inventory"]:
        entry.refuse("itemId", "The item is not kept in stock (trackInventory).")
    elif abs(body["quantity"]) * (body["unit_cost"] or fact["rate"]) > MONEY_MAX:
        entry.refuse("unitCost", TOO_DEAR)


def _placed(tx: Transaction, entries: Sequence[Entry], facts: Mapping[int, Row]) -> list[tuple[Entry, Place]]:
    """Each entry with its position; one whose item has several variants and that names none is at fault."""
    for entry in entries:
        if len(facts[entry.line]["variant_ids"]) > 1:
            entry.refuse("variant", UNCLEAR)
    clear = good(entries)
    goods = goods_of(tx, [facts[entry.line] | {"id": str(entry.line)} for entry in clear])
    return [(entry, goods[str(entry.line)][0]) for entry in clear]


def _move(
    tx: Transaction,
    held: LockedPositions,
    placed: Sequence[tuple[Entry, Place]],
    costs: Mapping[int, Decimal],
) -> None:
    moving = [(entry, place) for entry, place in placed if entry.body["quantity"]]
    entries = dict(zip(new_ids("adj", len(moving)), (entry for entry, _ in moving), strict=True))
    moves: list[Move] = [
        (("STOCK", id), _movement(entry.body, place, costs[entry.line]))
        for (id, entry), (_, place) in zip(entries.items(), moving, strict=True)
    ]
    tx.defer(*held.book(moves, lambda move: entries[move[0][1]].refuse("quantity", TOO_MUCH)))


def _movement(body: Row, place: Place, bought_at: Decimal) -> Movement:
    quantity, unit_cost = body["quantity"], body["unit_cost"]
    if body["kind"] == "OPENING":
        return Movement(
            place, "OPENING_IN", quantity, unit_cost=bought_at if unit_cost is None else unit_cost
        )
    if quantity < 0:
        return Movement(place, "ADJUSTMENT_OUT", -quantity)
    return Movement(place, "ADJUSTMENT_IN", quantity, unit_cost=unit_cost)


def _set_thresholds(tx: Transaction, placed: Sequence[tuple[Entry, Place]]) -> None:
    # Of two lines for one position the later one counts.
    thresholds = {
        place: entry.body["low_stock_threshold"]
        for entry, place in placed
        if entry.body["low_stock_threshold"] is not None
    }
    if thresholds:
        tx.execute("stock.set_thresholds", **_columns(list(thresholds)), thresholds=list(thresholds.values()))


def _tell(tx: Transaction, placed: Sequence[tuple[Entry, Place]]) -> None:
    rows = tx.all("stock.positions_at", **_columns([place for _, place in placed])) if placed else []
    for row in rows:
        placed[row["place"]][0].result = {"id": row["id"], "number": None}


def _columns(places: Sequence[Place]) -> dict[str, Any]:
    return {
        "item_variant_ids": [variant for variant, _ in places],
        "warehouse_ids": [warehouse for _, warehouse in places],
    }
