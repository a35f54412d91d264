"""The lock of the books."""

from app.schemas.answers.fields import Answered, Word


class BooksLock(Answered):
    """The day through which the books are closed, as it was sent; null where they are open."""

    locked_through = Word(null=True, metadata={"format": "date"})
