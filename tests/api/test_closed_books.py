"""Closed books: nothing dated on or before the day is made, changed or taken away; later days settle what they like."""

from collections.abc import Callable
from typing import Any

import pytest
from webtest import TestResponse

from tests.api.closing import CLOSED, LAST, NEXT, close, refused
from tests.elsewhere import Elsewhere
from tests.parallel import at_once
from tests.selling import (
    Body,
    body,
    customer,
    invoice,
    line,
    move,
    patch,
    pay,
    payment_body,
    read,
    sent,
    vendor,
)
from tests.service import Client, Service

TAXI = {"category": "Travel", "expenseDate": LAST, "amount": 450}


def test_books_are_open_until_somebody_closes_them_and_the_day_reads_as_it_was_sent(org: Client) -> None:
    assert org.read("/books-lock") == {"lockedThrough": None}
    close(org)
    assert org.read("/books-lock") == {"lockedThrough": LAST}
    close(org, "2026-06-30")
    close(org, None)
    assert org.read("/books-lock") == {"lockedThrough": None}


@pytest.mark.parametrize(
    "sent", [{}, {"lockedThrough": "soon"}, {"lockedThrough": 5}, {"lockedThrough": "2026-02-30"}]
)
def test_a_day_that_is_none_is_refused_by_its_name(org: Client, sent: Body) -> None:
    answer = org.put("/books-lock", sent)
    assert answer.status_int == 422
    assert [detail["field"] for detail in answer.json["error"]["details"]] == ["lockedThrough"]


def test_who_may_not_change_the_settings_can_only_read_the_lock(service: Service, org: Client) -> None:
    viewer = service.member(org.organization_id, "VIEWER")
    assert viewer.get("/books-lock").status_int == 200
    assert viewer.put("/books-lock", {"lockedThrough": LAST}).status_int == 403
    reader = service.token(org.known, "settings.read")
    assert reader.put("/books-lock", {"lockedThrough": LAST}).json["error"]["code"] == "insufficient_scope"


def test_closed_books_of_one_organization_close_no_others(service: Service, org: Client) -> None:
    close(org)
    other = service.organization()
    sent(other, customer(other), invoiceDate=LAST)


MAKING: dict[str, Callable[[Client, str], TestResponse]] = {
    "a draft": lambda org, day: org.post("/invoices", body(customer(org), invoiceDate=day)),
    "an invoice": lambda org, day: org.post("/invoices", body(customer(org), invoiceDate=day, status="SENT")),
    "a payment": lambda org, day: org.post(
        "/payments-received", payment_body(customer(org), 5, paymentDate=day)
    ),
    "an expense": lambda org, day: org.post("/expenses", TAXI | {"expenseDate": day}),
}


@pytest.mark.parametrize("what", MAKING)
def test_nothing_is_made_on_or_before_the_day_and_all_after_it(org: Client, what: str) -> None:
    close(org)
    refused(MAKING[what](org, LAST))
    refused(MAKING[what](org, "2026-04-01"))
    assert MAKING[what](org, NEXT).status_int == 201


def test_a_refusal_takes_no_number_and_leaves_its_key_free(org: Client) -> None:
    close(org)
    wanted = body(customer(org), invoiceDate=LAST, status="SENT")
    refused(org.post("/invoices", wanted, **{"Idempotency-Key": "k"}))
    close(org, None)
    made = org.post("/invoices", wanted, **{"Idempotency-Key": "k"})
    assert made.status_int == 201
    assert read(org, made.json["data"]["id"])["invoiceNumber"] == "INV-00001"


def closed_and_open(org: Client, *, status: str = "DRAFT") -> tuple[Body, Body]:
    """An invoice in the books that are then closed, and one of the day after."""
    buyer = customer(org)
    old = invoice(org, buyer, invoiceDate=LAST, status=status)
    new = invoice(org, buyer, invoiceDate=NEXT, status=status)
    close(org)
    return old, new


def test_an_invoice_is_neither_changed_there_nor_moved_in_or_out(org: Client) -> None:
    old, new = closed_and_open(org)
    refused(patch(org, old, line(rate=7)))
    refused(patch(org, old, invoiceDate=NEXT))
    refused(patch(org, new, invoiceDate=LAST))
    assert (read(org, old["id"]), read(org, new["id"])) == (old, new)
    assert patch(org, new, line(rate=7)).status_int == 200


def test_a_draft_is_neither_sent_nor_deleted_there(org: Client) -> None:
    old, new = closed_and_open(org)
    refused(org.post(f"/invoices/{old['id']}/send"))
    refused(org.delete(f"/invoices/{old['id']}"))
    assert read(org, old["id"]) == old
    move(org, new["id"], "send")


def test_a_sent_invoice_is_neither_voided_nor_edited_there(org: Client) -> None:
    old, new = closed_and_open(org, status="SENT")
    refused(org.post(f"/invoices/{old['id']}/void"))
    refused(patch(org, old, line(rate=7)))
    refused(patch(org, old, status="DRAFT"))
    move(org, new["id"], "void")


def test_a_payment_is_not_deleted_there(org: Client) -> None:
    who = customer(org)
    old, new = pay(org, who, 5, paymentDate=LAST), pay(org, who, 5, paymentDate=NEXT)
    close(org)
    refused(org.delete(f"/payments-received/{old['id']}"))
    assert org.delete(f"/payments-received/{new['id']}").status_int == 200


def test_an_expense_is_neither_changed_nor_moved_nor_deleted_there(org: Client) -> None:
    old = org.make("/expenses", TAXI)
    new = org.make("/expenses", TAXI | {"expenseDate": NEXT})
    close(org)
    refused(org.patch(f"/expenses/{old['id']}", TAXI | {"notes": "x"}))
    refused(org.patch(f"/expenses/{old['id']}", TAXI | {"expenseDate": NEXT}))
    refused(org.patch(f"/expenses/{new['id']}", TAXI | {"expenseDate": LAST}))
    refused(org.delete(f"/expenses/{old['id']}"))
    assert org.patch(f"/expenses/{new['id']}", TAXI | {"expenseDate": NEXT, "notes": "x"}).status_int == 200
    assert org.delete(f"/expenses/{new['id']}").status_int == 200


def test_a_payment_of_a_later_day_settles_an_invoice_of_a_closed_one_and_may_be_deleted_again(
    org: Client,
) -> None:
    who = customer(org)
    old = sent(org, who, invoiceDate=LAST)
    close(org)
    paid = pay(org, who, 100, (old["id"], 100), paymentDate=NEXT)
    assert read(org, old["id"])["status"] == "PAID"
    assert org.delete(f"/payments-received/{paid['id']}").status_int == 200
    assert read(org, old["id"])["balanceDue"] == 100


def test_an_invoice_of_a_later_day_takes_credit_of_a_closed_one(service: Service, org: Client) -> None:
    who = customer(org)
    pay(org, who, 60, paymentDate=LAST)
    Elsewhere(service, org).credit_note(who, 40, day=LAST)
    close(org)
    assert sent(org, who, invoiceDate=NEXT, applyCustomerCredit=True)["status"] == "PAID"


def test_a_note_of_a_later_day_settles_what_is_in_closed_books(service: Service, org: Client) -> None:
    who, mill, elsewhere = customer(org), vendor(org), Elsewhere(service, org)
    old, bill = sent(org, who, invoiceDate=LAST), elsewhere.bill(mill, 50, day=LAST)
    close(org)
    elsewhere.apply("credit_note", elsewhere.credit_note(who, 100, day=NEXT), old["id"], 100)
    elsewhere.apply("debit_note", elsewhere.debit_note(mill, 20, day=NEXT), bill, 20)
    elsewhere.apply("payment_made", elsewhere.payment_made(mill, 30, day=NEXT), bill, 30)
    assert read(org, old["id"])["status"] == "PAID"
    assert org.read(f"/bills/{bill}")["status"] == "PAID"


def test_a_lock_that_is_moved_back_opens_what_lies_between(org: Client) -> None:
    old, _ = closed_and_open(org)
    close(org, "2026-08-31")
    move(org, old["id"], "send")


def test_of_many_writers_and_one_who_closes_none_writes_in_books_that_are_closed(org: Client) -> None:
    who = customer(org)

    def act(client: Client, n: int) -> TestResponse:
        if n == 16:
            return client.put("/books-lock", {"lockedThrough": LAST})
        return client.post("/invoices", body(who, invoiceDate=LAST, status="SENT"))

    answers: list[Any] = at_once(32, org, act)
    assert answers[16].status_int == 200
    written = [answer for answer in answers if answer.status_int == 201]
    for answer in answers:
        assert answer.status_int in (200, 201) or answer.json["error"]["message"] == CLOSED
    assert org.get("/invoices").json["meta"]["total"] == len(written)
    # Whoever was told that the books are closed finds nothing in them that was written later.
    refused(org.post("/invoices", body(who, invoiceDate=LAST)))
