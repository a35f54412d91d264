"""Credit and debit notes about other documents: what they name is there, and is given back as it was billed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.documents.allocations import Settled
from app.documents.creation import KindWithLines, NewDocument, find_named
from app.documents.document_writes import DocumentWrites
from app.documents.given_back import LineLeft
from app.documents.originals import check_agreement, check_dates, keep_supply, take_document
from app.documents.settlements import Settlement, allocated
from app.postgres.database import Row, Transaction
from app.wire import camel


@dataclass(frozen=True)
class NoteKind(KindWithLines):
    """One kind of note. The documents that notes are about are those that they settle; `original_line` is the column in
    which a note's line names the line that it is about."""

    settlement: Settlement
    original_line: str

    @property
    def about(self) -> Settled:
        """The documents that the notes are about."""
        return self.settlement.settled


@dataclass(frozen=True)
class NoteWrites(DocumentWrites):
    """The writes of notes of one kind."""

    def answer(self, tx: Transaction, document: NewDocument) -> Row:
        """Return the answer for a note that was written, with the status that is shown to callers."""
        return super().answer(tx, document) | {"status": shown(document.row)}


def shown(note: Row) -> str:
    """Return the status that is shown for a note's columns: CLOSED for an OPEN one that is used up."""
    status: str = note["status"]
    return "CLOSED" if status == "OPEN" and note["allocated_amount"] == note["total"] else status


def hold_originals(tx: Transaction, kind: NoteKind, bodies: Iterable[Row]) -> None:
    """Lock all documents that notes name, to be about them or to settle them, in the order of all who lock some."""
    column = kind.about.column
    ids = {row[column] for body in bodies for row in (body, *body["allocations"])} - {None}
    lines = {line[kind.original_line] for body in bodies for line in body["lines"]} - {None}
    if ids or lines:
        tx.all(f"{kind.about.table}.hold_for_notes", ids=sorted(ids), line_ids=sorted(lines))


def find_originals(tx: Transaction, kind: NoteKind, notes: Sequence[NewDocument]) -> None:
    """Lock the documents that notes are about, and take from them what the notes leave out.

    A note that names lines alone is about their document. What a note may not be about is a fault.
    """
    hold_originals(tx, kind, [note.body for note in notes])
    about = kind.about
    found = find_named(tx, f"{about.table}.originals", notes, about.column, about.party)
    documents = [_document(kind, note, found) for note in notes]
    known = _original_lines(tx, kind, [note for note in notes if note.is_good])
    for note, document in zip(notes, documents, strict=True):
        if note.is_good:
            note.original_lines = _lines(kind, note, known)
        lines = list(note.original_lines.values())
        check_agreement(note, camel(kind.original_line), about.noun)
        check_dates(note, kind.day, [document, *lines] if document else lines, about.noun)
        keep_supply(note, lines, about.noun)
        take_document(note, document or next(iter(lines), None), about.noun)
        if not note.is_good:
            _count_for_none(note)


def with_prices(notes: Iterable[NewDocument]) -> list[NewDocument]:
    """Return the notes of which every line has an original or says what is billed. A line of a refused original does
    neither."""
    return [
        note
        for note in notes
        if all(
            place in note.original_lines or _says_what_is_billed(line)
            for place, line in enumerate(note.body["lines"])
        )
    ]


def _says_what_is_billed(line: Row) -> bool:
    has_quantity = line["quantity"] is not None or None not in (line["width"], line["height"])
    return has_quantity and bool(line["item_id"] or line["rate"] is not None)


def complete_notes(notes: Iterable[NewDocument]) -> None:
    """Give the notes that were worked out what they are allocated in all."""
    for note in notes:
        if note.row:
            note.row["allocated_amount"] = allocated(note)


def _document(kind: NoteKind, note: NewDocument, found: Mapping[str, Row]) -> Row | None:
    document = found.get(note.body[kind.about.column]) if note.is_good else None
    if document and (fault := _not_in_force(kind, note, document)):
        note.refuse(kind.about.field, fault)
    return document


def _not_in_force(kind: NoteKind, note: NewDocument, original: Row) -> str | None:
    if note.body["status"] != "OPEN" or original["status"] not in ("DRAFT", "VOID"):
        return None
    return f"The {kind.about.noun} is {original['status']}; an OPEN note must be about one that is in force."


def _original_lines(tx: Transaction, kind: NoteKind, notes: Sequence[NewDocument]) -> dict[str, Row]:
    """Return the lines that notes name, with what is `left` of each after the notes in force.

    The lines' documents must be locked: notes about them in another transaction would not be seen.
    """
    named = sorted({line[kind.original_line] for note in notes for line in note.body["lines"]} - {None})
    if not named:
        return {}
    rows, given = tx.run_all(
        (f"{kind.about.table}.original_lines", {"ids": named}), (f"{kind.table}.given_back", {"ids": named})
    )
    known = {row["id"]: row | {"left": LineLeft(row)} for row in rows}
    for row in given:
        known[row["id"]]["left"].take_stored(row)
    return known


def _lines(kind: NoteKind, note: NewDocument, known: Mapping[str, Row]) -> dict[int, Row]:
    """Return the original lines of a note's lines, by the places of the latter. A line that it may not name is a
    fault."""
    lines = {}
    left: dict[str, LineLeft] = {}
    for place, line in enumerate(note.body["lines"]):
        named = line[kind.original_line]
        if named is None:
            continue
        original = known.get(named)
        if fault := _line_fault(kind, note, line, original):
            note.refuse(f"lines.{place}.{camel(kind.original_line)}", fault)
        elif original:
            left.setdefault(named, _left_for(note, original))
            lines[place] = original | {"left": left[named]}
            _name_the_goods(line, original)
    return lines


def _left_for(note: NewDocument, original: Row) -> LineLeft:
    """Return the part of a line that a note may give back.

    An OPEN note shares it with later notes of the request and uses it up. A draft has a copy. A void note is bounded by
    the whole line only.
    """
    left: LineLeft = original["left"]
    if note.body["status"] == "OPEN":
        return left
    return left.copy() if note.body["status"] == "DRAFT" else LineLeft(original)


def _count_for_none(note: NewDocument) -> None:
    """Keep a note that is not stored from using up what is left of its original lines."""
    for row in note.original_lines.values():
        row["left"] = row["left"].copy()


def _name_the_goods(line: Row, original: Row) -> None:
    line["of_original"] = True
    line["item_id"] = original["item_id"]
    line["item_variant_id"] = line["item_variant_id"] or original["item_variant_id"]


def _line_fault(kind: NoteKind, note: NewDocument, line: Row, original: Row | None) -> str | None:
    about = kind.about
    if original is None or not _is_of(about, note, original):
        if note.body[about.column]:
            return f"Names no line of the note's {about.noun}."
        return f"Names no line of {about.a_noun} of this {about.party_noun}."
    if not _is_same_item(line, original):
        return "Names a line of another item."
    return _not_in_force(kind, note, original)


def _is_of(about: Settled, note: NewDocument, line: Row) -> bool:
    same_party: bool = line[about.party] == note.body[about.party]
    return same_party and note.body[about.column] in (None, line[about.column])


def _is_same_item(line: Row, original: Row) -> bool:
    variants = {line["item_variant_id"], original["item_variant_id"]} - {None}
    return line["item_id"] in (None, original["item_id"]) and len(variants) <= 1
