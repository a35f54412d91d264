"""Every row of the state table and every forbidden move, and OVERDUE, which the calendar makes."""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.elsewhere import Elsewhere
from tests.selling import (
    PAST,
    Books,
    body,
    customer,
    edited,
    goods,
    invoice,
    line,
    move,
    patch,
    pay,
    read,
    sent,
)
from tests.service import Client, Service

STATES = ("DRAFT", "numbered DRAFT", "SENT", "PARTIALLY_PAID", "PAID", "OVERDUE", "VOID")


def in_state(org: Client, state: str) -> Any:
    """An invoice of 100 in the state."""
    customer_id = customer(org)
    if state == "DRAFT":
        return invoice(org, customer_id)
    made = sent(org, customer_id, **{"dueDate": PAST} if state == "OVERDUE" else {})
    if state == "numbered DRAFT":
        return edited(org, made, status="DRAFT")
    if state in ("PARTIALLY_PAID", "PAID"):
        pay(org, customer_id, 100, (made["id"], 40 if state == "PARTIALLY_PAID" else 100))
    if state == "VOID":
        move(org, made["id"], "void")
    return read(org, made["id"])


def test_invoices_are_made_in_every_state(org: Client) -> None:
    assert [in_state(org, state)["status"] for state in STATES] == [
        state.removeprefix("numbered ") for state in STATES
    ]


def refused(org: Client, before: Any, answer: Any) -> bool:
    """Return whether a move was refused as a conflict that names the state, leaving the invoice as it was."""
    if answer.status_int == 200:
        return False
    assert answer.status_int == 409, answer.text
    assert answer.json["success"] is False
    assert answer.json["error"]["code"] == "conflict"
    assert read(org, before["id"]) == before
    return True


@pytest.mark.parametrize("state", STATES)
def test_a_draft_is_sent_and_nothing_else_is(org: Client, state: str) -> None:
    made = in_state(org, state)
    answer = org.post(f"/invoices/{made['id']}/send")
    if state not in ("DRAFT", "numbered DRAFT"):
        assert refused(org, made, answer)
        return
    data = answer.json["data"]
    assert data == {"id": made["id"], "status": "SENT", "invoiceNumber": data["invoiceNumber"]}
    assert data["invoiceNumber"] == "INV-00001"
    now = read(org, made["id"])
    assert (now["status"], now["invoiceNumber"]) == ("SENT", "INV-00001")


@pytest.mark.parametrize("status", ["DRAFT", "SENT", None])
@pytest.mark.parametrize("state", STATES)
def test_a_draft_and_a_sent_invoice_are_edited_and_nothing_else_is(
    org: Client, state: str, status: str | None
) -> None:
    made = in_state(org, state)
    answer = patch(org, made, line(quantity=2), **{"status": status} if status else {})
    if state in ("PARTIALLY_PAID", "PAID", "OVERDUE", "VOID"):
        assert refused(org, made, answer)
        return
    becomes = status or made["status"]
    assert answer.json["data"] == {"id": made["id"], "status": becomes, "total": 200}
    now = read(org, made["id"])
    assert (now["status"], now["total"], now["updatedBy"]) == (becomes, 200, org.user_id)


@pytest.mark.parametrize("status", ["VOID", "PAID", "OVERDUE", "PARTIALLY_PAID"])
def test_no_edit_makes_another_state(org: Client, status: str) -> None:
    assert patch(org, in_state(org, "SENT"), status=status).status_int == 422


@pytest.mark.parametrize("state", STATES)
def test_a_sent_and_an_overdue_invoice_are_voided_and_nothing_else_is(org: Client, state: str) -> None:
    made = in_state(org, state)
    answer = org.post(f"/invoices/{made['id']}/void")
    if state not in ("SENT", "OVERDUE"):
        assert refused(org, made, answer)
        return
    assert answer.json["data"] == {"id": made["id"], "status": "VOID"}
    now = read(org, made["id"])
    assert (now["status"], now["balanceDue"], now["amountPaid"]) == ("VOID", 0, 0)
    assert (now["total"], now["invoiceNumber"]) == (made["total"], made["invoiceNumber"])


@pytest.mark.parametrize("state", STATES)
def test_a_draft_that_never_had_a_number_is_deleted_and_nothing_else_is(org: Client, state: str) -> None:
    made = in_state(org, state)
    answer = org.delete(f"/invoices/{made['id']}")
    if state != "DRAFT":
        assert refused(org, made, answer)
        return
    assert answer.json["data"] == {"ok": True}
    assert org.get(f"/invoices/{made['id']}").status_int == 404


@pytest.mark.parametrize("state", [state for state in STATES if not state.endswith("DRAFT")])
def test_who_may_not_delete_is_told_the_state_that_reads_show_and_to_void_where_that_can_be_done(
    org: Client, state: str
) -> None:
    made = in_state(org, state)
    message = org.delete(f"/invoices/{made['id']}").json["error"]["message"]
    assert made["status"] in message
    voided = org.post(f"/invoices/{made['id']}/void").status_int
    assert ("Void it instead." in message) is (voided == 200)


def test_a_draft_that_carries_a_number_is_sent_and_voided_instead(org: Client) -> None:
    made = in_state(org, "numbered DRAFT")
    assert "send and void" in org.delete(f"/invoices/{made['id']}").json["error"]["message"].lower()
    move(org, made["id"], "send")
    move(org, made["id"], "void")
    assert read(org, made["id"])["invoiceNumber"] == made["invoiceNumber"] == "INV-00001"


def test_an_invoice_of_nothing_is_paid_once_it_is_sent(org: Client) -> None:
    free = line(discount=100)
    customer_id = customer(org)
    draft = invoice(org, customer_id, free)
    assert draft["status"] == "DRAFT"
    assert move(org, draft["id"], "send")["status"] == "PAID"
    made = org.make("/invoices", body(customer_id, free, status="SENT"))
    assert made["status"] == "PAID"
    assert (read(org, made["id"])["status"], read(org, made["id"])["balanceDue"]) == ("PAID", 0)
    assert edited(org, invoice(org, customer_id), free, status="SENT")["status"] == "PAID"
    assert org.post(f"/invoices/{made['id']}/void").status_int == 409


def test_a_payment_moves_the_state_and_its_deletion_moves_it_back(org: Client) -> None:
    customer_id = customer(org)
    made = sent(org, customer_id)

    def state() -> tuple[Any, ...]:
        now = read(org, made["id"])
        return now["status"], now["amountPaid"], now["balanceDue"]

    first = pay(org, customer_id, 40, (made["id"], 40))
    assert state() == ("PARTIALLY_PAID", 40, 60)
    second = pay(org, customer_id, 60, (made["id"], 60))
    assert state() == ("PAID", 100, 0)
    org.delete(f"/payments-received/{first['id']}")
    assert state() == ("PARTIALLY_PAID", 60, 40)
    org.delete(f"/payments-received/{second['id']}")
    assert state() == ("SENT", 0, 100)
    move(org, made["id"], "void")


def test_an_edit_of_a_part_paid_invoice_works_again_once_the_payment_is_deleted(org: Client) -> None:
    customer_id = customer(org)
    made = sent(org, customer_id)
    paid = pay(org, customer_id, 40, (made["id"], 40))
    assert patch(org, made, line(quantity=2)).status_int == 409
    org.delete(f"/payments-received/{paid['id']}")
    assert edited(org, made, line(quantity=2))["total"] == 200


# OVERDUE


def test_overdue_is_sent_past_its_due_date_and_shows_wherever_it_is_read(org: Client) -> None:
    made = in_state(org, "OVERDUE")
    assert made["status"] == "OVERDUE"
    assert [row["status"] for row in org.read("/invoices")] == ["OVERDUE"]


def test_a_draft_a_part_paid_a_paid_and_a_void_invoice_are_never_overdue(org: Client) -> None:
    customer_id = customer(org)
    draft = invoice(org, customer_id, dueDate=PAST)
    made = sent(org, customer_id, dueDate=PAST)
    assert read(org, draft["id"])["status"] == "DRAFT"
    pay(org, customer_id, 40, (made["id"], 40))
    assert read(org, made["id"])["status"] == "PARTIALLY_PAID"
    rest = pay(org, customer_id, 60, (made["id"], 60))
    assert read(org, made["id"])["status"] == "PAID"
    for paid in (rest["id"], org.read(f"/invoices/{made['id']}/payments")[-1]["paymentId"]):
        assert org.delete(f"/payments-received/{paid}").status_int == 200
    assert read(org, made["id"])["status"] == "OVERDUE"
    move(org, made["id"], "void")
    assert read(org, made["id"])["status"] == "VOID"


def day_in(zone: str, days: int = 0) -> date:
    return datetime.now(ZoneInfo(zone)).date() + timedelta(days=days)


# The first and the last time zone of the earth: their calendars are never on the same day.
FIRST, LAST = "Pacific/Kiritimati", "Etc/GMT+12"


@pytest.mark.parametrize(
    ("zone", "due_in", "days", "status"),
    [
        (FIRST, LAST, 0, "OVERDUE"),
        (LAST, LAST, 0, "SENT"),
        (LAST, LAST, 1, "SENT"),
        ("Asia/Kolkata", "Asia/Kolkata", 1, "SENT"),
        ("Asia/Kolkata", "Asia/Kolkata", -1, "OVERDUE"),
    ],
)
def test_past_due_is_told_by_the_calendar_of_the_organization(
    service: Service, zone: str, due_in: str, days: int, status: str
) -> None:
    org = service.organization(time_zone=zone)
    due = day_in(due_in, days).isoformat()
    given = body(customer(org), invoiceDate="2026-01-01", dueDate=due, status="SENT")
    made = org.make("/invoices", given)
    assert made["status"] == "SENT"
    assert read(org, made["id"])["status"] == status
    assert [row["status"] for row in org.read("/invoices")] == [status]
    draft = invoice(org, given["customerId"], invoiceDate="2026-01-01", dueDate=due)
    assert move(org, draft["id"], "send")["status"] == "SENT"
    assert patch(org, draft).status_int == (409 if status == "OVERDUE" else 200)


def test_an_edit_that_puts_the_due_date_into_the_past_makes_it_overdue(org: Client) -> None:
    made = in_state(org, "SENT")
    assert patch(org, made, dueDate=PAST).json["data"]["status"] == "SENT"
    assert read(org, made["id"])["status"] == "OVERDUE"
    assert patch(org, made).status_int == 409


def test_an_overdue_invoice_takes_payments_and_gives_its_goods_back_when_voided(
    service: Service, org: Client
) -> None:
    customer_id = customer(org)
    made = sent(org, customer_id, {"itemId": goods(org)["id"], "quantity": 3}, dueDate=PAST)
    paid = pay(org, customer_id, 300, (made["id"], 300))
    assert read(org, made["id"])["status"] == "PAID"
    org.delete(f"/payments-received/{paid['id']}")
    move(org, made["id"], "void")
    assert [kind for kind, _ in Books(service, org).moves()] == ["SALES_OUT", "SALES_VOID_IN"]


def test_an_invoice_that_a_credit_note_is_about_stays_as_it_is(service: Service, org: Client) -> None:
    customer_id = customer(org)
    made = sent(org, customer_id, {"itemId": goods(org)["id"], "quantity": 3})
    note = Elsewhere(service, org).credit_note(customer_id, 100)
    Books(service, org).execute("about_an_invoice", id=note, invoice_id=made["id"])
    moves = Books(service, org).moves()
    for answer in (
        org.post(f"/invoices/{made['id']}/void"),
        patch(org, made, line(quantity=1)),
        patch(org, made, status="DRAFT"),
    ):
        assert answer.status_int == 409
        assert "Credit note" in answer.json["error"]["message"]
    assert read(org, made["id"])["status"] == "SENT"
    assert Books(service, org).moves() == moves
