"""Kinds of documents, and documents that are being created, one or a thousand at once, with their faults."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from app.documents.parties import Side, SupplyBefore
from app.errors import Conflict, Invalid, Warned, faults_of, names_no
from app.postgres.database import Row, Transaction
from app.stock.movements import LockedPositions
from app.wire import camel

# Faults of a body: (field in the caller's words, sentence).
Faults = list[tuple[str, str]]

# Fields of a body that are no columns of the document, or not as they are sent.
_NO_COLUMNS = frozenset({"lines", "adjustments", "allocations"})


@dataclass(frozen=True, kw_only=True)
class DocumentKind:
    """One kind of document.

    `doc_type` names its number series and the source of its stock movements, `table` its table and query file; ids
    begin with `prefix`. `number` and `day` are the columns of its number and its date. What is not `in_books` is free
    of the day through which they are closed. `made_of` are the orders that some of them are made of.
    """

    doc_type: str
    table: str
    prefix: str
    number: str
    day: str
    in_books: bool = True
    made_of: "OrderKind | None" = None

    @property
    def noun(self) -> str:
        """The kind's name in a sentence: `credit note`."""
        return self.doc_type.lower().replace("_", " ")


@dataclass(frozen=True, kw_only=True)
class KindWithLines(DocumentKind):
    """One kind of document with lines, whose ids begin with `line_prefix` and which name it in the column `parent`.

    A draft becomes `issued`: sent, confirmed, open.
    """

    side: Side
    line_prefix: str
    parent: str
    issued: str = "OPEN"


@dataclass(frozen=True, kw_only=True)
class OrderKind(KindWithLines):
    """One kind of order, which documents are made of that are called `makes` (`invoice`) while it is `issued`."""

    makes: str


@dataclass
class NewDocument:
    """A document that is being created.

    `body` is what `app.schemas` loads, and `number` the number that it gives, None for the next of the series. Invoices
    and payments received give a number in files only. `row` has the columns to store and `lines` the rows of the
    lines; both are empty until they have been worked out. Where it takes the place of a stored draft, `stored` has the
    draft's columns, else none.

    `faults` are what is wrong with the body. `conflict` says what the books forbid whatever the body says; `faults`
    then tell where. `warnings` are what looks wrong and is written all the same; where the organization `refuses` that,
    they are faults, `doubtful` ones.

    `terms_days` is the credit that its party has, `today` the organization's day, `fiscal_year_start` a month. A note
    about another document keeps that one's supply in `before`, and has by the places of its own lines the
    `original_lines` that they are about.
    """

    id: str
    body: Row
    number: str | None = None
    stored: Row = field(default_factory=dict)
    row: Row = field(default_factory=dict)
    lines: list[dict[str, Any]] = field(default_factory=list)
    faults: Faults = field(default_factory=list)
    conflict: str = ""
    refuses: bool = False
    warnings: list[Warned] = field(default_factory=list)
    doubtful: Faults = field(default_factory=list)
    terms_days: int = 0
    today: date = date.min
    fiscal_year_start: int = 4
    before: SupplyBefore | None = None
    original_lines: dict[int, Row] = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        """Return whether no fault was found so far."""
        return not self.faults

    def refuse(self, field: str, message: str) -> None:
        """Note a fault of a field of the body, by its name on the wire."""
        self.faults.append((field, message))

    def warn(self, warnings: Iterable[Warned]) -> None:
        """Note warnings."""
        if self.refuses:
            refused = faults_of(warnings)
            self.faults += refused
            self.doubtful += refused
        else:
            self.warnings += warnings

    def require_good(self) -> None:
        """Raise Conflict for what the books forbid, Invalid for faults of the body."""
        if self.conflict:
            raise Conflict(self.conflict)
        if self.faults:
            raise Invalid(self.faults)


@dataclass(frozen=True)
class Batch:
    """One of many sets of documents in a transaction, as they come from a file.

    `positions` are locked for all of the sets: the caller stores them when the last set is created. The next number of
    a series that is taken already is a fault of its document here, and not a Conflict.
    """

    positions: LockedPositions


def columns_of(kind: DocumentKind, document: NewDocument) -> Row:
    """Return the id, the columns from the body, and the number that a stored draft has already."""
    left_out = {kind.number, *_NO_COLUMNS}
    given = {name: value for name, value in document.body.items() if name not in left_out}
    return {"id": document.id} | given | _number_of_the_draft(kind, document.stored)


def _number_of_the_draft(kind: DocumentKind, stored: Row) -> Row:
    if not stored or stored["fiscal_year"] is None:
        return {}
    return {name: stored[name] for name in (kind.number, "fiscal_year")}


def good(documents: Iterable[NewDocument]) -> list[NewDocument]:
    """Return the documents without faults."""
    return [document for document in documents if document.is_good]


def with_status(documents: Iterable[NewDocument], status: str) -> list[NewDocument]:
    """Return the good documents whose bodies have a status."""
    return [document for document in good(documents) if document.body["status"] == status]


def find_named(
    tx: Transaction, statement: str, documents: Iterable[NewDocument], column: str, party: str
) -> dict[str, Row]:
    """Return the rows that the bodies name in `column`, by id. A missing row, or one of another party, is a fault.

    The statement takes `ids`; `party` is the column of the party, in rows and bodies.
    """
    naming = [document for document in documents if document.body[column] is not None]
    if not naming:
        return {}
    rows = tx.all(statement, ids=sorted({document.body[column] for document in naming}))
    found = {row["id"]: row for row in rows}
    for document in naming:
        row = found.get(document.body[column])
        if row is None:
            document.refuse(camel(column), names_no())
        elif row[party] != document.body[party]:
            document.refuse(camel(column), f"Belongs to another {party.removesuffix('_id')}.")
    return found


def check_not_before(documents: Iterable[NewDocument], day: str, later: str) -> None:
    """Refuse a date in the column `later` that lies before the document's own, in `day`."""
    for document in documents:
        given = document.body[later]
        if given and given < document.body[day]:
            document.refuse(camel(later), f"Must not be before {camel(day)}.")


def set_due_date(document: NewDocument, day: str) -> None:
    """Give a document its due date: the one in its body, else its date in `day` and the days of credit of its party."""
    due = document.body["due_date"] or document.body[day] + timedelta(days=document.terms_days)
    if due < document.body[day]:
        document.refuse("dueDate", f"Must not be before {camel(day)}.")
    document.row["due_date"] = due
