"""New documents get their numbers and are stored, as many statements for one as for a thousand."""

from collections.abc import Iterable, Sequence
from datetime import date

from app.documents.creation import Batch, DocumentKind, KindWithLines, NewDocument, good
from app.numbering.series import number_all, preview_numbers, take_numbers
from app.postgres.database import Statement, Transaction
from app.wire import camel, to_json_exactly


def check_numbers(
    tx: Transaction, kind: DocumentKind, documents: Iterable[NewDocument], batch: Batch | None
) -> None:
    """Refuse numbers that are taken: those that bodies give and, in a batch, those that come next in the series.

    Numbers are worked out in the order of the documents and are not used up; `store` gives them. Documents that could
    not be worked out, or have a number in their row, are left out.
    """
    unnumbered = _unnumbered(kind, documents)
    if not batch and not _are_given(unnumbered):
        return
    keys = [(number.fiscal_year, number.text) for number in preview_numbers(tx, *_wanted(kind, unnumbered))]
    taken = _taken(tx, kind, keys)
    for document, key in zip(unnumbered, keys, strict=True):
        if key in taken:
            document.refuse(camel(kind.number), _is_taken(document, key[1]))
        taken.add(key)


def _unnumbered(kind: DocumentKind, documents: Iterable[NewDocument]) -> list[NewDocument]:
    return [document for document in documents if document.row and kind.number not in document.row]


def _are_given(documents: Iterable[NewDocument]) -> bool:
    return any(document.number is not None for document in documents)


def _wanted(
    kind: DocumentKind, documents: Iterable[NewDocument]
) -> tuple[str, list[tuple[date, str | None]]]:
    return kind.doc_type, [(document.body[kind.day], document.number) for document in documents]


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
    """Number the good ones of the documents, and store them with their lines and what else they write.

    Lines and `writes` go ahead of the numbers, and the documents themselves with the next statement or the commit: so
    the number series is locked as shortly as can be.
    """
    stored = good(documents)
    if not stored:
        return
    _number(tx, kind, _unnumbered(kind, stored), [*_lines(kind, stored), *writes])
    tx.defer((f"{kind.table}.insert", {"rows": to_json_exactly([document.row for document in stored])}))


def _number(
    tx: Transaction, kind: DocumentKind, documents: Sequence[NewDocument], ahead: Sequence[Statement]
) -> None:
    """Give documents their numbers after the writes in `ahead`, in one round trip where no body gives one."""
    if documents and not _are_given(documents):
        days = [document.body[kind.day] for document in documents]
        numbers = take_numbers(tx, kind.doc_type, days, ahead)
    else:
        tx.defer(*ahead)
        numbers = number_all(tx, *_wanted(kind, documents))
    for document, number in zip(documents, numbers, strict=True):
        document.row |= {kind.number: number.text, "fiscal_year": number.fiscal_year}


def _lines(kind: DocumentKind, documents: Iterable[NewDocument]) -> list[Statement]:
    if not isinstance(kind, KindWithLines):
        return []
    return [insert_lines(kind, documents)]


def insert_lines(kind: KindWithLines, documents: Iterable[NewDocument]) -> Statement:
    """What stores the lines of documents."""
    lines = [line | {kind.parent: document.id} for document in documents for line in document.lines]
    return f"{kind.table}.insert_lines", {"lines": to_json_exactly(lines)}
