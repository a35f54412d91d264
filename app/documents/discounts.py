"""The discount of a line that is given back in parts. Pure."""

from dataclasses import dataclass
from decimal import Decimal, localcontext

from app.money import EXACT, ZERO, paisa


@dataclass(frozen=True, slots=True)
class Discounted:
    """A quantity and the discount on it: of a whole line, or of what is left of one."""

    quantity: Decimal
    discount: Decimal

    def part(self, quantity: Decimal) -> Decimal:
        """The discount on a part, by quantity, to the paisa; on all of it, all of the discount."""
        with localcontext(EXACT):
            return paisa(self.discount * quantity / self.quantity)

    def without(self, quantity: Decimal, discount: Decimal) -> "Discounted":
        """What is left; a note may state more discount than there was, and then none is."""
        return Discounted(self.quantity - quantity, max(self.discount - discount, ZERO))


class DiscountInParts:
    """A line's discount, and what is left of it after the parts that were given back."""

    def __init__(self, whole: Discounted) -> None:
        self._whole = whole
        self._left = whole

    def part(self, quantity: Decimal) -> Decimal:
        """The discount on a part: of what is left, so that the last part takes the rest to the paisa.

        More than is left was not billed. It has its share of the whole, as if nothing had been given back.
        """
        source = self._left if quantity <= self._left.quantity else self._whole
        return source.part(quantity)

    def give_back(self, quantity: Decimal, discount: Decimal) -> None:
        """Count a part, with the discount that it came to."""
        self._left = self._left.without(quantity, discount)
