"""Stock without a document: what positions open with, and what a count found to be otherwise."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from app.documents.creation import NewDocument
from app.documents.lines import NO_VARIANT, item_facts
from app.documents.parties import PURCHASES, find_parties
from app.documents.stock_moves import TOO_DEAR, TOO_MUCH_OF_IT
from app.errors import names_no
from app.ids import new_ids
from app.money import MONEY_MAX
from app.postgres.database import Row, Transaction
from app.stock.movements import LockedPositions, Move, Movement, StockLocation
from app.stock.stocked_lines import UNCLEAR, locations_of
from app.wire import camel

# A count, the facts of its item, and the position that it is of.
_Placed = tuple[NewDocument, Row, StockLocation]


def create(tx: Transaction, bodies: Sequence[Row], positions: LockedPositions) -> list[NewDocument]:
    """Book opening stock and adjustments from bodies as `app.schemas.stock` loads them; those at fault are left out.

    The row of each good one has the ids of its position and its movement, and what the position is after it; of what
    moves nothing only the position's. The caller stores the positions when all sets are booked.
    """
    counts = [NewDocument(id, body) for id, body in zip(new_ids("adj", len(bodies)), bodies, strict=True)]
    placed = _placed(tx, _with_facts(tx, counts))
    # A position may be there for its threshold alone.
    positions.hold(place for _, _, place in placed)
    _move(tx, positions, placed)
    _set_thresholds(tx, placed)
    _tell_positions(tx, placed)
    return counts


def create_alone(tx: Transaction, bodies: Sequence[Row]) -> list[NewDocument]:
    """Run `create` for a single set, and store its positions."""
    positions = LockedPositions(tx)
    counts = create(tx, bodies, positions)
    tx.defer(*positions.changed())
    return counts


def answer(_tx: Transaction, count: NewDocument) -> Row:
    """Return the answer for a stock count that was booked, by names on the wire."""
    return {camel(name): value for name, value in count.row.items()}


def _with_facts(tx: Transaction, counts: Sequence[NewDocument]) -> list[tuple[NewDocument, Row]]:
    """Check warehouse, item and variant. Return each count with the facts of its item, which name the warehouse."""
    bodies = [{"vendor_id": None, "warehouse_id": count.body["warehouse_id"]} for count in counts]
    found = find_parties(tx, PURCHASES, bodies)
    facts = item_facts(tx, PURCHASES, [count.body for count in counts])
    for count, row, fact in zip(counts, found, facts, strict=True):
        if count.body["warehouse_id"] is not None and row["warehouse_id"] is None:
            count.refuse("warehouseId", names_no())
        _check_item(count, fact)
    return [
        (count, fact | {"id": count.id, "warehouse_id": row["warehouse_id"] or row["default_warehouse_id"]})
        for count, row, fact in zip(counts, found, facts, strict=True)
    ]


def _check_item(count: NewDocument, fact: Row) -> None:
    body = count.body
    if body["kind"] == "ADJUSTMENT" and body["quantity"] < 0 and body["unit_cost"] is not None:
        count.refuse("unitCost", "Must not be given where goods leave: they leave at the average.")
    if fact["item_id"] is None:
        count.refuse("itemId", names_no("item"))
    elif fact["item_variant_id"] is None and body["item_variant_id"]:
        count.refuse("itemVariantId", NO_VARIANT)
    elif not fact["track_inventory"]:
        count.refuse("itemId", "The item is not kept in stock (trackInventory).")
    elif abs(body["quantity"]) * (body["unit_cost"] or fact["rate"]) > MONEY_MAX:
        count.refuse("unitCost", TOO_DEAR)


def _placed(tx: Transaction, counts: Sequence[tuple[NewDocument, Row]]) -> list[_Placed]:
    """Return the good counts with their positions. A count of an item with several variants must name one."""
    for count, fact in counts:
        if len(fact["variant_ids"]) > 1:
            count.refuse("variant" if "variant" in count.body else "itemVariantId", UNCLEAR)
    clear = [(count, fact) for count, fact in counts if count.is_good]
    places = locations_of(tx, [fact for _, fact in clear])
    return [(count, fact, places[count.id]) for count, fact in clear]


def _move(tx: Transaction, positions: LockedPositions, placed: Iterable[_Placed]) -> None:
    moving = {count.id: (count, fact, place) for count, fact, place in placed if count.body["quantity"]}
    moves: list[Move] = [
        (("STOCK", id), _movement(count.body, place, fact["rate"]))
        for id, (count, fact, place) in moving.items()
    ]
    statements, refused = positions.book(moves)
    for (_, id), _movement_refused in refused:
        moving[id][0].refuse("quantity", TOO_MUCH_OF_IT)
    tx.defer(*statements)


def _movement(body: Row, place: StockLocation, bought_at: Decimal) -> Movement:
    quantity, unit_cost, notes = body["quantity"], body["unit_cost"], body["notes"]
    if body["kind"] == "OPENING":
        cost = bought_at if unit_cost is None else unit_cost
        return Movement(place, "OPENING_IN", quantity, unit_cost=cost, notes=notes)
    if quantity < 0:
        return Movement(place, "ADJUSTMENT_OUT", -quantity, notes=notes)
    return Movement(place, "ADJUSTMENT_IN", quantity, unit_cost=unit_cost, notes=notes)


def _set_thresholds(tx: Transaction, placed: Iterable[_Placed]) -> None:
    # Of two counts of one position the later one decides.
    thresholds = {
        place: count.body["low_stock_threshold"]
        for count, _, place in placed
        if count.body.get("low_stock_threshold") is not None
    }
    if thresholds:
        tx.defer(("stock.set_thresholds", _columns(thresholds) | {"thresholds": list(thresholds.values())}))


def _tell_positions(tx: Transaction, placed: Sequence[_Placed]) -> None:
    if not placed:
        return
    ids = [count.id for count, _, _ in placed]
    for row in tx.all("stock.counted", ids=ids, **_columns(place for _, _, place in placed)):
        placed[row.pop("place")][0].row = row


def _columns(places: Iterable[StockLocation]) -> dict[str, Any]:
    ordered = list(places)
    return {
        "item_variant_ids": [variant for variant, _ in ordered],
        "warehouse_ids": [warehouse for _, warehouse in ordered],
    }
