"""Movements of stock: planned as pure data, booked with as many statements for one line as for a thousand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from operator import itemgetter

from app.errors import Conflict
from app.ids import new_ids
from app.money import MONEY_MAX
from app.postgres.database import Row, Statement, Transaction
from app.stock.moving_average import Position, Valued, issue, receive, take_back
from app.wire import to_json_exactly

TOO_MUCH = "The stock of an item would be more than can be kept account of."

# The bounds of the columns of positions and movements.
_MOST_ON_HAND = 10**12
_MOST_PER_UNIT = 10**13
# Positions that are kept in memory at once: some 32 MB.
_MOST_HELD = 50_000
# Movements take the lock shared, an import takes it alone first: it locks positions batch by batch, which is
# not the one order, and would deadlock with other transactions that lock the same ones.
SHARE_GOODS: Statement = ("locks.share", {"subject": "goods"})
TAKE_GOODS: Statement = ("locks.take", {"subject": "goods"})

# The place of the goods of a movement: (item variant, warehouse).
StockLocation = tuple[str, str]
# The document of a movement: (type, id).
Source = tuple[str, str]
Move = tuple[Source, "Movement"]


@dataclass(frozen=True)
class Movement:
    """Goods that come or go. `quantity` is positive, the type says the direction.

    `unit_cost` is the cost of the goods, None for the position's average, at which all leave but those that go back.
    `total_cost` is given where it does not follow from the unit cost: bought goods bring their taxable value, goods
    that come back the cost that they left with, and those that leave again the cost that they came with.
    """

    place: StockLocation
    movement_type: str
    quantity: Decimal
    line_id: str | None = None
    unit_cost: Decimal | None = None
    total_cost: Decimal | None = None
    reverses_id: str | None = None
    notes: str | None = None

    def applied_to(self, position: Position) -> Valued:
        """Return the movement's cost and the position after it."""
        if self.movement_type.endswith("_OUT"):
            if self.unit_cost is None or self.total_cost is None:
                return issue(position, self.quantity)
            return take_back(position, self.quantity, self.unit_cost, self.total_cost)
        unit_cost = position.average_cost if self.unit_cost is None else self.unit_cost
        return receive(position, self.quantity, unit_cost, self.total_cost)


def book(tx: Transaction, moves: Sequence[Move]) -> list[Statement]:
    """Lock the positions that goods move from and to, and work the movements out in their order.

    Return the statements that store them, to be run with the caller's own writes. Raise Conflict where a position would
    be more than can be stored.
    """
    positions = LockedPositions(tx)
    statements, refused = positions.book(moves)
    if refused:
        raise Conflict(TOO_MUCH)
    return statements + positions.changed()


class LockedPositions:
    """Positions that a transaction has locked: movements are worked out on them, and they are stored at the end.

    A transaction that moves goods batch by batch keeps the same ones for all batches. A row that a transaction has
    overwritten slows every look-up of it until the transaction ends: stored after each batch, the positions of
    1,000,000 invoices made the last ones three times as dear as the first.
    """

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self._positions: dict[StockLocation, Position] = {}
        self._moved: set[StockLocation] = set()
        # Positions that held nothing when they were locked.
        self._empty: set[StockLocation] = set()

    def hold(self, places: Iterable[StockLocation]) -> None:
        """Lock the positions until the transaction ends; create missing ones."""
        if len(self._positions) > _MOST_HELD:
            self._tx.defer(*self.changed())
            self._positions.clear()
        missing = sorted(set(places) - self._positions.keys())
        if missing:
            locked = _locked(self._tx, missing)
            self._positions |= locked
            self._empty |= {place for place, position in locked.items() if position.quantity == 0}

    def book(self, moves: Sequence[Move]) -> tuple[list[Statement], list[Move]]:
        """Work movements out in their order, those of one document one after another.

        Return the statements that store them, none where nothing moves, and the moves after which a position would be
        more than can be stored. A document with such a move moves nothing.
        """
        self.hold(movement.place for _, movement in moves)
        rows: list[Row] = []
        refused: list[Move] = []
        for source, own in groupby(moves, key=itemgetter(0)):
            moved, beyond = self._moved_by(source, [movement for _, movement in own])
            rows += moved
            refused += [(source, movement) for movement in beyond]
        for row, id in zip(rows, new_ids("mov", len(rows)), strict=True):
            row["id"] = id
        return [("stock.add_movements", {"movements": to_json_exactly(rows)})] if rows else [], refused

    def _moved_by(self, source: Source, movements: Sequence[Movement]) -> tuple[list[Row], list[Movement]]:
        """Return the rows of a document's movements, and those of them that cannot be stored."""
        after: dict[StockLocation, Position] = {}
        rows, refused = [], []
        for movement in movements:
            valued = movement.applied_to(after.get(movement.place) or self._positions[movement.place])
            if _is_storable(valued):
                after[movement.place] = valued.after
                rows.append(_row(movement, valued, source))
            else:
                refused.append(movement)
        if refused:
            return [], refused
        self._positions |= after
        self._moved |= after.keys()
        return rows, []

    def changed(self) -> list[Statement]:
        """Return the statements that store what has changed since the last call, if anything has."""
        rows = [_position_row(place, self._positions[place]) for place in sorted(self._moved)]
        filled = self._filled()
        self._moved.clear()
        stored: list[Statement] = [("stock.update_positions", {"positions": to_json_exactly(rows)})]
        revived: list[Statement] = [("stock.revive_variants_of_goods", {"ids": filled})]
        return stored * bool(rows) + revived * bool(filled)

    def _filled(self) -> list[str]:
        """Return the variants that hold goods where they held none: only these can have been taken out of their item
        meanwhile."""
        places = self._empty & self._moved
        self._empty -= places
        return sorted({place[0] for place in places if self._positions[place].quantity})


def _locked(tx: Transaction, ordered: Sequence[StockLocation]) -> dict[StockLocation, Position]:
    named = {
        "item_variant_ids": [variant for variant, _ in ordered],
        "warehouse_ids": [warehouse for _, warehouse in ordered],
    }
    _, rows = tx.run_all(SHARE_GOODS, ("stock.lock_positions", named))
    if not rows:
        made = named | {"ids": new_ids("pos", len(ordered))}
        *_, rows = tx.run_all(("stock.make_positions", made), ("stock.lock_positions", named))
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


def _row(movement: Movement, valued: Valued, source: Source) -> Row:
    variant, warehouse = movement.place
    return {
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
        "notes": movement.notes,
    }


def _position_row(place: StockLocation, position: Position) -> Row:
    return {
        "item_variant_id": place[0],
        "warehouse_id": place[1],
        "quantity_on_hand": position.quantity,
        "value": position.value,
        "average_cost": position.average_cost,
    }
