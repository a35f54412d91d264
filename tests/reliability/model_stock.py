"""Goods as plain figures: what there is of each item, and what left with which document."""

from dataclasses import dataclass
from decimal import Decimal

from tests.reliability.model_documents import NOTHING, rounded


@dataclass
class Pile:
    """The goods of one item: quantity, value and average cost."""

    quantity: Decimal = NOTHING
    value: Decimal = NOTHING
    average: Decimal = NOTHING

    def put(self, quantity: Decimal, unit_cost: Decimal | None = None, cost: Decimal | None = None) -> None:
        """Goods that come at a cost, at the average unless told; they first cover what was missing."""
        unit_cost = self.average if unit_cost is None else unit_cost
        cost = rounded(quantity * unit_cost) if cost is None else cost
        before, self.quantity = self.quantity, self.quantity + quantity
        if before > 0:
            self.value += cost
            self.average = rounded(self.value / self.quantity, "0.000001")
            return
        self.average = unit_cost
        self.value = cost if before == 0 else rounded(self.quantity * unit_cost)

    def take(self, quantity: Decimal) -> tuple[Decimal, Decimal]:
        """Goods that leave at the average: unit cost and cost."""
        self.quantity -= quantity
        cost = rounded(quantity * self.average)
        if self.quantity == 0:
            cost, self.value = self.value, NOTHING
        elif self.quantity > 0:
            # What is rounded up each time may use the value up before the goods.
            cost = min(cost, self.value)
            self.value -= cost
        else:
            self.value = rounded(self.quantity * self.average)
        return self.average, cost


@dataclass(frozen=True)
class Gone:
    """Goods that a line took out of stock, and what they cost."""

    item: str
    line: str
    quantity: Decimal
    unit_cost: Decimal
    cost: Decimal


@dataclass
class Count:
    """Goods that a count of the stock found: more (`unit_cost` may be said) or, below zero, less."""

    item: str
    quantity: Decimal
    unit_cost: Decimal | None
    id: str = ""
    day: str = ""

    def change(self, pile: Pile) -> None:
        if self.quantity < 0:
            pile.take(-self.quantity)
        else:
            pile.put(self.quantity, self.unit_cost)
