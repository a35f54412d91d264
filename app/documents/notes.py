"""Credit and debit notes about other documents: what they name is there, and is given back as it was billed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.documents.allocations import Settled
from app.documents.creation import KindWithLines, NewDocument, find_named
from app.documents.discounts import Discounted, DiscountInParts
from app.documents.originals import check_agreement, take_document
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


def find_originals(tx: Transaction, kind: NoteKind, notes: Sequence[NewDocument]) -> None:
    """Lock the documents that notes are about, and take from them what the notes leave out.

    A note that names lines alone is about their document. What a note may not be about is a fault.
    """
    about = kind.about
    found = find_named(tx, f"{about.table}.originals", notes, about.column, about.party)
    documents = [_document(kind, note, found) for note in notes]
    known = _original_lines(tx, kind, [note for note in notes if note.is_good])
    for note, document in zip(notes, documents, strict=True):
        if note.is_good:
            note.original_lines = _lines(kind, note, known)
        check_agreement(note, camel(kind.original_line), about.noun)
        take_document(note, document or next(iter(note.original_lines.values()), None), about.noun)


def with_prices(notes: Iterable[NewDocument]) -> list[NewDocument]:
    """The notes without those that have a line of no price, because it names an original line that it may not name."""
    return [
        note
        for note in notes
        if all(
            line["item_id"] or line["rate"] is not None or place in note.original_lines
            for place, line in enumerate(note.body["lines"])
        )
    ]


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
    named = {line[kind.original_line] for note in notes for line in note.body["lines"]} - {None}
    rows = tx.all(f"{kind.about.table}.original_lines", ids=sorted(named)) if named else []
    parts = _discounts_in_parts(tx, kind, rows)
    return {row["id"]: row | {"discount_in_parts": parts[row["id"]]} for row in rows}


def _discounts_in_parts(tx: Transaction, kind: NoteKind, rows: Sequence[Row]) -> dict[str, DiscountInParts]:
    """What is left of the lines' discounts after the notes in force.

    The lines' documents must be locked: notes about them in another transaction would not be seen.
    """
    parts = {row["id"]: DiscountInParts(Discounted(row["quantity"], row["discount"])) for row in rows}
    ids = sorted(row["id"] for row in rows if row["discount"])
    for given in tx.all(f"{kind.table}.given_back", ids=ids) if ids else []:
        parts[given["id"]].give_back(given["quantity"], given["discount"])
    return parts


def _lines(kind: NoteKind, note: NewDocument, known: Mapping[str, Row]) -> dict[int, Row]:
    """The lines that a note's lines name, by the places of those; one that it may not name is a fault."""
    lines = {}
    for place, line in enumerate(note.body["lines"]):
        named = line[kind.original_line]
        if named is None:
            continue
        if fault := _line_fault(kind, note, line, known.get(named)):
            note.refuse(f"lines.{place}.{camel(kind.original_line)}", fault)
        else:
            lines[place] = known[named] | {"gives_back": note.body["status"] == "OPEN"}
            line["of_original"] = True
    return lines


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
    return line["item_id"] == original["item_id"] and len(variants) <= 1
