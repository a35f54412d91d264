"""Debit notes to vendors: they settle bills. Goods of open ones go back at the position's average, but for lines that
only lower a price."""

from collections.abc import Sequence

from app.documents.allocations import OPEN_BILLS
from app.documents.composition import compose
from app.documents.creation import Batch, NewDocument, with_status
from app.documents.note_moves import NoteMoves
from app.documents.notes import NoteKind, NoteWrites, complete_notes, find_originals, with_prices
from app.documents.parties import PURCHASES
from app.documents.settlements import Settlement, check_allocations, settle
from app.documents.stock_moves import lines_of, lines_with_places, move_goods
from app.documents.storing import check_numbers, number_drafts, refuse_draft_numbers, store
from app.postgres.database import Statement, Transaction
from app.stock.movements import Movement

DEBIT_NOTES = NoteKind(
    doc_type="DEBIT_NOTE",
    table="debit_notes",
    prefix="dn",
    number="debit_note_number",
    day="debit_note_date",
    side=PURCHASES,
    line_prefix="dnl",
    parent="debit_note_id",
    settlement=Settlement(OPEN_BILLS, "debit_notes.allocate", "debit_note_id", "dna"),
    original_line="original_bill_item_id",
)


def _make_debit_notes(tx: Transaction, notes: Sequence[NewDocument], batch: Batch | None) -> None:
    """Work out and store notes; those at fault are not stored.

    Notes about one line share what is left of it as if all of them were stored: where one of these is at fault, roll
    back and create the others anew.
    """
    refuse_draft_numbers(DEBIT_NOTES, notes)
    find_originals(tx, DEBIT_NOTES, notes)
    compose(tx, DEBIT_NOTES, with_prices(notes))
    complete_notes(notes)
    number_drafts(DEBIT_NOTES, notes)
    _keep_off_our_shelves(notes)
    check_numbers(tx, DEBIT_NOTES, notes, batch)
    check_allocations(tx, DEBIT_NOTES.settlement, notes)
    moved = _send_back(tx, with_status(notes, "OPEN"), batch)
    store(tx, DEBIT_NOTES, notes, [*settle(DEBIT_NOTES.settlement, notes), *moved])


def _keep_off_our_shelves(notes: Sequence[NewDocument]) -> None:
    for note in notes:
        for line in note.lines:
            line["restock"] = False


def _send_back(tx: Transaction, notes: Sequence[NewDocument], batch: Batch | None) -> list[Statement]:
    """Return the statements that send back the goods of lines, except lines that only lower the price of their
    original."""
    returned = [(note, line) for note, line in lines_of(notes) if line.get("at_its_price", True)]
    going_back = [
        (note, Movement(place, "PURCHASE_RETURN_OUT", line["quantity"], line["id"]))
        for note, line, place in lines_with_places(tx, returned)
    ]
    return move_goods(tx, DEBIT_NOTES.doc_type, going_back, batch)


def _send_back_of_one(tx: Transaction, note: NewDocument) -> list[Statement]:
    return _send_back(tx, with_status([note], "OPEN"), None)


WRITES = NoteWrites(DEBIT_NOTES, _make_debit_notes)
MOVES = NoteMoves(DEBIT_NOTES, _send_back_of_one, "PURCHASE_IN")
