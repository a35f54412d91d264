"""Who is read for ahead of the checks, and who is not."""

from typing import Any, cast

import pytest
from falcon.testing import create_req

from app.database import Database, Reading
from app.errors import Unavailable
from resources.desk import Desk

NOTHING = Reading[str]((), lambda read: "shown")


class Failing:
    """A database that remembers which way it was asked, and fails ahead of the checks."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def run_with_token(self, *_: Any, **__: Any) -> str:
        self.asked.append("checked first")
        return "shown"

    def read_with_token(self, *_: Any, **__: Any) -> Any:
        self.asked.append("ahead")
        raise Unavailable


def test_a_read_that_fails_ahead_is_checked_first_the_next_time() -> None:
    database = Failing()
    desk = Desk(cast(Database, database))
    req = create_req(headers={"Authorization": "Bearer pat_x"})
    req.context.permission, req.context.path_values, req.context.request_id = "invoices.read", (), "r"
    assert desk.read(req, NOTHING) == "shown"
    with pytest.raises(Unavailable):
        desk.read(req, NOTHING)
    assert desk.read(req, NOTHING) == "shown"
    assert database.asked == ["checked first", "ahead", "checked first"]
