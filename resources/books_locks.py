"""The lock of the books over HTTP."""

from datetime import date

import falcon

from app.documents import books_locks
from app.postgres.database import Row, Transaction
from app.schemas.books_locks import BooksLockBody
from resources.serving.answers import answer
from resources.serving.bodies import json_object
from resources.serving.requests import Requests
from resources.serving.writes import answer_write


class BooksLocks:
    """The day through which the books are closed."""

    def __init__(self, requests: Requests) -> None:
        self.requests = requests
        self.body = BooksLockBody()

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the day, null where the books are open."""
        answer(resp, self.requests.run(req, lambda tx: _told(books_locks.locked_through(tx))))

    def on_put(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Close the books through a day, or open them."""

        def move(tx: Transaction) -> Row:
            day = self.body.create(json_object(req))["locked_through"]
            books_locks.move(tx, day)
            return _told(day)

        answer_write(self.requests, req, resp, move)


def _told(day: date | None) -> Row:
    return {"lockedThrough": day and day.isoformat()}
