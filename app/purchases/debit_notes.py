"""Debit notes to vendors: they settle bills, and the goods of open ones go back at the position's average."""

from collections.abc import Sequence

from app.documents.allocations import OPEN_BILLS
from app.documents.composition import compose
from app.documents.creation import Batch, NewDocument, new_documents, with_status
from app.documents.notes import NoteKind, complete_notes, find_originals, with_prices
from app.documents.parties import PURCHASES
from app.documents.settlements import Settlement, check_allocations, settle
from app.documents.stock_moves import lines_of, move_goods, stocked_lines
from app.documents.storing import check_numbers, store
from app.postgres.database import Row, Transaction
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


def create(tx: Transaction, bodies: Sequence[Row], batch: Batch | None = None) -> list[NewDocument]:
    """Create debit notes from bodies as `app.schemas.debit_notes` loads them; those at fault are not stored.

    Notes about one line share its discount as if all of them were stored: where one of these is at fault, roll back and
    create the others anew.
    """
    notes = new_documents(DEBIT_NOTES, bodies)
    find_originals(tx, DEBIT_NOTES, notes)
    compose(tx, DEBIT_NOTES, with_prices(notes))
    complete_notes(notes)
    _keep_off_our_shelves(notes)
    check_numbers(tx, DEBIT_NOTES, notes, batch)
    check_allocations(tx, DEBIT_NOTES.settlement, notes)
    going_back = [
        (note, Movement(place, "PURCHASE_RETURN_OUT", line["quantity"], line["id"]))
        for note, line, place in stocked_lines(tx, lines_of(with_status(notes, "OPEN")))
    ]
    moved = move_goods(tx, DEBIT_NOTES.doc_type, going_back, batch)
    store(tx, DEBIT_NOTES, notes, [*settle(DEBIT_NOTES.settlement, notes), *moved])
    return notes


def _keep_off_our_shelves(notes: Sequence[NewDocument]) -> None:
    for note in notes:
        for line in note.lines:
            line["restock"] = False
