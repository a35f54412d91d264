"""Sales as plain figures: invoices, payments received, credit notes, and what customers owe."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from tests.reliability.model_documents import (
    NOTHING,
    About,
    Line,
    Money,
    Note,
    Refused,
    check_note,
    settle,
)
from tests.reliability.model_returns import Back, Sale
from tests.reliability.model_stock import Gone, Pile


@dataclass(kw_only=True)
class Sales:
    """`owed` are the customers' opening balances, `opening` what is left of them."""

    owed: dict[str, Decimal]
    opening: dict[str, Decimal]
    piles: dict[str, Pile]
    sales: dict[str, Sale] = field(default_factory=dict)
    receipts: dict[str, Money] = field(default_factory=dict)
    notes: dict[str, Note] = field(default_factory=dict)
    last_number: int = 0

    def add(self, sale: Sale, status: str) -> None:
        """A new invoice; its lines have ids already."""
        self.sales[sale.id] = sale
        if status == "SENT":
            self.issue(sale)

    def issue(self, sale: Sale) -> None:
        """Send a draft: a number, unless it has one, goods, credit."""
        if sale.number is None:
            self.last_number += 1
            sale.number = self.last_number
        self._move(sale, sale.lines)
        self._settle_new(sale)

    def is_editable(self, sale: Sale) -> bool:
        return sale.status in ("DRAFT", "SENT") and not self._is_credited(sale)

    def is_voidable(self, sale: Sale) -> bool:
        return sale.status == "SENT" and not self._is_credited(sale)

    def is_deletable(self, sale: Sale) -> bool:
        return sale.status == "DRAFT" and sale.number is None and not self._is_credited(sale)

    def edit(self, sale: Sale, lines: list[Line], status: str) -> None:
        """Replace the lines; goods come back and leave again where their quantity changes."""
        sale.lines = lines
        if status == "DRAFT":
            self._move(sale, [])
            sale.status = "DRAFT"
        elif sale.status == "DRAFT":
            self.issue(sale)
        else:
            self._move(sale, lines)
            self._settle_new(sale)

    def void(self, sale: Sale) -> None:
        self._move(sale, [])
        sale.status = "VOID"

    def pay(self, receipt: Money) -> None:
        if receipt.brought <= 0:
            raise Refused("amount")
        if receipt.left < 0:
            raise Refused("allocations" if receipt.settles else "openingBalanceApplied")
        if receipt.opening > self.opening[receipt.party]:
            raise Refused("openingBalanceApplied")
        settle(receipt, self.sales, "invoiceId")
        self.receipts[receipt.id] = receipt
        self.opening[receipt.party] -= receipt.opening

    def take_back(self, receipt: Money) -> None:
        del self.receipts[receipt.id]
        self.opening[receipt.party] += receipt.opening
        for invoice_id, amount in receipt.settles.items():
            self.sales[invoice_id].settle(-amount)

    def credit(self, note: Note) -> None:
        """A credit note: what it settles, and goods that come back at what they left with."""
        check_note(note, self.sales, About("invoiceId", "originalInvoiceItemId", "creditNoteDate"))
        if note.status == "OPEN":
            self._check_returned(note)
            settle(note, self.sales, "invoiceId")
            for line in note.lines:
                if line.restock:
                    self._take_back(note, line)
        self.notes[note.id] = note

    def credit_of(self, customer: str) -> Decimal:
        """Return what is left over of the customer's payments and credit notes."""
        return sum((giver.left for giver in self._givers() if giver.party == customer), NOTHING)

    def outstanding_of(self, customer: str) -> Decimal:
        """Return the outstanding amount of the customer's ledger."""
        mine = [sale.total for sale in self.sales.values() if sale.is_in_force and sale.party == customer]
        mine += [-receipt.brought for receipt in self.receipts.values() if receipt.party == customer]
        mine += [
            -note.total for note in self.notes.values() if note.status == "OPEN" and note.party == customer
        ]
        return sum(mine, self.owed[customer])

    def open_total(self) -> Decimal:
        """Return the open amount of all invoices."""
        return sum((sale.balance for sale in self.sales.values() if sale.is_open), NOTHING)

    def _givers(self) -> Iterator[Money | Note]:
        """Payments, then notes, the oldest of each first: a dict keeps the order in which they were made."""
        yield from sorted(self.receipts.values(), key=lambda receipt: receipt.day)
        yield from sorted(self.notes.values(), key=lambda note: note.day)

    def _settle_new(self, sale: Sale) -> None:
        sale.settle(NOTHING)
        if not sale.takes_credit:
            return
        for giver in self._givers():
            portion = min(giver.left, sale.balance)
            if giver.party == sale.party and portion > 0:
                giver.settles[sale.id] = giver.settles.get(sale.id, NOTHING) + portion
                sale.settle(portion)

    def _is_credited(self, sale: Sale) -> bool:
        lines = {line.id for line in sale.lines}
        return any(
            note.about == sale.id or lines & {line.original for line in note.lines}
            for note in self.notes.values()
            if note.status != "VOID"
        )

    def _move(self, sale: Sale, lines: list[Line]) -> None:
        for item, pile in self.piles.items():
            before = [gone for gone in sale.gone if gone.item == item]
            after = [line for line in lines if line.item == item]
            if sum(gone.quantity for gone in before) == sum(line.quantity for line in after):
                continue
            for gone in before:
                pile.put(gone.quantity, gone.unit_cost, gone.cost)
            sale.gone = [gone for gone in sale.gone if gone.item != item]
            sale.gone += [Gone(item, line.id, line.quantity, *pile.take(line.quantity)) for line in after]

    def _check_returned(self, note: Note) -> None:
        earlier: dict[str, list[Back]] = {}
        for place, line in enumerate(note.lines):
            sale = self._sale_of(note, line)
            if line.restock and sale:
                before = earlier.setdefault(sale.id, [])
                sale.check_returned(line, before, f"lines.{place}.quantity")
                before.append(Back(line.item, line.original, line.quantity))

    def _take_back(self, note: Note, line: Line) -> None:
        sale = self._sale_of(note, line)
        cost = sale.take_back(line, in_stock=bool(line.item)) if sale else (None, None)
        if line.item:
            self.piles[line.item].put(line.quantity, *cost)

    def _sale_of(self, note: Note, line: Line) -> Sale | None:
        """The invoice that a note is about, which it may name by one of its lines."""
        named = (sale for sale in self.sales.values() if line.original in {own.id for own in sale.lines})
        return self.sales[note.about] if note.about else next(named, None)
