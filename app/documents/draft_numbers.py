"""Provisional numbers of drafts, which take their number of the series when they come into force."""

from collections.abc import Iterable

from app.documents.creation import DocumentKind, NewDocument
from app.wire import camel

# The prefix of the provisional number of a draft.
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
