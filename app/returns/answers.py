"""Answers with a file for a portal: the document, and the problems that keep all or part of it from being filed.
Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.wire import Row


@dataclass(frozen=True)
class FilingProblem:
    """A problem for which a portal would refuse the file, or a part of it.

    `code` is a word for programs, `field` the path of the field to change (in the names of the API where a record has
    it, else in those of the file; None where no one field is at fault), `message` a sentence for people, `record_id`
    the record to change (None where it is the file as a whole).
    """

    code: str
    field: str | None
    message: str
    record_id: str | None = None

    def shown(self) -> Row:
        """Return the problem in wire form."""
        return {
            "code": self.code,
            "field": self.field,
            "message": self.message,
            "recordId": self.record_id,
        }


def file_answer(document: Row | None, problems: Sequence[FilingProblem]) -> Row:
    """Return `{"document", "problems"}`; `document` is None where nothing can be filed."""
    return {"document": document, "problems": [problem.shown() for problem in problems]}


def whole_or_nothing(document: Row | None, problems: Sequence[FilingProblem]) -> Row:
    """Return the answer of a single document: with any problem, `document` is None."""
    return file_answer(None if problems else document, problems)
