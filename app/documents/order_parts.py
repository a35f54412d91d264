"""Parts of an order's lines: quantities, discounts and sizes that add up to the whole. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext

from app.errors import Conflict, Invalid
from app.money import EXACT, ZERO, paisa, trim_zeros
from app.schemas.numbers import ONE
from app.tax.area import area_quantity
from app.tax.gst import TaxError
from app.wire import Row

_SIZES = ("width", "height", "length_unit", "qty_count")


@dataclass(frozen=True)
class LinePart:
    """A part of a stored line. `discount` is its part of the line's own discount, `share` that of the line's share of
    the document discount; the part that takes all that is left takes the rest of both."""

    line: Row
    quantity: Decimal
    discount: Decimal
    share: Decimal

    @property
    def is_whole(self) -> bool:
        """Return whether the part is the whole line."""
        whole: bool = self.quantity == self.line["quantity"]
        return whole

    @property
    def taken(self) -> Row:
        """The figures of the part that are stored with the document made of it."""
        return {"quantity": self.quantity, "discount": self.discount, "share": self.share}

    @property
    def body(self) -> Row:
        """The fields of the line body that makes this part; all others come from the original."""
        named = {name: self.line[name] for name in ("item_id", "item_variant_id")}
        return (
            named
            | self._sizes()
            | {"quantity": self.quantity, "discount": self.discount, "of_original": True}
        )

    def _sizes(self) -> Row:
        """Return width, height and count; None for width and height if no count of pieces makes exactly this
        quantity."""
        sizes = {name: self.line[name] for name in _SIZES}
        if self.line["width"] is None or self.line["height"] is None:
            return sizes
        count = EXACT.divide(
            EXACT.multiply(self.line["qty_count"] or ONE, self.quantity), self.line["quantity"]
        )
        sizes["qty_count"] = count.quantize(Decimal("0.000001"))
        return sizes if _makes(self.line, sizes, self.quantity) else sizes | {"width": None, "height": None}


def _makes(line: Row, sizes: Row, quantity: Decimal) -> bool:
    if sizes["qty_count"] <= 0:
        return False
    try:
        return area_quantity(0, unit=line["unit"], **sizes) == quantity
    except TaxError:
        return False


def left_of(line: Row) -> Decimal:
    """Return the quantity of a line that is not converted yet."""
    left: Decimal = line["quantity"] - line["taken_quantity"]
    return left


def all_left(lines: Sequence[Row]) -> list[LinePart]:
    """Return the remaining parts of lines. Raise Conflict if nothing is left."""
    parts = [_part(line, left_of(line)) for line in lines if left_of(line) > 0]
    if not parts:
        raise Conflict("Nothing is left of it to be converted.")
    return parts


def parts_asked(lines: Sequence[Row], asked: Sequence[Row]) -> list[LinePart]:
    """Return the requested parts, each by `id` and `quantity`, in the order of the lines.

    Raise Invalid for a line of another order and for more than the whole line, Conflict for more than is left.
    """
    known = {line["id"]: line for line in lines}
    faults = [fault for place, one in enumerate(asked) for fault in _faults(place, one, known)]
    if faults:
        raise Invalid(faults)
    wanted = {one["id"]: one["quantity"] for one in asked}
    for place, one in enumerate(asked):
        left = left_of(known[one["id"]])
        if one["quantity"] > left:
            raise Conflict(f"Of lines.{place} {trim_zeros(left)} is left to be converted.")
    return [_part(line, wanted[line["id"]]) for line in lines if line["id"] in wanted]


def _faults(place: int, one: Row, known: dict[str, Row]) -> list[tuple[str, str]]:
    line = known.get(one["id"])
    if line is None:
        return [(f"lines.{place}.id", "Names no line of this document.")]
    if one["quantity"] > line["quantity"]:
        return [(f"lines.{place}.quantity", f"Is more than the line has, {trim_zeros(line['quantity'])}.")]
    return []


def _part(line: Row, quantity: Decimal) -> LinePart:
    left, gross = left_of(line), paisa(EXACT.multiply(quantity, line["rate"]))
    # Prices of less than a paisa: the rest of a discount can be more than the last part comes to.
    discount = min(_part_of(line["discount"] - line["taken_discount"], left, quantity), gross)
    share = min(_part_of(_share_of(line) - line["taken_share"], left, quantity), gross - discount)
    return LinePart(line, quantity, discount, share)


def _share_of(line: Row) -> Decimal:
    """Return a line's share of the document discount, worked out as a difference: old lines do not store it."""
    net: Decimal = line["total"] if line["is_price_inclusive"] else line["taxable_amount"]
    discount: Decimal = line["discount"]
    return paisa(EXACT.multiply(line["quantity"], line["rate"])) - discount - net


def _part_of(rest: Decimal, left: Decimal, quantity: Decimal) -> Decimal:
    """Return the part of the remaining discount that belongs to `quantity` of the remaining quantity, to the paisa."""
    with localcontext(EXACT):
        return paisa(max(rest, ZERO) * quantity / left)
