"""New documents get their numbers and are stored, as many statements for one as for a thousand."""

from collections.abc import Iterable, Sequence

from app.documents.creation import Batch, NewDocument, good
from app.documents.kinds import DocumentKind, KindWithLines
from app.numbering.series import number_all, take_numbers
from app.postgres.database import Statement, Transaction
from app.wire import camel, to_json_exactly


def number_batch(
    tx: Transaction, kind: DocumentKind, documents: Iterable[NewDocument], batch: Batch | None
) -> None:
    """Number the documents of a batch in their order, each as it was or with the next number of the series; one that is
    taken is a fault. Without a batch do nothing: `store` gives numbers.

    Documents that could not be worked out, or have a number in their row, are left out.
    """
    unnumbered = _unnumbered(kind, documents) if batch else []
    wanted = [(document.body[kind.day], document.number) for document in unnumbered]
    keys = [(number.fiscal_year, number.text) for number in number_all(tx, kind.doc_type, wanted)]
    taken = _taken(tx, kind, keys)
    for document, (year, text) in zip(unnumbered, keys, strict=True):
        if (year, text) in taken:
            document.refuse(camel(kind.number), _is_taken(document, text))
        taken.add((year, text))
        document.row |= {kind.number: text, "fiscal_year": year}


def _unnumbered(kind: DocumentKind, documents: Iterable[NewDocument]) -> list[NewDocument]:
    return [document for document in documents if document.row and kind.number not in document.row]


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
    """Store the good ones of the documents, with their lines and what else they write.

    Those that have no number yet take the next ones of the series, in one round trip with all that can be written
    before; the documents themselves go with what is asked next, or with the commit. So a series is held as shortly as
    can be.
    """
    stored = good(documents)
    if not stored:
        return
    ahead = [*_lines(kind, stored), *writes]
    unnumbered = _unnumbered(kind, stored)
    if unnumbered:
        days = [document.body[kind.day] for document in unnumbered]
        numbers = take_numbers(tx, kind.doc_type, days, ahead)
        for document, number in zip(unnumbered, numbers, strict=True):
            document.row |= {kind.number: number.text, "fiscal_year": number.fiscal_year}
    else:
        tx.defer(*ahead)
    tx.defer((f"{kind.table}.insert", {"rows": to_json_exactly([document.row for document in stored])}))


def _lines(kind: DocumentKind, documents: Iterable[NewDocument]) -> list[Statement]:
    if not isinstance(kind, KindWithLines):
        return []
    return [insert_lines(kind, documents)]


def insert_lines(kind: KindWithLines, documents: Iterable[NewDocument]) -> Statement:
    """What stores the lines of documents."""
    lines = [line | {kind.parent: document.id} for document in documents for line in document.lines]
    return f"{kind.table}.insert_lines", {"lines": to_json_exactly(lines)}
