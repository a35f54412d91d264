"""Every state of an invoice against every move, as a table."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from app.errors import Conflict
from app.sales.invoice_states import may_delete, may_edit, may_send, may_void, settled, shown

NOTHING, SOME = Decimal(0), Decimal("0.01")
STATES = ("DRAFT", "SENT", "PARTIALLY_PAID", "PAID", "OVERDUE", "VOID")


def allowed(move: Callable[..., None], *facts: object) -> bool:
    try:
        move(*facts)
    except Conflict:
        return False
    return True


def test_only_a_draft_is_sent() -> None:
    assert [state for state in STATES if allowed(may_send, state)] == ["DRAFT"]


def test_a_draft_and_a_sent_invoice_are_edited() -> None:
    assert [state for state in STATES if allowed(may_edit, state, NOTHING)] == ["DRAFT", "SENT"]


def test_nothing_is_edited_once_something_is_settled() -> None:
    assert [state for state in STATES if allowed(may_edit, state, SOME)] == []


def test_a_sent_and_an_overdue_invoice_are_voided() -> None:
    assert [state for state in STATES if allowed(may_void, state, NOTHING)] == ["SENT", "OVERDUE"]


def test_nothing_is_voided_once_something_is_settled() -> None:
    assert [state for state in STATES if allowed(may_void, state, SOME)] == []


def test_only_a_draft_without_an_issued_number_is_deleted() -> None:
    assert [state for state in STATES if allowed(may_delete, state, False)] == ["DRAFT"]
    assert [state for state in STATES if allowed(may_delete, state, True)] == []


@pytest.mark.parametrize("state", STATES)
def test_a_refusal_names_the_state_that_the_invoice_is_in(state: str) -> None:
    for move, facts in ((may_send, ()), (may_edit, (SOME,)), (may_void, (SOME,)), (may_delete, (False,))):
        try:
            move(state, *facts)
        except Conflict as refusal:
            assert state in refusal.message


@pytest.mark.parametrize(
    ("total", "paid", "state"),
    [
        ("100", "0", "SENT"),
        ("100", "0.01", "PARTIALLY_PAID"),
        ("100", "99.99", "PARTIALLY_PAID"),
        ("100", "100", "PAID"),
        ("100.00", "100", "PAID"),
        ("0", "0", "PAID"),
    ],
)
def test_what_is_settled_says_the_state_of_an_issued_invoice(total: str, paid: str, state: str) -> None:
    assert settled(Decimal(total), Decimal(paid)) == state


def test_only_a_sent_invoice_shows_as_overdue() -> None:
    stored = ("DRAFT", "SENT", "PARTIALLY_PAID", "PAID", "VOID")
    assert [shown(state, True) for state in stored] == ["DRAFT", "OVERDUE", "PARTIALLY_PAID", "PAID", "VOID"]
    assert tuple(shown(state, False) for state in stored) == stored
