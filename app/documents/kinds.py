"""The facts by which kinds of documents differ. Pure."""

from dataclasses import dataclass

from app.documents.parties import Side


@dataclass(frozen=True)
class DocumentKind:
    """One kind of document.

    `doc_type` names its number series and the source of its stock movements, `table` its table and query file; ids
    begin with `prefix`. `number` and `day` are the columns of its number and its date.
    """

    doc_type: str
    table: str
    prefix: str
    number: str
    day: str


@dataclass(frozen=True)
class KindWithLines(DocumentKind):
    """One kind of document with lines, whose ids begin with `line_prefix` and which name it in the column `parent`."""

    side: Side
    line_prefix: str
    parent: str
