"""Valuation at the moving average (Ind AS 2, paragraph 27: cost is averaged anew at each receipt). Pure.

A position is kept as quantity and value; `average_cost` is what a unit costs when it leaves. Goods may leave
before they came: the position is negative then, and the next receipt sets the cost of what was missing.
"""

from dataclasses import dataclass
from decimal import Decimal

from app.money import ZERO, micro, paisa


@dataclass(frozen=True, slots=True)
class Position:
    """Quantity at 6 places, value at 2, average cost per unit at 6."""

    quantity: Decimal = Decimal(0)
    value: Decimal = ZERO
    average_cost: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True)
class Valued:
    """A movement's cost, and the position after it. `total_cost` is never negative; the type says the direction."""

    unit_cost: Decimal
    total_cost: Decimal
    after: Position


def receive(
    position: Position, quantity: Decimal, unit_cost: Decimal, total_cost: Decimal | None = None
) -> Valued:
    """Receive goods at a cost of their own; `total_cost` is given where it is not quantity × unit cost.

    Into an empty or negative position they set the average: they first cover the shortage at their cost.
    """
    total = paisa(quantity * unit_cost) if total_cost is None else total_cost
    on_hand = position.quantity + quantity
    if position.quantity > 0:
        value = position.value + total
        return Valued(unit_cost, total, Position(on_hand, value, micro(value / on_hand)))
    value = total if position.quantity == 0 else _worth(on_hand, unit_cost)
    return Valued(unit_cost, total, Position(on_hand, value, unit_cost))


def issue(position: Position, quantity: Decimal) -> Valued:
    """Issue goods at the average; an issue that empties the position takes all of its value."""
    on_hand = position.quantity - quantity
    cost = position.average_cost
    if on_hand == 0:
        return Valued(cost, max(position.value, ZERO), Position(on_hand, ZERO, cost))
    total = paisa(quantity * cost)
    if on_hand < 0:
        return Valued(cost, total, Position(on_hand, _worth(on_hand, cost), cost))
    # Rounding each issue to the paisa may use the value up before the goods: the rest leaves for nothing.
    total = min(total, position.value)
    return Valued(cost, total, Position(on_hand, position.value - total, cost))


def take_back(position: Position, quantity: Decimal, unit_cost: Decimal, total_cost: Decimal) -> Valued:
    """Issue goods at the cost that they came with, as if they had not come.

    Less of that cost may be left: other goods may have left at an average that these had raised. An issue that empties
    the position takes all of its value. If fewer goods are left than go, the average stays as it is.
    """
    on_hand, average = position.quantity - quantity, position.average_cost
    if on_hand < 0:
        return Valued(unit_cost, total_cost, Position(on_hand, _worth(on_hand, average), average))
    total = max(position.value, ZERO) if on_hand == 0 else min(total_cost, position.value)
    value = position.value - total
    return Valued(unit_cost, total, Position(on_hand, value, micro(value / on_hand) if on_hand else average))


def _worth(quantity: Decimal, unit_cost: Decimal) -> Decimal:
    return paisa(quantity * unit_cost)
