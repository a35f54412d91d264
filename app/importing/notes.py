"""Credit notes and debit notes: they settle what they are allocated to, and goods go back."""

from collections.abc import Sequence
from typing import ClassVar

from app.database import Row, Transaction
from app.documents.allocations import BILLS, INVOICES
from app.documents.composition import Composition
from app.documents.parties import PURCHASES, SALES
from app.importing.documents import Documents, check_present
from app.importing.drafts import Draft, good_drafts
from app.importing.entries import Entry
from app.importing.goods import move
from app.importing.returns import Returns, check_returned
from app.importing.settlements import Giver, Settlement, settle
from app.money import ZERO
from app.schemas.credit_notes import CreditNote
from app.schemas.debit_notes import DebitNote
from app.stock.movements import Movement, Place
from app.wire import camel


class _Notes(Documents):
    """What both have in common. `original` names the document that a note is about, `original_line` its line."""

    settlement: ClassVar[Settlement]
    originals: ClassVar[str]
    original: ClassVar[str]
    original_line: ClassVar[str]
    party: ClassVar[str]
    # What a note always has from the document it is about.
    inherited: ClassVar[tuple[str, ...]]

    def prepare(self, tx: Transaction, entries: Sequence[Entry]) -> None:
        """See that the documents which the notes are about are there; a note bears the taxes that those bore."""
        found = check_present(tx, f"{self.originals}.originals", entries, self.original, self.party)
        for entry in entries:
            original = found.get(entry.body[self.original]) if entry.is_good else None
            if original:
                self._take(entry, original)
        self._check_lines(tx, [entry for entry in entries if entry.is_good])

    def _take(self, entry: Entry, original: Row) -> None:
        if fault := self._not_in_force(entry, original):
            entry.refuse(camel(self.original), fault)
        entry.body |= {name: original[name] for name in self.inherited}
        if entry.body["place_of_supply_state_code"] is None:
            entry.body["place_of_supply_state_code"] = original["place_of_supply_state_code"]

    def _not_in_force(self, entry: Entry, original: Row) -> str | None:
        if entry.body["status"] != "OPEN" or original["status"] not in ("DRAFT", "VOID"):
            return None
        noun = self.settlement.settled.noun
        return f"The {noun} is {original['status']}; an OPEN note must be about one that is in force."

    def _check_lines(self, tx: Transaction, entries: Sequence[Entry]) -> None:
        named = {line[self.original_line] for entry in entries for line in entry.body["lines"]} - {None}
        if not named:
            return
        rows = tx.all(f"{self.originals}.original_lines", ids=sorted(named))
        found = {row["id"]: row for row in rows}
        for entry in entries:
            for place, line in enumerate(entry.body["lines"]):
                named_line = line[self.original_line]
                fault = self._line_fault(entry, line, found.get(named_line)) if named_line else None
                if fault:
                    entry.refuse(f"lines.{place}.{camel(self.original_line)}", fault)

    def _line_fault(self, entry: Entry, line: Row, original: Row | None) -> str | None:
        if original is None or not self._is_of(entry, original):
            return f"Names no line of the note's {self.settlement.settled.noun}."
        if not _is_same_item(line, original):
            return "Names a line of another item."
        return self._not_in_force(entry, original)

    def _is_of(self, entry: Entry, line: Row) -> bool:
        same_party: bool = line[self.party] == entry.body[self.party]
        return same_party and entry.body[self.original] in (None, line[self.original])

    def row(self, entry: Entry, composition: Composition) -> Row:
        """With what is allocated."""
        allocated = sum((row["amount"] for row in entry.body["allocations"]), ZERO)
        return super().row(entry, composition) | {"allocated_amount": allocated}

    def insert(self, tx: Transaction, drafts: Sequence[Draft]) -> None:
        """Store the notes, and what they settle."""
        givers = [Giver(draft.entry, draft.id, draft.row["total"]) for draft in drafts]
        writes = settle(tx, self.settlement, givers)
        super().insert(tx, good_drafts(drafts))
        tx.together(*writes)


def _is_same_item(line: Row, original: Row) -> bool:
    variants = {line["item_variant_id"], original["item_variant_id"]} - {None}
    return line["item_id"] == original["item_id"] and len(variants) <= 1


def _open(drafts: Sequence[Draft]) -> list[Draft]:
    return [draft for draft in drafts if draft.entry.body["status"] == "OPEN"]


class CreditNotes(_Notes):
    """Credit notes to customers; goods of lines with `restock` come back at the cost they left with."""

    schema = CreditNote()
    side = SALES
    doc_type = "CREDIT_NOTE"
    family = "credit_notes"
    number = "credit_note_number"
    day = "credit_note_date"
    parent = "credit_note_id"
    prefix = "cn"
    line_prefix = "cnl"
    own = ("customer_id", "invoice_id", "status", "credit_note_date", "reason")
    settlement = Settlement(INVOICES, "credit_notes.allocate", "credit_note_id", "cna")
    originals = "invoices"
    original = "invoice_id"
    original_line = "original_invoice_item_id"
    party = "customer_id"
    inherited = ("seller_registration_id",)

    def drafts(self, tx: Transaction, entries: Sequence[Entry]) -> list[Draft]:
        """The notes that could be worked out: an area's quantity is known by then."""
        drafts = super().drafts(tx, entries)
        check_returned(tx, _open(good_drafts(drafts)))
        return drafts

    def after(self, tx: Transaction, drafts: Sequence[Draft]) -> None:
        """Put what came back into stock."""
        opened = _open(drafts)
        returns = Returns(tx, opened)
        move(tx, "CREDIT_NOTE", opened, returns.movement, lambda line: bool(line["restock"]))


class DebitNotes(_Notes):
    """Debit notes to vendors; the goods of their lines go back at the position's average."""

    schema = DebitNote()
    side = PURCHASES
    doc_type = "DEBIT_NOTE"
    family = "debit_notes"
    number = "debit_note_number"
    day = "debit_note_date"
    parent = "debit_note_id"
    prefix = "dn"
    line_prefix = "dnl"
    own = ("vendor_id", "bill_id", "status", "debit_note_date", "reason")
    settlement = Settlement(BILLS, "debit_notes.allocate", "debit_note_id", "dna")
    originals = "bills"
    original = "bill_id"
    original_line = "original_bill_item_id"
    party = "vendor_id"
    inherited = ()

    def insert(self, tx: Transaction, drafts: Sequence[Draft]) -> None:
        """Nothing is put back on our own shelves."""
        for draft in drafts:
            for line in draft.lines:
                line["restock"] = False
        super().insert(tx, drafts)

    def after(self, tx: Transaction, drafts: Sequence[Draft]) -> None:
        """Take what goes back to the vendor out of stock."""
        move(tx, "DEBIT_NOTE", _open(drafts), _goes_back, lambda _: True)


def _goes_back(_: Draft, line: Row, place: Place) -> Movement:
    return Movement(place, "PURCHASE_RETURN_OUT", line["quantity"], line["id"])
