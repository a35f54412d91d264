"""Whose requests go along with their token, and whose are checked first."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from falcon.testing import create_req

from app.errors import Problem, Unauthorized, Unavailable
from app.postgres.database import Database, Row
from resources.serving.requests import Desk

CALLER = {
    "user_id": "usr_1",
    "user_email": "asha@example.in",
    "user_name": "Asha",
    "organization_id": "org_1",
    "organization_name": "Junction",
    "organization_slug": "junction",
    "role_key": "ADMIN",
    "role_permissions": None,
    "token_id": "tok_1",
    "token_kind": "pat",
    "scopes": ["full"],
}


class Known:
    """A database that knows one caller, until it does not, and remembers which way it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.caller: Row | None = CALLER
        self.fault: Problem | None = None

    def run_with_token(
        self, _: str, admit: Callable[[Row | None], None], work: Any, *, ahead: bool, **__: Any
    ) -> None:
        self.asked.append("ahead" if ahead else "checked first")
        if self.fault:
            raise self.fault
        admit(self.caller)


def test_who_was_admitted_goes_ahead_until_refused() -> None:
    database = Known()
    desk = Desk(cast(Database, database))
    req = create_req(headers={"Authorization": "Bearer pat_x"})
    req.context.permission, req.context.path_values, req.context.request_id = "", (), "r"
    for _ in range(2):
        desk.serve(req, lambda tx: None)
    database.caller = None
    for _ in range(2):
        with pytest.raises(Unauthorized):
            desk.serve(req, lambda tx: None)
    assert database.asked == ["checked first", "ahead", "ahead", "checked first"]


def test_what_was_given_up_is_checked_first_the_next_time() -> None:
    database = Known()
    desk = Desk(cast(Database, database))
    req = create_req(headers={"Authorization": "Bearer pat_x"})
    req.context.permission, req.context.path_values, req.context.request_id = "", (), "r"
    desk.serve(req, lambda tx: None)
    database.fault = Unavailable()
    for _ in range(2):
        with pytest.raises(Unavailable):
            desk.serve(req, lambda tx: None)
    assert database.asked == ["checked first", "ahead", "checked first"]
