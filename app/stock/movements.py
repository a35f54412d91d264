"""Movements of stock: planned as pure data, booked with as many statements for one line as for a thousand."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from app.database import Row, Statement, Transaction
from app.errors import Conflict
from app.ids import new_ids
from app.money import MONEY_MAX
from app.stock.moving_average import Position, Valued, issue, receive
from app.wire import to_json_exactly

# What the columns of positions and movements hold.
_MOST_ON_HAND = 10**12
_MOST_PER_UNIT = 10**13

# Where the goods of a movement lie: (item variant, warehouse).
Place = tuple[str, str]
# The document of a movement: (type, id).
Source = tuple[str, str]
Move = tuple[Source, "Movement"]


@dataclass(frozen=True)
class Movement:
    """Goods that come or go. `quantity` is positive, the type says the direction (spec 2.22).

    `unit_cost` is what incoming goods cost, None the position's average; what leaves does so at the average.
    `total_cost` is given where it does not follow from the unit cost: bought goods bring what was taxed of them,
    goods that come back what they left with.
    """

    place: Place
    movement_type: str
    quantity: Decimal
    line_id: str | None = None
    unit_cost: Decimal | None = None
    total_cost: Decimal | None = None
    reverses_id: str | None = None

    def applied_to(self, position: Position) -> Valued:
        """What the movement costs and leaves behind."""
        if self.movement_type.endswith("_OUT"):
            return issue(position, self.quantity)
        unit_cost = position.average_cost if self.unit_cost is None else self.unit_cost
        return receive(position, self.quantity, unit_cost, self.total_cost)


def book(tx: Transaction, source_type: str, source_id: str, movements: Sequence[Movement]) -> list[Statement]:
    """As `book_all`, for the movements of one document."""
    return book_all(tx, [((source_type, source_id), movement) for movement in movements])


def _conflict(_: Move) -> None:
    raise Conflict("The stock of an item would be more than can be kept account of.")


def book_all(
    tx: Transaction, moves: Sequence[Move], refuse: Callable[[Move], None] = _conflict
) -> list[Statement]:
    """Lock the positions, work the movements out in their order, and answer the statements that store them.

    The caller runs the statements with its own writes. `refuse` is told of each movement after which a position
    would be more than can be stored; it raises Conflict unless it is given, else that movement is left out.
    """
    if not moves:
        return []
    positions = hold_positions(tx, {movement.place for _, movement in moves})
    rows: list[Row] = []
    ids = new_ids("mov", len(moves))
    for id, move in zip(ids, moves, strict=True):
        source, movement = move
        valued = movement.applied_to(positions[movement.place])
        if _is_storable(valued):
            positions[movement.place] = valued.after
            rows.append(_row(id, movement, valued, source))
        else:
            refuse(move)
    changed = [_position_row(place, position) for place, position in positions.items()]
    return [
        ("stock.add_movements", {"movements": to_json_exactly(rows)}),
        ("stock.update_positions", {"positions": to_json_exactly(changed)}),
    ]


def hold_positions(tx: Transaction, places: Iterable[Place]) -> dict[Place, Position]:
    """Lock the positions until the transaction ends, made where there are none."""
    ordered = sorted(places)
    named = {
        "item_variant_ids": [variant for variant, _ in ordered],
        "warehouse_ids": [warehouse for _, warehouse in ordered],
    }
    rows = tx.all("stock.lock_positions", **named)
    if not rows:
        made = named | {"ids": new_ids("pos", len(ordered))}
        *_, rows = tx.together(("stock.make_positions", made), ("stock.lock_positions", named))
    return {
        (row["item_variant_id"], row["warehouse_id"]): Position(
            row["quantity_on_hand"], row["value"], row["average_cost"]
        )
        for row in rows
    }


def _is_storable(valued: Valued) -> bool:
    after = valued.after
    amounts = (after.value, valued.total_cost)
    per_unit = (after.average_cost, valued.unit_cost)
    return (
        abs(after.quantity) < _MOST_ON_HAND
        and all(abs(amount) <= MONEY_MAX for amount in amounts)
        and all(cost < _MOST_PER_UNIT for cost in per_unit)
    )


def _row(id: str, movement: Movement, valued: Valued, source: Source) -> Row:
    variant, warehouse = movement.place
    return {
        "id": id,
        "item_variant_id": variant,
        "warehouse_id": warehouse,
        "movement_type": movement.movement_type,
        "quantity": movement.quantity,
        "unit_cost": valued.unit_cost,
        "total_cost": valued.total_cost,
        "balance_after": valued.after.quantity,
        "avg_cost_after": valued.after.average_cost,
        "source_doc_type": source[0],
        "source_doc_id": source[1],
        "source_doc_line_id": movement.line_id,
        "reverses_id": movement.reverses_id,
    }


def _position_row(place: Place, position: Position) -> Row:
    return {
        "item_variant_id": place[0],
        "warehouse_id": place[1],
        "quantity_on_hand": position.quantity,
        "value": position.value,
        "average_cost": position.average_cost,
    }
