"""State changes of credit and debit notes: open, void and allocate, the same for sales and purchases.

Locks are taken in the order party, the documents that the note names, note.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from app.documents.books_locks import require_open_today
from app.documents.creation import NewDocument
from app.documents.document_warnings import date_warnings, late_note_warnings
from app.documents.document_writes import lock, move, require_state
from app.documents.e_invoices import refuse_void_of_registered
from app.documents.given_back import refuse_stored
from app.documents.notes import NoteKind, find_originals, hold_originals, shown
from app.documents.settlements import allocated, check_allocations, lock_claims, settle
from app.documents.warned_writes import tell
from app.errors import Conflict, Invalid, NotFound, Warned
from app.numbering.counting import DocumentNumber, ToNumber
from app.numbering.serial_numbers import taking_warnings
from app.numbering.series import take_number
from app.postgres.database import Row, Statement, Transaction, TryAgain
from app.stock.movements import book
from app.stock.stocked_lines import taking_back
from app.wire import camel

# Works out the movements of a note's goods; returns the statements that store them.
Goods = Callable[[Transaction, NewDocument], list[Statement]]


@dataclass(frozen=True)
class NoteMoves:
    """The state changes of notes of one kind.

    Opening a note moves its `goods`. Voiding it undoes that by movements of the type `takes_back`.
    """

    kind: NoteKind
    goods: Goods
    takes_back: str

    def open(self, tx: Transaction, id: str) -> Row:
        """Put a draft in force under its number; return its id, status and number. Nothing is worked out anew.

        Raise NotFound; Conflict for what is no draft, or is about something that is not in force or was given back in
        part since; Invalid for more than is left of what it is about.
        """
        kind = self.kind
        named = _hold(tx, kind, id)
        current = lock(tx, kind, id)
        _require_unchanged(named, current)
        require_state(kind, current, ("DRAFT",), "opened")
        note = _stored(tx, kind, current)
        _compare_with_originals(tx, kind, note)
        tell(tx, list(_warnings(kind, note, current)), current["checks"])
        stock = self.goods(tx, note)
        note.require_good()
        number = DocumentNumber(current[kind.number], current["fiscal_year"])
        if number.fiscal_year is None:
            number, stock = _take_number(tx, kind, named, current, stock), []
        issued = {"number": number.text, "fiscal_year": number.fiscal_year}
        tx.defer(*stock, (f"{kind.table}.issue", {"id": id} | issued))
        return {"id": id, "status": shown(current | {"status": "OPEN"}), camel(kind.number): number.text}

    def void(self, tx: Transaction, id: str) -> Row:
        """Void an open note of which nothing is allocated; return its id and status. Its goods go where they came from,
        its number stays used. Raise NotFound or Conflict."""
        kind = self.kind
        named = _named(tx, kind, id)
        _lock_party(tx, kind, named)
        _hold_named(tx, kind, named)
        current = lock(tx, kind, id)
        _require_unchanged(named, current)
        if not kind.side.purchases:
            refuse_void_of_registered(kind.noun, current)
        require_state(kind, current | {"status": shown(current)}, ("OPEN",), "voided")
        if current["allocated_amount"]:
            raise Conflict(f"The {kind.noun} is allocated: only one that settles nothing can be voided.")
        moved = taking_back(tx.all("stock.outstanding", id=id), self.takes_back)
        tx.defer(*book(tx, [((kind.doc_type, id), movement) for movement in moved]))
        return move(tx, kind, id, "VOID")

    def allocate(self, tx: Transaction, id: str, body: Row) -> Row:
        """Settle documents with the balance of an open note; return its id, status and the balance that is left then.

        Raise NotFound; Conflict where nothing is left of it, it is not open, or the books are closed through today;
        Invalid for faults of the allocations.
        """
        kind, how = self.kind, self.kind.settlement
        named = _named(tx, kind, id)
        _lock_party(tx, kind, named)
        lock_claims(tx, how, {row[how.settled.column] for row in body["allocations"]})
        current = lock(tx, kind, id)
        if current[kind.about.party] != named["party_id"]:
            raise TryAgain  # the draft was edited between the two locks: another party's money would be moved
        require_state(kind, current | {"status": shown(current)}, ("OPEN",), "allocated")
        note = NewDocument(id, body | {name: current[name] for name in (kind.about.party, "currency_code")})
        left = current["total"] - current["allocated_amount"]
        if allocated(note) > left:
            note.refuse("allocations", f"Must not exceed what is left of the note, {left}.")
        check_allocations(tx, how, [note])
        note.require_good()
        require_open_today(tx)
        given = {f"{how.giver}s": [id], "amounts": [allocated(note)]}
        tx.run_all(*settle(how, [note]), (f"{kind.table}.add_allocated", given))
        rest = left - allocated(note)
        return {"id": id, "status": "OPEN" if rest else "CLOSED", "balanceUnallocated": rest}


def require_present(tx: Transaction, kind: NoteKind, id: str) -> None:
    """Raise NotFound where there is no such note."""
    _named(tx, kind, id)


def _named(tx: Transaction, kind: NoteKind, id: str) -> Row:
    named = tx.one(f"{kind.table}.named", id=id)
    if named is None:
        raise NotFound
    return named


def _hold(tx: Transaction, kind: NoteKind, id: str) -> Row:
    named = _named(tx, kind, id)
    _hold_named(tx, kind, named)
    return named


def _hold_named(tx: Transaction, kind: NoteKind, named: Row) -> None:
    lines = [{kind.original_line: line} for line in named["line_ids"]]
    hold_originals(tx, kind, [{kind.about.column: named["document_id"], "lines": lines, "allocations": []}])


def _lock_party(tx: Transaction, kind: NoteKind, named: Row) -> None:
    tx.one(f"{kind.about.party_noun}s.lock", id=named["party_id"])


def _require_unchanged(named: Row, current: Row) -> None:
    """Begin again where the note was changed between the two locks: it may name something else."""
    if named["updated_at"] != current["updated_at"]:
        raise TryAgain


def _stored(tx: Transaction, kind: NoteKind, current: Row) -> NewDocument:
    """Return a stored draft as a note that is opened."""
    lines = tx.all(f"{kind.table}.lines_to_open", id=current["id"], warehouse_id=current["warehouse_id"])
    body = current | {"status": "OPEN", "lines": [dict(line) for line in lines], "allocations": []}
    return NewDocument(
        current["id"], body, stored=current, row=dict(current), lines=[dict(line) for line in lines]
    )


def _compare_with_originals(tx: Transaction, kind: NoteKind, note: NewDocument) -> None:
    find_originals(tx, kind, [note])
    day = camel(kind.day)
    if others := [message for field, message in note.faults if field != day]:
        raise Conflict(others[0])
    for line in note.lines:
        if original := note.original_lines.get(line["sort_order"]):
            note.faults += refuse_stored(line, original)
    if note.faults:
        raise Invalid(note.faults)


def _warnings(kind: NoteKind, note: NewDocument, current: Row) -> Iterator[Warned]:
    day = current[kind.day]
    yield from date_warnings(kind.day, day, current["today"])
    if note.before and not kind.side.purchases:
        yield from late_note_warnings(day, note.before.day)


def _take_number(
    tx: Transaction, kind: NoteKind, named: Row, current: Row, writes_before: list[Statement]
) -> DocumentNumber:
    day = current[kind.day]
    registration = None if kind.side.purchases else named["registration_id"]
    number = take_number(tx, kind.doc_type, ToNumber(day, registration), writes_before)
    tell(tx, list(taking_warnings(kind.doc_type, kind.number, number, kind.day, day)), current["checks"])
    return number
