"""Goods that come back with credit notes, as plain figures: no more than was sold, at what they left with."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from tests.reliability.model_documents import NOTHING, Claim, Line, Refused, rounded
from tests.reliability.model_stock import Gone


@dataclass(frozen=True)
class Back:
    """Goods that came back of an invoice, perhaps of one of its lines, and what they brought."""

    item: str | None
    line: str | None
    quantity: Decimal
    cost: Decimal = NOTHING


@dataclass(kw_only=True)
class Sale(Claim):
    """An invoice, what it took out of stock, and what came back of that."""

    unsettled = "SENT"
    takes_credit: bool
    number: int | None = None
    gone: list[Gone] = field(default_factory=list)
    back: list[Back] = field(default_factory=list)

    def check_returned(self, line: Line, earlier: Sequence[Back], named: str) -> None:
        """Refuse more of the original line, or of the item, than is not back yet."""
        back = [*self.back, *earlier]
        sold = [own.quantity for own in self.lines if own.id == line.original]
        if sold and line.quantity > sold[0] - _quantity(part for part in back if part.line == line.original):
            raise Refused(named)
        left = self.quantity_of(line.item) - _quantity(part for part in back if part.item == line.item)
        if line.item and line.quantity > left:
            raise Refused(named)

    def take_back(self, line: Line, *, in_stock: bool) -> tuple[Decimal | None, Decimal | None]:
        """Take back the goods of a line; return their unit cost and cost, None for the average."""
        unit_cost, cost = self._cost_of(line) if in_stock else (None, None)
        self.back.append(Back(line.item, line.original, line.quantity, cost or NOTHING))
        return unit_cost, cost

    def _cost_of(self, line: Line) -> tuple[Decimal | None, Decimal | None]:
        gone = [out for out in self.gone if out.item == line.item]
        if not gone:
            return None, None
        quantity, cost = self._left(lambda part: part.item == line.item)
        if line.quantity == quantity:
            # The last of it brings what is left, whichever lines the notes named.
            return gone[0].unit_cost, cost
        of_line, cost_of_line = quantity, cost
        # An edit that leaves the quantities as they are moves no goods: its new lines have none of their own.
        if any(out.line == line.original for out in gone):
            of_line, cost_of_line = self._left(lambda part: part.line == line.original)
        return gone[0].unit_cost, min(rounded(cost_of_line * line.quantity / of_line), cost)

    def _left(self, of_it: Callable[[Gone | Back], bool]) -> tuple[Decimal, Decimal]:
        gone = [part for part in self.gone if of_it(part)]
        back = [part for part in self.back if of_it(part)]
        quantity = _quantity(gone) - _quantity(back)
        return quantity, sum((part.cost for part in gone), NOTHING) - sum(
            (part.cost for part in back), NOTHING
        )


def _quantity(parts: Iterable[Gone | Back]) -> Decimal:
    return sum((part.quantity for part in parts), NOTHING)
