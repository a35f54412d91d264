"""The routes of the books as a whole: their lock and their trail."""

from app.schemas.answers.audit import AuditRow
from app.schemas.answers.books_locks import BooksLock
from app.schemas.books_locks import BooksLockBody
from resources.audit import Audit
from resources.books_locks import BooksLocks
from resources.routes.operations import Answer, Operation, Route
from resources.serving.requests import Requests

_BOOKS = "Books"


def books(requests: Requests) -> list[Route]:
    """Return the routes of the lock of the books and of the audit trail."""
    return [
        Route("/books-lock", BooksLocks(requests), None, {"GET": _read_lock(), "PUT": _move_lock()}),
        Route("/audit", Audit(requests), None, {"GET": _list_audit()}),
    ]


def _read_lock() -> Operation:
    return Operation(
        id="getBooksLock",
        tag=_BOOKS,
        summary="Read through which day the books are closed",
        permission="settings.read",
        answer=Answer(BooksLock),
    )


def _move_lock() -> Operation:
    return Operation(
        id="setBooksLock",
        tag=_BOOKS,
        summary="Close the books through a day, or open them",
        permission="settings.update",
        answer=Answer(BooksLock),
        says="No invoice, note, bill, payment, expense or stock adjustment dated on or before the day is made, "
        "changed, sent, voided or deleted from then on: each is a `conflict`. Quotes and orders are free, and what is "
        "dated later may settle a document of a closed period. Null opens the books; the day may also be moved back.",
        body=BooksLockBody(),
        example={"lockedThrough": "2026-09-30"},
        replaces=True,
    )


def _list_audit() -> Operation:
    return Operation(
        id="listAudit",
        tag=_BOOKS,
        summary="List who changed what, and when",
        permission="reports.read",
        answer=Answer(AuditRow, "page"),
        says="A row for each record that was made, changed or removed; `before` and `after` have what was changed. By "
        "`page` the newest 1,000 rows are reached, and `total` counts no further; `cursor` goes on from there.",
        listing="audit",
    )
