"""Credit notes to customers: they settle invoices, and goods of lines with `restock` come back."""

from collections.abc import Sequence

from app.documents.allocations import OPEN_INVOICES
from app.documents.composition import compose
from app.documents.creation import Batch, NewDocument, with_status
from app.documents.document_warnings import late_note_warnings
from app.documents.note_moves import NoteMoves
from app.documents.notes import NoteKind, NoteWrites, complete_notes, find_originals, with_prices
from app.documents.parties import SALES
from app.documents.settlements import Settlement, check_allocations, settle
from app.documents.stock_moves import lines_of, lines_with_places, move_goods
from app.documents.storing import check_numbers, number_drafts, refuse_draft_numbers, store
from app.postgres.database import Statement, Transaction
from app.sales.returns import Returns, check_returned

CREDIT_NOTES = NoteKind(
    doc_type="CREDIT_NOTE",
    table="credit_notes",
    prefix="cn",
    number="credit_note_number",
    day="credit_note_date",
    side=SALES,
    line_prefix="cnl",
    parent="credit_note_id",
    settlement=Settlement(OPEN_INVOICES, "credit_notes.allocate", "credit_note_id", "cna"),
    original_line="original_invoice_item_id",
)


def _make_credit_notes(tx: Transaction, notes: Sequence[NewDocument], batch: Batch | None) -> None:
    """Work out and store notes; those at fault are not stored.

    Notes about one line share what is left of it as if all of them were stored: where one of these is at fault, roll
    back and create the others anew.
    """
    refuse_draft_numbers(CREDIT_NOTES, notes)
    find_originals(tx, CREDIT_NOTES, notes)
    compose(tx, CREDIT_NOTES, with_prices(notes))
    complete_notes(notes)
    number_drafts(CREDIT_NOTES, notes)
    for note in notes:
        if note.row and note.before:
            note.warn(late_note_warnings(note.body["credit_note_date"], note.before.day))
    check_returned(tx, with_status(notes, "OPEN"))
    check_numbers(tx, CREDIT_NOTES, notes, batch)
    check_allocations(tx, CREDIT_NOTES.settlement, notes)
    moved = _take_back(tx, with_status(notes, "OPEN"), batch)
    store(tx, CREDIT_NOTES, notes, [*settle(CREDIT_NOTES.settlement, notes), *moved])


def _take_back(tx: Transaction, notes: Sequence[NewDocument], batch: Batch | None) -> list[Statement]:
    """Return the statements that bring back the goods of lines with `restock`, at the cost they left with."""
    restocked = [(note, line) for note, line in lines_of(notes) if line["restock"]]
    returns = Returns(tx, notes)
    coming_back = [
        (note, returns.movement(note, line, place)) for note, line, place in lines_with_places(tx, restocked)
    ]
    return move_goods(tx, CREDIT_NOTES.doc_type, coming_back, batch)


def _take_back_of_one(tx: Transaction, note: NewDocument) -> list[Statement]:
    check_returned(tx, [note])
    return _take_back(tx, with_status([note], "OPEN"), None)


WRITES = NoteWrites(CREDIT_NOTES, _make_credit_notes)
MOVES = NoteMoves(CREDIT_NOTES, _take_back_of_one, "SALES_OUT")
