"""Numbering and storing of new documents, with as many statements for one as for a thousand."""

from collections.abc import Iterable, Sequence

from app.documents.creation import Batch, DocumentKind, KindWithLines, NewDocument, good
from app.documents.own_references import IS_TAKEN, places_of_taken, references_of
from app.errors import Warned
from app.numbering.counting import DocumentNumber, ToNumber
from app.numbering.serial_numbers import taking_warnings
from app.numbering.series import preview_numbers, take_numbers
from app.postgres.database import Statement, Transaction
from app.wire import camel, to_json_exactly

# The prefix of the provisional number of a draft, which takes one of the series when it comes into force.
DRAFT_PREFIX = "DRAFT-"


def refuse_draft_numbers(kind: DocumentKind, documents: Iterable[NewDocument]) -> None:
    """Refuse a given number that could be a draft's."""
    for document in documents:
        if (document.number or "").startswith(DRAFT_PREFIX):
            document.refuse(
                camel(kind.number), "Is what a draft is called until it has a number: leave it out."
            )


def number_drafts(kind: DocumentKind, documents: Iterable[NewDocument]) -> None:
    """Name drafts without a number by the last eight characters of their ids, which are random: 40 bits."""
    for document in documents:
        row = document.row
        if row and kind.number not in row and document.body["status"] == "DRAFT" and document.number is None:
            document.row |= {kind.number: DRAFT_PREFIX + document.id[-8:], "fiscal_year": None}


def check_numbers(
    tx: Transaction, kind: DocumentKind, documents: Sequence[NewDocument], batch: Batch | None
) -> None:
    """Refuse numbers that are taken: those that bodies give and, in a batch, those that come next in the series. Refuse
    the caller's own references that are.

    Numbers are worked out in the order of the documents and are not used up; `store` gives them. Documents that could
    not be worked out, or have a number in their row, are left out.
    """
    _check_references(tx, kind, good(documents))
    unnumbered = _unnumbered(kind, documents)
    if not batch and not _are_given(unnumbered):
        return
    numbers = preview_numbers(tx, kind.doc_type, _wanted(kind, unnumbered))
    keys = [(number.fiscal_year, number.text) for number in numbers]
    taken = _taken(tx, kind, keys)
    for document, number, key in zip(unnumbered, numbers, keys, strict=True):
        if document.refuses:
            document.warn(_warnings(kind, document, number))
        if key in taken:
            document.refuse(camel(kind.number), _is_taken(document, key[1]))
        taken.add(key)


def _check_references(tx: Transaction, kind: DocumentKind, documents: Sequence[NewDocument]) -> None:
    """Refuse references that are taken: nothing else is wrong with the body, so each is a conflict."""
    # A draft keeps the one that it has.
    asking = [document for document in documents if not _keeps_its_reference(document)]
    wanted = references_of(document.body for document in asking)
    if not any(wanted):
        return
    for place in places_of_taken(wanted, tx.all(f"{kind.table}.referenced", references=wanted)):
        asking[place].conflict = IS_TAKEN
        asking[place].refuse("externalReference", IS_TAKEN)


def _keeps_its_reference(document: NewDocument) -> bool:
    return (
        bool(document.stored) and document.stored["external_reference"] == document.body["external_reference"]
    )


def _unnumbered(kind: DocumentKind, documents: Iterable[NewDocument]) -> list[NewDocument]:
    return [document for document in documents if document.row and kind.number not in document.row]


def _are_given(documents: Iterable[NewDocument]) -> bool:
    return any(document.number is not None for document in documents)


def _wanted(kind: DocumentKind, documents: Iterable[NewDocument]) -> list[ToNumber]:
    return [
        ToNumber(document.body[kind.day], document.row.get("seller_registration_id"), document.number)
        for document in documents
    ]


def _taken(
    tx: Transaction, kind: DocumentKind, keys: Sequence[tuple[int | None, str]]
) -> set[tuple[int | None, str]]:
    if not keys:
        return set()
    years, texts = [year for year, _ in keys], [text for _, text in keys]
    rows = tx.all(f"{kind.table}.taken", fiscal_years=years, numbers=texts)
    return {(row["fiscal_year"], row["number"]) for row in rows}


def _is_taken(document: NewDocument, number: str) -> str:
    if document.number is not None:
        return f"The number {number} is taken in its fiscal year."
    return f"The next number of the series, {number}, is taken: set its nextNumber."


def store(
    tx: Transaction, kind: DocumentKind, documents: Iterable[NewDocument], writes: Sequence[Statement] = ()
) -> None:
    """Number the good ones of the documents and store them, their lines and `writes`; their rows are only deferred.

    Of invoices: one message has `invoices.insert_lines`, `writes` and `numbering.take`; `invoices.insert` is deferred
    to the next message, which is that of the commit if no other comes. So the number series is locked as shortly as can
    be.
    """
    stored = good(documents)
    if not stored:
        return
    _number(
        tx, kind, _unnumbered(kind, stored), [*_lines_before(kind, stored), *_lines(kind, stored), *writes]
    )
    if any(not document.is_good for document in stored):
        # Numbers were taken that look wrong: the caller rolls back.
        return
    for statement, written in _inserts_and_updates(stored).items():
        rows = to_json_exactly([document.row for document in written])
        tx.defer((f"{kind.table}.{statement}", {"rows": rows}))


def _inserts_and_updates(documents: Iterable[NewDocument]) -> dict[str, list[NewDocument]]:
    """Return the documents by the statement that stores them: drafts that were stored before are updated."""
    found: dict[str, list[NewDocument]] = {}
    for document in documents:
        found.setdefault("update" if document.stored else "insert", []).append(document)
    return found


def _lines_before(kind: DocumentKind, documents: Iterable[NewDocument]) -> list[Statement]:
    """Return the statements that delete the stored lines of drafts that are rewritten."""
    return [(f"{kind.table}.delete_lines", {"id": document.id}) for document in documents if document.stored]


def _number(
    tx: Transaction, kind: DocumentKind, documents: Sequence[NewDocument], writes_before: Sequence[Statement]
) -> None:
    """Give documents their numbers after `writes_before`."""
    numbers = take_numbers(tx, kind.doc_type, _wanted(kind, documents), writes_before)
    for document, number in zip(documents, numbers, strict=True):
        document.row |= {kind.number: number.text, "fiscal_year": number.fiscal_year}
        document.warn(_warnings(kind, document, number))


def _warnings(kind: DocumentKind, document: NewDocument, number: DocumentNumber) -> list[Warned]:
    return list(taking_warnings(kind.doc_type, kind.number, number, kind.day, document.body[kind.day]))


def _lines(kind: DocumentKind, documents: Iterable[NewDocument]) -> list[Statement]:
    if not isinstance(kind, KindWithLines):
        return []
    return [insert_lines(kind, documents)]


def insert_lines(kind: KindWithLines, documents: Iterable[NewDocument]) -> Statement:
    """Return the statement that stores the lines of documents."""
    lines = [line | {kind.parent: document.id} for document in documents for line in document.lines]
    return f"{kind.table}.insert_lines", {"lines": to_json_exactly(lines)}
