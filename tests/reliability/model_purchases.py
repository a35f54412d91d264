"""Purchases as plain figures: bills, payments made, debit notes, and what vendors are owed."""

from dataclasses import dataclass, field
from decimal import Decimal

from tests.reliability.model_documents import NOTHING, About, Claim, Money, Note, check_note, rounded, settle
from tests.reliability.model_stock import Pile


@dataclass(kw_only=True)
class Bill(Claim):
    """A bill of a vendor."""

    unsettled = "OPEN"


@dataclass(kw_only=True)
class Purchases:
    """`owed` are the vendors' opening balances."""

    owed: dict[str, Decimal]
    piles: dict[str, Pile]
    bills: dict[str, Bill] = field(default_factory=dict)
    payments: dict[str, Money] = field(default_factory=dict)
    notes: dict[str, Note] = field(default_factory=dict)

    def receive(self, bill: Bill) -> None:
        """A bill; the goods of an open one come in at what is taxed of them."""
        self.bills[bill.id] = bill
        if bill.status != "OPEN":
            return
        bill.settle(NOTHING)
        for line in bill.lines:
            if line.item:
                unit_cost = rounded(line.taxable / line.quantity, "0.000001")
                self.piles[line.item].put(line.quantity, unit_cost, line.taxable)

    def pay(self, payment: Money) -> None:
        settle(payment, self.bills, "billId")
        self.payments[payment.id] = payment

    def debit(self, note: Note) -> None:
        """A debit note: what it settles, and goods that go back at the average."""
        check_note(note, self.bills, About("billId", "originalBillItemId", "debitNoteDate"))
        if note.status == "OPEN":
            settle(note, self.bills, "billId")
            for line in note.lines:
                if line.item:
                    self.piles[line.item].take(line.quantity)
        self.notes[note.id] = note

    def outstanding_of(self, vendor: str) -> Decimal:
        """Return the outstanding amount of the vendor's ledger: debit notes add to it."""
        mine = [bill.total for bill in self.bills.values() if bill.is_in_force and bill.party == vendor]
        mine += [-payment.brought for payment in self.payments.values() if payment.party == vendor]
        mine += [note.total for note in self.notes.values() if note.status == "OPEN" and note.party == vendor]
        return sum(mine, self.owed[vendor])
