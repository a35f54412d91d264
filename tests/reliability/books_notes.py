"""Rules of the state machine that give and take back: credit notes and debit notes come in by import."""

from collections.abc import Sequence
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

from hypothesis.stateful import rule

from tests.reliability.books_core import (
    DAYS,
    MANY,
    Core,
    Settling,
    allocations_body,
    by_chance,
    document_body,
    some_item,
    some_quantity,
    some_rate,
    some_settling,
)
from tests.reliability.model import Ledger
from tests.reliability.model_documents import Claim, Line, Note

OFTEN = 3 / 4


class DrawnLine(NamedTuple):
    """A line of a note: of a line of the document it is about (`place`), or of its own where that is None."""

    place: int | None
    item: int | None
    quantity: Decimal
    rate: Decimal
    # How much: a part of the original line, all of it, all that the document has of the item, or more than that.
    much: str
    is_named: bool
    restock: bool


class DrawnNote(NamedTuple):
    """A note: `about` chooses what it is about, `says_so` whether it names that beside its lines."""

    who: int
    day: str
    status: str
    about: int | None
    says_so: bool
    lines: list[DrawnLine]
    settled: Settling


def some_line(chance: Random) -> DrawnLine:
    return DrawnLine(
        place=chance.choice([None, chance.randrange(MANY), chance.randrange(MANY)]),
        item=some_item(chance),
        quantity=some_quantity(chance),
        rate=some_rate(chance),
        much=chance.choice(["part", "line", "line", "item", "more", "twice"]),
        is_named=chance.random() < OFTEN,
        restock=chance.random() < OFTEN,
    )


def some_notes(chance: Random) -> list[DrawnNote]:
    return [some_note(chance) for _ in range(chance.randint(1, 2))]


def some_note(chance: Random) -> DrawnNote:
    return DrawnNote(
        who=chance.randrange(2),
        day=chance.choice(DAYS),
        status=chance.choice(["OPEN", "OPEN", "OPEN", "OPEN", "DRAFT", "VOID"]),
        about=chance.choice([None, chance.randrange(MANY), chance.randrange(MANY)]),
        says_so=chance.random() < OFTEN,
        lines=[some_line(chance) for _ in range(chance.randint(1, 3))],
        settled=some_settling(chance),
    )


class GivingBack(Core):
    """Credit notes to customers and debit notes to vendors."""

    @rule(drawn=by_chance(some_notes))
    def credit(self, drawn: list[DrawnNote]) -> None:
        sales = list(self.ledger.sales.sales.values())
        notes = [self.note(note, self.customers, sales) for note in drawn]
        bodies = [_credit_note_body(note) for note in notes]
        self.bring("credit-notes", notes, bodies, _credited)

    @rule(drawn=by_chance(some_notes))
    def debit(self, drawn: list[DrawnNote]) -> None:
        bills = list(self.ledger.purchases.bills.values())
        notes = [self.note(note, self.vendors, bills) for note in drawn]
        bodies = [_debit_note_body(note) for note in notes]
        self.bring("debit-notes", notes, bodies, _debited)

    def note(self, drawn: DrawnNote, parties: Sequence[str], claims: Sequence[Claim]) -> Note:
        claim = self.claim_of(drawn.about, claims) if claims else None
        # Mostly of the party whose document it is.
        party = claim.party if claim and drawn.about and drawn.about % 8 else parties[drawn.who]
        lines = [self.note_line(line, claim) for line in drawn.lines]
        note = Note(party=party, day=drawn.day, tax=self.tax[party], lines=lines, status=drawn.status)
        # The first customer is in the organization's state.
        note.halves = party == self.customers[0]
        note.about = claim.id if claim and drawn.says_so else None
        # Rarely one that settles though it is not open.
        if drawn.status == "OPEN" or drawn.about is None:
            note.settles = self.settled_by(note, drawn.settled, claims)
        return note

    def claim_of(self, place: int | None, claims: Sequence[Claim]) -> Claim | None:
        """Return the document that a note is about: mostly one that is in force."""
        if place is None:
            return None
        in_force = [claim for claim in claims if claim.is_in_force]
        return self.one_of(place, in_force if in_force and place % 7 else claims)

    def note_line(self, drawn: DrawnLine, claim: Claim | None) -> Line:
        line = Line(
            item=None if drawn.item is None else self.items[drawn.item],
            quantity=drawn.quantity,
            rate=drawn.rate,
            restock=drawn.restock,
        )
        if claim and drawn.place is not None:
            original = claim.lines[drawn.place % len(claim.lines)]
            line.item = original.item
            line.quantity = _quantity(drawn.much, original, claim)
            if drawn.is_named:
                line.original, line.rate = original.id, original.rate
        return line


def _quantity(much: str, original: Line, claim: Claim) -> Decimal:
    return {
        "part": Decimal("0.25"),
        "line": original.quantity,
        "item": claim.quantity_of(original.item),
        "more": original.quantity + Decimal("0.25"),
        "twice": claim.quantity_of(original.item) * 2,
    }[much]


def _credited(ledger: Ledger, note: Note) -> None:
    ledger.sales.credit(note)


def _debited(ledger: Ledger, note: Note) -> None:
    ledger.purchases.debit(note)


def _credit_note_body(note: Note) -> dict[str, Any]:
    body = document_body(note, "customerId", "creditNoteDate") | {"invoiceId": note.about}
    body["allocations"] = allocations_body(note, "invoiceId")
    for sent, line in zip(body["lines"], note.lines, strict=True):
        sent |= {"restock": line.restock, "originalInvoiceItemId": line.original}
        _leave_discount(sent, line)
    return body


def _debit_note_body(note: Note) -> dict[str, Any]:
    body = document_body(note, "vendorId", "debitNoteDate") | {"billId": note.about}
    body["allocations"] = allocations_body(note, "billId")
    for sent, line in zip(body["lines"], note.lines, strict=True):
        sent |= {"originalBillItemId": line.original}
        _leave_discount(sent, line)
    return body


def _leave_discount(sent: dict[str, Any], line: Line) -> None:
    """The discount of a part follows from its original."""
    if line.original:
        del sent["discount"]
