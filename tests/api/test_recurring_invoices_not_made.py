"""Invoices of recurring ones that cannot be made: told, tried again, and given up."""

from typing import Any

import pytest

from app.recurring import making
from tests.api.recurring import Recurring
from tests.selling import customer

PATH = "/recurring-invoices"


def test_what_cannot_be_made_is_tried_again_the_next_day_and_in_order(recurring: Recurring) -> None:
    id = recurring.schedule()
    recurring.org.put("/books-lock", {"lockedThrough": "2100-02-02"})
    outcome = recurring.make_due("2100-02-02T09:00")
    assert (outcome.made, outcome.failed) == (0, 1)
    read = recurring.read(id)
    assert read["lastFailure"] == {
        "date": "2100-02-01T00:00:00Z",
        "reason": "The books are closed through 2100-02-02.",
    }
    assert (read["made"], read["nextDate"]) == (0, "2100-02-01T00:00:00Z")
    event = recurring.org.read(f"/events?recordId={id}")[0]
    assert (event["type"], event["data"]["lastFailure"]) == ("recurring_invoice.failed", read["lastFailure"])
    recurring.org.put("/books-lock", {"lockedThrough": None})
    assert recurring.make_due("2100-02-02T23:59").made == 0
    assert recurring.make_due("2100-02-03T00:00").made == 3
    assert recurring.days() == ["2100-02-01", "2100-02-02", "2100-02-03"]
    assert recurring.read(id)["lastFailure"] is None


def test_one_that_cannot_be_made_keeps_no_other_waiting(recurring: Recurring) -> None:
    leaving = customer(recurring.org)
    id = recurring.schedule(customerId=leaving)
    recurring.schedule()
    assert recurring.org.delete(f"/customers/{leaving}").status_int == 200
    outcome = recurring.make_due("2100-02-02T09:00")
    assert (outcome.made, outcome.failed) == (2, 1)
    reason = recurring.read(id)["lastFailure"]["reason"]
    assert reason == "customerId: Names no record of this organization."


def test_what_could_not_be_made_is_tried_at_once_when_it_was_changed(recurring: Recurring) -> None:
    leaving = customer(recurring.org)
    id = recurring.schedule(customerId=leaving)
    recurring.org.delete(f"/customers/{leaving}")
    recurring.make_due("2100-02-01T09:00")
    changed = recurring.change(id)
    assert (changed["lastFailure"], changed["nextDate"]) == (None, "2100-02-01T00:00:00Z")
    told = recurring.org.read(f"/events?recordId={id}&sort=createdAt")
    assert [event["type"].partition(".")[2] for event in told] == ["created", "failed", "updated"]
    assert recurring.make_due("2100-02-01T09:01").made == 1
    assert recurring.read(id)["lastFailure"] is None


def test_each_day_that_an_invoice_cannot_be_made_is_told(recurring: Recurring) -> None:
    id = recurring.schedule(occurrences=1)
    recurring.org.put("/books-lock", {"lockedThrough": "2100-02-03"})
    for moment in ("2100-02-01T09:00", "2100-02-01T18:00", "2100-02-02T09:00"):
        recurring.make_due(moment)
    assert len(recurring.org.read(f"/events?recordId={id}&type=recurring_invoice.failed")) == 2
    assert recurring.make_due("2100-02-03T09:00").failed == 1


def test_a_pause_gives_up_what_could_not_be_made(recurring: Recurring) -> None:
    id = recurring.schedule()
    recurring.org.put("/books-lock", {"lockedThrough": "2100-02-02"})
    recurring.make_due("2100-02-02T09:00")
    paused = recurring.org.post(f"{PATH}/{id}/pause").json["data"]
    assert (paused["nextDate"], paused["lastFailure"]) == (None, None)


def test_a_fault_of_the_service_stops_no_other_and_tells_nothing_of_itself(
    recurring: Recurring, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = recurring.schedule(notes="wrong")
    recurring.schedule()
    make = making.invoice_of

    def stumble(schedule: dict[str, Any], due: Any) -> Any:
        if schedule["id"] == wrong:
            raise ZeroDivisionError("a secret")
        return make(schedule, due)

    monkeypatch.setattr(making, "invoice_of", stumble)
    outcome = recurring.make_due("2100-02-01T09:00")
    assert (outcome.made, outcome.failed) == (1, 1)
    assert recurring.read(wrong)["lastFailure"]["reason"] == "The service failed; its log says why."
    assert "ZeroDivisionError: a secret" in caplog.text
