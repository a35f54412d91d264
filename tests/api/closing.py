"""Books that are closed through a day, and the refusal of what is dated by then."""

from webtest import TestResponse

from tests.refusals import conflict
from tests.service import Client

LAST, NEXT = "2026-09-30", "2026-10-01"
CLOSED = f"The books are closed through {LAST}."


def close(org: Client, day: str | None = LAST) -> None:
    """Close the books through a day, or open them all."""
    answer = org.put("/books-lock", {"lockedThrough": day})
    assert (answer.status_int, answer.json["data"]) == (200, {"lockedThrough": day}), answer.text


def refused(answer: TestResponse) -> None:
    """The answer must be the conflict with books that are closed through `LAST`."""
    assert conflict(answer) == CLOSED
