"""Figures of the parts of document lines that lines of notes give back. All parts add up to the line exactly. Pure.

At the price of the original line a part is its share, by quantity, of what is left of every figure; the last part takes
the rest. At another price only the price is lowered: no quantity is used up, unless goods come back at it.
"""

from collections.abc import Mapping
from decimal import Decimal, localcontext

from app.documents.line_inputs import line_input
from app.errors import Conflict
from app.money import EXACT, ZERO, paisa, share_out, trim_zeros
from app.tax.gst import TaxedLine, TaxError, TaxKind, tax_line
from app.wire import Row, camel

_TAXES = ("cgst_amount", "sgst_amount", "igst_amount", "cess_amount")
FIGURES = ("discount", "document_discount_share", "taxable_amount", *_TAXES)
# Fields that a line takes from its original and may not change.
_THE_SAME = ("unit", "tax_rate_percent", "taxability", "cess_rate_percent")

Figures = dict[str, Decimal]


class LineLeft:
    """The part of a stored line that no note has given back: its quantity and figures. It begins as the whole line."""

    def __init__(self, line: Row) -> None:
        self.quantity: Decimal = line["quantity"]
        self.figures: Figures = {name: line[name] for name in FIGURES}
        self._is_price_inclusive: bool = line["is_price_inclusive"]

    def copy(self) -> "LineLeft":
        """Return a copy, so that giving back from it leaves this one."""
        return LineLeft(
            {"quantity": self.quantity, "is_price_inclusive": self._is_price_inclusive} | self.figures
        )

    def become(self, other: "LineLeft") -> None:
        """Take over quantity and figures of another."""
        self.quantity, self.figures = other.quantity, other.figures

    def part(self, quantity: Decimal) -> Figures:
        """Return the figures of a part; for the whole remaining quantity all that is left. Raise ValueError for more
        than that."""
        if quantity > self.quantity:
            raise ValueError("A part is more than what is left.")
        if quantity == self.quantity:
            return dict(self.figures)
        left = self.figures
        with localcontext(EXACT):
            part = {name: paisa(left[name] * quantity / self.quantity) for name in _TAXES}
            # The weights add up to the line's price; it contains the taxes if it is inclusive.
            within = _TAXES if self._is_price_inclusive else ()
            weights = [
                left["discount"],
                left["document_discount_share"],
                sum((left[name] for name in within), left["taxable_amount"]),
            ]
            amount = paisa(sum(weights, ZERO) * quantity / self.quantity)
            discount, share, net = share_out(amount, weights)
            taxable = net - sum((part[name] for name in within), ZERO)
        part |= {"discount": discount, "document_discount_share": share}
        return part | {"taxable_amount": min(max(taxable, ZERO), left["taxable_amount"])}

    def take(self, quantity: Decimal, figures: Mapping[str, Decimal]) -> None:
        """Subtract what was given back; a figure that is used up becomes 0."""
        self.quantity -= quantity
        self.figures = {name: max(left - figures[name], ZERO) for name, left in self.figures.items()}

    def take_stored(self, given: Row) -> None:
        """Count what stored lines gave back: their sums, whether `at_its_price`, and whether goods came back."""
        figures = {name: given[name] for name in FIGURES}
        if given["at_its_price"]:
            self.take(given["quantity"], figures)
        else:
            self.take_lowered(given["quantity"] if given["restock"] else ZERO, figures)

    def take_lowered(self, returned: Decimal, figures: Figures) -> None:
        """Subtract what was given back at another price.

        Goods that were `returned` at it use up their part of the line, even where less is given back for them.
        """
        taken = figures | {"discount": ZERO, "document_discount_share": ZERO}
        if 0 < returned <= self.quantity:
            part = self.part(returned)
            taken = {name: max(amount, taken[name]) for name, amount in part.items()}
        self.take(returned, taken)


def refuse_stored(line: Row, original: Row) -> list[tuple[str, str]]:
    """Subtract a stored line from what is `left` of its original, and set its `at_its_price`. Return the faults of the
    line.

    Raise Conflict where parts were given back since, so that it is another part now.
    """
    place, left = line["sort_order"], original["left"]
    line["at_its_price"] = line["rate"] == original["rate"]
    if line["quantity"] > left.quantity:
        return [(_path(place, "quantity"), _too_much(left))]
    if line["taxable_amount"] > left.figures["taxable_amount"]:
        return [(_path(place, "rate"), _too_dear(line["taxable_amount"], left))]
    figures = {name: line[name] for name in FIGURES}
    names = FIGURES if line["at_its_price"] else _TAXES
    is_last = line["at_its_price"] and line["quantity"] == left.quantity
    if any(figures[name] > left.figures[name] or (is_last and figures != left.figures) for name in names):
        raise Conflict(
            f"Of the original of lines.{place} other parts were given back since: write the note anew."
        )
    left.take_stored(line)
    return []


def give_back(place: int, line: Row, original: Row, left: LineLeft, kind: TaxKind) -> Row:
    """Return a completed line of a note with its `figures`, and subtract them from what is left of its original.

    Raise TaxError for more than is left, and for facts that differ from the original's.
    """
    for name in _THE_SAME:
        if line[name] != original[name]:
            raise TaxError(_path(place, name), f"Must be the original line's, {_said(original[name])}.")
    quantity = left.quantity if line["quantity"] is None else line["quantity"]
    if not 0 < quantity <= left.quantity:
        raise TaxError(_path(place, "quantity"), _too_much(left))
    line = line | {"quantity": quantity, "at_its_price": line["rate"] == original["rate"]}
    if line["at_its_price"]:
        return _as_billed(place, line, left)
    return _at_another_price(place, line, left, kind)


def _as_billed(place: int, line: Row, left: LineLeft) -> Row:
    part = left.part(line["quantity"])
    if line["discount"] not in (None, part["discount"]):
        message = f"Must be left out, or the part of the original line's, {part['discount']}."
        raise TaxError(_path(place, "discount"), message)
    left.take(line["quantity"], part)
    return line | {"discount": part["discount"], "figures": _taxed(part, line["is_price_inclusive"])}


def _at_another_price(place: int, line: Row, left: LineLeft, kind: TaxKind) -> Row:
    line = line | {"discount": line["discount"] or ZERO}
    taxed = tax_line(place, line_input(line), kind)
    most = left.figures
    if taxed.taxable_amount > most["taxable_amount"]:
        raise TaxError(_path(place, "rate"), _too_dear(taxed.taxable_amount, left))
    figures = {name: min(getattr(taxed, name), most[name]) for name in _TAXES}
    if taxed.taxable_amount == most["taxable_amount"]:
        figures = {name: most[name] for name in _TAXES}
    figures |= {"discount": line["discount"], "document_discount_share": ZERO}
    figures |= {"taxable_amount": taxed.taxable_amount}
    left.take_lowered(line["quantity"] if line.get("restock") else ZERO, figures)
    return line | {"figures": _taxed(figures, line["is_price_inclusive"])}


def _taxed(part: Figures, is_price_inclusive: bool) -> TaxedLine:
    tax = sum((part[name] for name in _TAXES), ZERO)
    total = part["taxable_amount"] + tax
    off = part["discount"] + part["document_discount_share"]
    if is_price_inclusive and total:
        with localcontext(EXACT):
            off = paisa(off * part["taxable_amount"] / total)
    return TaxedLine(
        gross_amount=part["taxable_amount"] + off,
        discount_share=part["document_discount_share"],
        taxable_amount=part["taxable_amount"],
        **{name: part[name] for name in _TAXES},
        total=total,
    )


def _too_much(left: LineLeft) -> str:
    return f"Must be at most what is left of the original line, {trim_zeros(max(left.quantity, ZERO))}."


def _too_dear(amount: Decimal, left: LineLeft) -> str:
    return f"Comes to {amount}: {left.figures['taxable_amount']} are left of the original line."


def _path(place: int, name: str) -> str:
    return f"lines.{place}.{camel(name)}"


def _said(value: object) -> str:
    return trim_zeros(value) if isinstance(value, Decimal) else str(value)
