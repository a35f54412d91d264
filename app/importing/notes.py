"""Credit notes and debit notes: they settle what they are allocated to, and goods go back."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from app.documents.allocations import BILLS, INVOICES, Settled
from app.documents.composition import Composition
from app.documents.discounts import Discounted, DiscountInParts
from app.documents.parties import PURCHASES, SALES
from app.importing.documents import Documents, check_present
from app.importing.drafts import Draft, good_drafts
from app.importing.entries import Entry
from app.importing.goods import move
from app.importing.originals import check_agreement, take_document
from app.importing.returns import Returns, check_returned
from app.importing.settlements import Giver, Settlement, settle
from app.money import ZERO
from app.postgres.database import Row, Transaction
from app.schemas.credit_notes import CreditNote
from app.schemas.debit_notes import DebitNote
from app.stock.movements import LockedPositions, Movement, Place
from app.wire import camel


class _Notes(Documents):
    """What both have in common. `original_line` names the line of a document that a note's line is about."""

    settlement: ClassVar[Settlement]
    original_line: ClassVar[str]

    def prepare(self, tx: Transaction, entries: Sequence[Entry]) -> None:
        """See that what the notes are about is there: a note gives back as that was billed."""
        about = self._about
        found = check_present(tx, f"{about.family}.originals", entries, about.column, about.party)
        documents = [self._document(entry, found) for entry in entries]
        known = self._original_lines(tx, [entry for entry in entries if entry.is_good])
        for entry, document in zip(entries, documents, strict=True):
            lines = self._lines(entry, known) if entry.is_good else {}
            check_agreement(entry, lines, camel(self.original_line), about.noun)
            # A note that names lines alone is about their document.
            take_document(entry, document or next(iter(lines.values()), None), about.noun)
            entry.body["original_lines"] = lines

    @property
    def _about(self) -> Settled:
        """The documents that notes are about are those that they settle."""
        return self.settlement.settled

    def _document(self, entry: Entry, found: Mapping[str, Row]) -> Row | None:
        document = found.get(entry.body[self._about.column]) if entry.is_good else None
        if document and (fault := self._not_in_force(entry, document)):
            entry.refuse(self._about.field, fault)
        return document

    def _not_in_force(self, entry: Entry, original: Row) -> str | None:
        if entry.body["status"] != "OPEN" or original["status"] not in ("DRAFT", "VOID"):
            return None
        return f"The {self._about.noun} is {original['status']}; an OPEN note must be about one that is in force."

    def _original_lines(self, tx: Transaction, entries: Sequence[Entry]) -> dict[str, Row]:
        named = {line[self.original_line] for entry in entries for line in entry.body["lines"]} - {None}
        rows = tx.all(f"{self._about.family}.original_lines", ids=sorted(named)) if named else []
        parts = self._discounts_in_parts(tx, rows)
        return {row["id"]: row | {"discount_in_parts": parts[row["id"]]} for row in rows}

    def _discounts_in_parts(self, tx: Transaction, rows: Sequence[Row]) -> dict[str, DiscountInParts]:
        """What is left of the lines' discounts after the notes in force.

        The lines' documents must be held: another import's notes about them would not be seen.
        """
        parts = {row["id"]: DiscountInParts(Discounted(row["quantity"], row["discount"])) for row in rows}
        ids = sorted(row["id"] for row in rows if row["discount"])
        for given in tx.all(f"{self.family}.given_back", ids=ids) if ids else []:
            parts[given["id"]].give_back(given["quantity"], given["discount"])
        return parts

    def _lines(self, entry: Entry, known: Mapping[str, Row]) -> dict[int, Row]:
        """The lines that a note's lines name, by the places of those; one that it may not name is a fault."""
        lines = {}
        for place, line in enumerate(entry.body["lines"]):
            named = line[self.original_line]
            if named is None:
                continue
            if fault := self._line_fault(entry, line, known.get(named)):
                entry.refuse(f"lines.{place}.{camel(self.original_line)}", fault)
            else:
                lines[place] = known[named] | {"gives_back": entry.body["status"] == "OPEN"}
                line["of_original"] = True
        return lines

    def _line_fault(self, entry: Entry, line: Row, original: Row | None) -> str | None:
        if original is None or not self._is_of(entry, original):
            if entry.body[self._about.column]:
                return f"Names no line of the note's {self._about.noun}."
            return f"Names no line of {self._about.a_noun} of this {self._about.party_noun}."
        if not _is_same_item(line, original):
            return "Names a line of another item."
        return self._not_in_force(entry, original)

    def _is_of(self, entry: Entry, line: Row) -> bool:
        same_party: bool = line[self._about.party] == entry.body[self._about.party]
        return same_party and entry.body[self._about.column] in (None, line[self._about.column])

    def drafts(self, tx: Transaction, entries: Sequence[Entry]) -> list[Draft]:
        """Without those that have no price because it is an original line's that they may not name."""
        return super().drafts(tx, [entry for entry in entries if _has_prices(entry)])

    def row(self, entry: Entry, composition: Composition) -> Row:
        """With what is allocated."""
        allocated = sum((row["amount"] for row in entry.body["allocations"]), ZERO)
        return super().row(entry, composition) | {"allocated_amount": allocated}

    def insert(self, tx: Transaction, drafts: Sequence[Draft]) -> None:
        """Store the notes, and what they settle."""
        givers = [Giver(draft.entry, draft.id, draft.row["total"]) for draft in drafts]
        writes = settle(tx, self.settlement, givers)
        super().insert(tx, good_drafts(drafts))
        tx.run_all(*writes)


def _has_prices(entry: Entry) -> bool:
    return all(
        line["item_id"] or line["rate"] is not None or place in entry.body["original_lines"]
        for place, line in enumerate(entry.body["lines"])
    )


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
    original_line = "original_invoice_item_id"

    def drafts(self, tx: Transaction, entries: Sequence[Entry]) -> list[Draft]:
        """The notes that could be worked out: an area's quantity is known by then."""
        drafts = super().drafts(tx, entries)
        check_returned(tx, _open(good_drafts(drafts)))
        return drafts

    def after(self, tx: Transaction, drafts: Sequence[Draft], held: LockedPositions) -> None:
        """Put what came back into stock."""
        opened = _open(drafts)
        returns = Returns(tx, opened)
        move(tx, held, "CREDIT_NOTE", opened, returns.movement, lambda line: bool(line["restock"]))


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
    original_line = "original_bill_item_id"

    def insert(self, tx: Transaction, drafts: Sequence[Draft]) -> None:
        """Nothing is put back on our own shelves."""
        for draft in drafts:
            for line in draft.lines:
                line["restock"] = False
        super().insert(tx, drafts)

    def after(self, tx: Transaction, drafts: Sequence[Draft], held: LockedPositions) -> None:
        """Take what goes back to the vendor out of stock."""
        move(tx, held, "DEBIT_NOTE", _open(drafts), _goes_back)


def _goes_back(_: Draft, line: Row, place: Place) -> Movement:
    return Movement(place, "PURCHASE_RETURN_OUT", line["quantity"], line["id"])
