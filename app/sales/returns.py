"""Goods that come back with credit notes: no more than was sold, at the cost they left stock with."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext

from app.documents.creation import NewDocument
from app.money import EXACT, ZERO, paisa
from app.postgres.database import Row, Transaction
from app.stock.movements import Movement, StockLocation


def check_returned(tx: Transaction, notes: Sequence[NewDocument]) -> None:
    """Refuse more of an item than its invoice sold, less what OPEN notes brought back before.

    The invoices must be locked: notes about them in another transaction would not be seen.
    """
    returned = [(note, line) for note in notes for line in note.lines if line["restock"]]
    if not returned:
        return
    sold = _Sold(tx, returned)
    for note, line in returned:
        if fault := sold.fault(note, line):
            note.refuse(f"lines.{line['sort_order']}.quantity", fault)
        else:
            sold.take(note, line)


def _invoice_of(note: NewDocument, line: Row) -> str | None:
    """Return the invoice whose goods a line brings back: the note's, else that of the line's original."""
    original = note.original_lines.get(line["sort_order"], {})
    invoice_id: str | None = note.row["invoice_id"] or original.get("invoice_id")
    return invoice_id


class _Sold:
    """The quantities of items of invoices that may still come back."""

    def __init__(self, tx: Transaction, returned: Sequence[tuple[NewDocument, Row]]) -> None:
        ids = sorted(id for id in {_invoice_of(note, line) for note, line in returned} if id)
        rows = tx.all("credit_notes.returnable_items", invoice_ids=ids) if ids else []
        # Quantities by variant, those that came back negative; None where a line named no variant.
        self.of_item: dict[tuple[str, str], list[tuple[str | None, Decimal]]] = {}
        for row in rows:
            self._count((row["invoice_id"], row["item_id"]), row["item_variant_id"], row["quantity"])

    def fault(self, note: NewDocument, line: Row) -> str | None:
        """Return the message for a quantity that must not come back, else None."""
        of_item = self._left_of_item(note, line)
        if of_item is not None and line["quantity"] > of_item:
            left = max(of_item, Decimal(0)).normalize()
            return f"Must be at most what the invoice sold of the item and is not back yet, {left:f}."
        return None

    def take(self, note: NewDocument, line: Row) -> None:
        """Count the quantity that a line brings back."""
        invoice_id = _invoice_of(note, line)
        if invoice_id and line["item_id"]:
            self._count((invoice_id, line["item_id"]), line["item_variant_id"], -line["quantity"])

    def _left_of_item(self, note: NewDocument, line: Row) -> Decimal | None:
        invoice_id, variant_id = _invoice_of(note, line), line["item_variant_id"]
        if invoice_id is None or line["item_id"] is None:
            return None
        counted = self.of_item.get((invoice_id, line["item_id"]), [])
        # An item of one variant need not name it.
        same = (quantity for variant, quantity in counted if len({variant, variant_id} - {None}) <= 1)
        return sum(same, Decimal(0))

    def _count(self, goods: tuple[str, str], variant_id: str | None, quantity: Decimal) -> None:
        self.of_item.setdefault(goods, []).append((variant_id, quantity))


@dataclass
class _Left:
    """Goods that left stock and are not back yet: quantity, cost of a unit, and the total cost of the quantity."""

    quantity: Decimal
    unit_cost: Decimal
    total_cost: Decimal

    def part(self, quantity: Decimal) -> Decimal:
        """Return the cost of a part, proportional to quantity and rounded to the paisa. The whole costs exactly
        `total_cost`."""
        with localcontext(EXACT):
            return paisa(self.total_cost * quantity / self.quantity)

    def add(self, quantity: Decimal, total_cost: Decimal) -> None:
        """Add goods; negative figures take off goods that came back."""
        self.quantity += quantity
        self.total_cost += total_cost


class Returns:
    """The costs that goods of invoices left stock at: by the invoice's line, and by invoice and variant."""

    def __init__(self, tx: Transaction, notes: Sequence[NewDocument]) -> None:
        # By the id of a line, and by (invoice, variant).
        self.left: dict[Hashable, _Left] = {}
        # The variants that left: by the id of a line, and by (invoice, item).
        self.left_as: dict[Hashable, set[str]] = {}
        named = {_invoice_of(note, line) for note in notes for line in note.lines}
        ids = sorted(id for id in named if id)
        for row in tx.all("stock.costs_of_sale", invoice_ids=ids) if ids else []:
            self._add(row)
            for key in (row["line_id"], (row["invoice_id"], row["item_id"])):
                self.left_as.setdefault(key, set()).add(row["item_variant_id"])
        for row in tx.all("credit_notes.costs_of_return", invoice_ids=ids) if ids else []:
            self._add(row | {"quantity": -row["quantity"], "total_cost": -row["total_cost"]})

    def _add(self, row: Row) -> None:
        for key in (row["line_id"], (row["invoice_id"], row["item_variant_id"])):
            if key not in self.left and row["quantity"] < 0:
                continue  # back for a line of an edit after which no goods moved: they left with another line
            left = self.left.setdefault(key, _Left(Decimal(0), row["unit_cost"], ZERO))
            left.add(row["quantity"], row["total_cost"])

    def movement(self, note: NewDocument, line: Row, place: StockLocation) -> Movement:
        """Return the movement of a line's goods; those that did not leave with the invoice cost the position's average.

        Goods that left as another variant are a fault of the note.
        """
        original, quantity = line["original_invoice_item_id"], line["quantity"]
        invoice_id = _invoice_of(note, line)
        self._check_variant(note, line, invoice_id, place[0])
        of_variant = self.left.get((invoice_id, place[0]))
        of_line = self.left.get(original) if original else None
        source = of_line or of_variant
        if of_variant is None or source is None or quantity > min(of_variant.quantity, source.quantity):
            return Movement(place, "SALES_RETURN_IN", quantity, line["id"])
        # The last of the variant takes all that is left, whichever lines its notes named.
        last = quantity == of_variant.quantity
        total_cost = of_variant.total_cost if last else min(source.part(quantity), of_variant.total_cost)
        of_variant.add(-quantity, -total_cost)
        if of_line:
            of_line.add(-quantity, -total_cost)
        return Movement(
            place, "SALES_RETURN_IN", quantity, line["id"], unit_cost=source.unit_cost, total_cost=total_cost
        )

    def _check_variant(self, note: NewDocument, line: Row, invoice_id: str | None, variant_id: str) -> None:
        """Refuse goods that left as another variant, whether the invoice's line named it or not."""
        of_line = self.left_as.get(line["original_invoice_item_id"])
        left_as = of_line or self.left_as.get((invoice_id, line["item_id"]))
        if left_as and variant_id not in left_as:
            field = f"lines.{line['sort_order']}.itemVariantId"
            note.refuse(field, f"The invoice's goods left as another variant, {', '.join(sorted(left_as))}.")
