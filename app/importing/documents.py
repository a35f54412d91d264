"""Documents with lines: what loading each kind of them has in common."""

from collections.abc import Sequence
from datetime import date
from typing import ClassVar

from app.documents.composition import Composition, compose
from app.documents.parties import Side
from app.errors import names_no
from app.ids import new_ids
from app.importing.drafts import Draft, good_drafts
from app.importing.entries import Entry, good
from app.importing.numbers import number_entries
from app.postgres.database import Row, Transaction
from app.schemas.body import Body
from app.stock.movements import LockedPositions
from app.wire import camel, to_json_exactly


class Documents:
    """Loads one kind of document. A kind with a rule of its own is a subclass that replaces a step.

    `family` names table and statements, `own` the columns of the body that only this kind has, `later` a date
    that may not be before the document's own.
    """

    schema: ClassVar[Body]
    side: ClassVar[Side]
    doc_type: ClassVar[str]
    family: ClassVar[str]
    number: ClassVar[str]
    day: ClassVar[str]
    parent: ClassVar[str]
    prefix: ClassVar[str]
    line_prefix: ClassVar[str]
    own: ClassVar[tuple[str, ...]]
    later: ClassVar[str | None] = None

    def load(self, tx: Transaction, entries: Sequence[Entry], held: LockedPositions) -> None:
        """Load a batch of entries; what is wrong with one is noted in it, and it is left out.

        What can be read is worked out and numbered even if something else is wrong with it, to tell all of it.
        """
        readable = good(entries)
        self.prepare(tx, readable)
        self._check_dates(readable)
        drafts = self.drafts(tx, readable)
        self.give_numbers(tx, drafts)
        self.insert(tx, good_drafts(drafts))
        self.after(tx, good_drafts(drafts), held)
        for draft in drafts:
            draft.entry.result = {"id": draft.id, "number": draft.row[self.number]}

    def prepare(self, tx: Transaction, entries: Sequence[Entry]) -> None:
        """What has to be looked up before the documents can be worked out."""

    def _check_dates(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            given = entry.body[self.later] if self.later else None
            if self.later and given and given < entry.body[self.day]:
                entry.refuse(camel(self.later), f"Must not be before {camel(self.day)}.")

    def drafts(self, tx: Transaction, entries: Sequence[Entry]) -> list[Draft]:
        """The documents that could be worked out."""
        bodies = [entry.body for entry in entries]
        outcomes = compose(tx, self.side, bodies, day=self.day, line_prefix=self.line_prefix)
        ids = new_ids(self.prefix, len(entries))
        drafts = []
        for entry, id, outcome in zip(entries, ids, outcomes, strict=True):
            if isinstance(outcome, Composition):
                row = self.row(entry, outcome) | {"id": id}
                drafts.append(Draft(entry, id, row, outcome.lines))
            else:
                entry.faults += outcome
        return drafts

    def row(self, entry: Entry, composition: Composition) -> Row:
        """The columns of a document."""
        return {name: entry.body[name] for name in self.own} | composition.columns

    def give_numbers(self, tx: Transaction, drafts: Sequence[Draft]) -> None:
        """Give each document its number."""
        wanted = [(draft.entry, *self.day_and_number(draft)) for draft in drafts]
        numbers = number_entries(tx, self.doc_type, self.family, camel(self.number), wanted)
        for draft, number in zip(drafts, numbers, strict=True):
            draft.row |= {self.number: number.text, "fiscal_year": number.fiscal_year}

    def day_and_number(self, draft: Draft) -> tuple[date, str | None]:
        """A document's date, and the number that it was given."""
        return draft.entry.body[self.day], draft.entry.body[self.number]

    def insert(self, tx: Transaction, drafts: Sequence[Draft]) -> None:
        """Store the documents and their lines."""
        if not drafts:
            return
        lines = [line | {self.parent: draft.id} for draft in drafts for line in draft.lines]
        tx.run_all(
            (f"{self.family}.insert", {"rows": to_json_exactly([draft.row for draft in drafts])}),
            (f"{self.family}.insert_lines", {"lines": to_json_exactly(lines)}),
        )

    def after(self, tx: Transaction, drafts: Sequence[Draft], held: LockedPositions) -> None:
        """What the documents bring about."""


def check_present(
    tx: Transaction, statement: str, entries: Sequence[Entry], column: str, party: str
) -> dict[str, Row]:
    """The rows that the entries name in `column`, by id; one that is not there, or another party's, is a fault."""
    asked = [entry for entry in entries if entry.is_good and entry.body[column] is not None]
    if not asked:
        return {}
    rows = tx.all(statement, ids=sorted({entry.body[column] for entry in asked}))
    found = {row["id"]: row for row in rows}
    for entry in asked:
        row = found.get(entry.body[column])
        if row is None:
            entry.refuse(camel(column), names_no())
        elif row[party] != entry.body[party]:
            entry.refuse(camel(column), f"Belongs to another {party.removesuffix('_id')}.")
    return found
