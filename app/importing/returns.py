"""Goods that come back with credit notes: no more of a line than it sold, at what they left stock with."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from app.database import Row, Transaction
from app.importing.drafts import Draft
from app.stock.movements import Movement, Place


def check_returned(tx: Transaction, drafts: Sequence[Draft]) -> None:
    """Refuse more than an invoice's line sold, less what OPEN notes brought back of it before.

    The invoices must be held: another import's notes about them would not be seen.
    """
    returned = [(draft, line) for draft in drafts for line in draft.lines if _is_of_a_line(line)]
    if not returned:
        return
    named = sorted({line["original_invoice_item_id"] for _, line in returned})
    left = {row["id"]: row["quantity"] for row in tx.all("credit_notes.returnable", ids=named)}
    for draft, line in returned:
        most = left[line["original_invoice_item_id"]]
        if line["quantity"] > most:
            message = (
                f"Must be at most what the original line sold and is not back yet, {most.normalize():f}."
            )
            draft.entry.refuse(f"lines.{line['sort_order']}.quantity", message)
        else:
            left[line["original_invoice_item_id"]] -= line["quantity"]


def _is_of_a_line(line: Row) -> bool:
    return bool(line["restock"] and line["original_invoice_item_id"])


@dataclass(frozen=True)
class _Left:
    """Goods that left stock: how much, and at what cost."""

    quantity: Decimal
    unit_cost: Decimal
    total_cost: Decimal

    def and_then(self, other: "_Left") -> "_Left":
        """Together with what left later."""
        return _Left(self.quantity + other.quantity, other.unit_cost, self.total_cost + other.total_cost)


class Returns:
    """What the goods of invoices left stock with: by the invoice's line, and by invoice and variant."""

    def __init__(self, tx: Transaction, drafts: Sequence[Draft]) -> None:
        named = {line["original_invoice_item_id"] for draft in drafts for line in draft.lines} - {None}
        lines = tx.all("invoices.original_lines", ids=sorted(named)) if named else []
        self.invoice_of = {row["id"]: row["invoice_id"] for row in lines}
        invoices = {draft.row["invoice_id"] for draft in drafts} | set(self.invoice_of.values())
        invoices.discard(None)
        self.left: dict[Hashable, _Left] = {}
        for row in tx.all("stock.costs_of_sale", invoice_ids=sorted(invoices)) if invoices else []:
            goods = _Left(row["quantity"], row["unit_cost"], row["total_cost"])
            for key in (row["line_id"], (row["invoice_id"], row["item_variant_id"])):
                self.left[key] = self.left[key].and_then(goods) if key in self.left else goods

    def movement(self, draft: Draft, line: Row, place: Place) -> Movement:
        """The return of a line's goods; those that did not leave with the invoice cost the position's average."""
        original, quantity = line["original_invoice_item_id"], line["quantity"]
        invoice_id = draft.row["invoice_id"] or self.invoice_of.get(original)
        left = self.left.get(original) or self.left.get((invoice_id, place[0]))
        if left is None:
            return Movement(place, "SALES_RETURN_IN", quantity, line["id"])
        # Quantity times unit cost may miss a paisa of what left.
        total_cost = left.total_cost if quantity == left.quantity else None
        return Movement(
            place, "SALES_RETURN_IN", quantity, line["id"], unit_cost=left.unit_cost, total_cost=total_cost
        )
