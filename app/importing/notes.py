"""Credit notes and debit notes: they settle what they are allocated to, and goods go back."""

from collections.abc import Sequence
from decimal import Decimal
from typing import ClassVar

from app.database import Row, Transaction
from app.documents.allocations import BILLS, INVOICES
from app.documents.composition import Composition
from app.documents.parties import PURCHASES, SALES
from app.importing.documents import Documents, check_present
from app.importing.drafts import Draft, good_drafts
from app.importing.entries import Entry
from app.importing.goods import move
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
    # What a note that states no place of supply has from the document it is about.
    inherited: ClassVar[tuple[str, ...]]

    def prepare(self, tx: Transaction, entries: Sequence[Entry]) -> None:
        """See that the documents which the notes are about are there; a note bears the taxes that those bore."""
        found = check_present(tx, f"{self.originals}.originals", entries, self.original, self.party)
        for entry in entries:
            original = found.get(entry.body[self.original]) if entry.is_good else None
            if original and entry.body["place_of_supply_state_code"] is None:
                entry.body |= {name: original[name] for name in self.inherited}
        self._check_lines(tx, [entry for entry in entries if entry.is_good])

    def _check_lines(self, tx: Transaction, entries: Sequence[Entry]) -> None:
        named = {line[self.original_line] for entry in entries for line in entry.body["lines"]} - {None}
        if not named:
            return
        rows = tx.all(f"{self.originals}.original_lines", ids=sorted(named))
        found = {row["id"]: row for row in rows}
        for entry in entries:
            for place, line in enumerate(entry.body["lines"]):
                named_line = line[self.original_line]
                if named_line and not self._is_of(entry, found.get(named_line)):
                    field = f"lines.{place}.{camel(self.original_line)}"
                    entry.refuse(field, f"Names no line of the note's {self.settlement.settled.noun}.")

    def _is_of(self, entry: Entry, line: Row | None) -> bool:
        original = entry.body[self.original]
        return (
            line is not None
            and line[self.party] == entry.body[self.party]
            and original in (None, line[self.original])
        )

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
    inherited = ("place_of_supply_state_code", "seller_registration_id")

    def after(self, tx: Transaction, drafts: Sequence[Draft]) -> None:
        """Put what came back into stock."""
        opened = _open(drafts)
        costs = _Costs(tx, opened)

        def comes_back(draft: Draft, line: Row, place: Place) -> Movement:
            cost = costs.of(draft, line, place)
            return Movement(place, "SALES_RETURN_IN", line["quantity"], line["id"], unit_cost=cost)

        move(tx, "CREDIT_NOTE", opened, comes_back, lambda line: bool(line["restock"]))


class _Costs:
    """What the goods of invoices left stock with: by the invoice's line, and by invoice and variant."""

    def __init__(self, tx: Transaction, drafts: Sequence[Draft]) -> None:
        named = {line["original_invoice_item_id"] for draft in drafts for line in draft.lines} - {None}
        lines = tx.all("invoices.original_lines", ids=sorted(named)) if named else []
        self.invoice_of = {row["id"]: row["invoice_id"] for row in lines}
        invoices = {draft.row["invoice_id"] for draft in drafts} | set(self.invoice_of.values())
        invoices.discard(None)
        moved = tx.all("stock.costs_of_sale", invoice_ids=sorted(invoices)) if invoices else []
        self.by_line: dict[str, Decimal] = {row["line_id"]: row["unit_cost"] for row in moved}
        self.by_variant: dict[tuple[str | None, str], Decimal] = {
            (row["invoice_id"], row["item_variant_id"]): row["unit_cost"] for row in moved
        }

    def of(self, draft: Draft, line: Row, place: Place) -> Decimal | None:
        """The cost of a unit; None for goods that did not leave with the invoice: the position's average."""
        original = line["original_invoice_item_id"]
        if original in self.by_line:
            return self.by_line[original]
        invoice_id = draft.row["invoice_id"] or self.invoice_of.get(original)
        return self.by_variant.get((invoice_id, place[0]))


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
    inherited = ("place_of_supply_state_code",)

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
