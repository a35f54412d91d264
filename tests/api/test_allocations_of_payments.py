"""The rest of a payment received, which settles invoices later."""

from typing import Any

import pytest

from tests.refusals import refused
from tests.selling import DAY, Body, customer, invoice, pay, read, sent
from tests.service import Client


@pytest.fixture
def acme(org: Client) -> str:
    return customer(org, openingBalance=50)


def allocate(org: Client, payment: Body, *parts: tuple[str, float]) -> Any:
    named = [{"invoiceId": id, "amount": amount} for id, amount in parts]
    return org.post(f"/payments-received/{payment['id']}/allocations", {"allocations": named})


def test_what_is_unallocated_settles_invoices(org: Client, acme: str) -> None:
    payment = pay(org, acme, 160, openingBalanceApplied=10, tdsAmount=20)
    first, second = (sent(org, acme)["id"] for _ in "ab")
    assert allocate(org, payment, (first, 100), (second, 30)).json["data"] == {
        "id": payment["id"],
        "allocated": 130,
        "unallocated": 40,
    }
    assert [read(org, id)["status"] for id in (first, second)] == ["PAID", "PARTIALLY_PAID"]
    record = org.read(f"/payments-received/{payment['id']}")
    assert record["allocated"] == 130
    assert [(row["invoiceId"], row["amount"]) for row in record["allocations"]] == [
        (first, 100),
        (second, 30),
    ]


def test_a_payment_settles_an_invoice_in_several_parts(org: Client, acme: str) -> None:
    owed = sent(org, acme)["id"]
    payment = pay(org, acme, 100, (owed, 30))
    assert allocate(org, payment, (owed, 50)).json["data"]["unallocated"] == 20
    assert allocate(org, payment, (owed, 20)).json["data"]["allocated"] == 100
    assert read(org, owed)["balanceDue"] == 0


def test_no_more_is_allocated_than_is_left_of_the_payment_or_open_on_the_invoice(
    org: Client, acme: str
) -> None:
    payment, owed = pay(org, acme, 120), sent(org, acme)["id"]
    assert list(refused(allocate(org, payment, (owed, 100.01)))) == ["allocations.0.amount"]
    other = sent(org, acme)["id"]
    answer = allocate(org, payment, (owed, 100), (other, 20.01))
    (fault,) = answer.json["error"]["details"]
    assert fault == {"field": "allocations", "message": "Must not exceed what is unallocated, 120.00."}
    assert read(org, owed)["amountPaid"] == 0


def test_only_open_invoices_of_the_customer_and_currency_are_settled_each_named_once(
    org: Client, acme: str
) -> None:
    payment = pay(org, acme, 100)
    foreign, draft = sent(org, customer(org))["id"], invoice(org, acme)["id"]
    dollars = sent(org, acme, currencyCode="USD", exchangeRate=80)["id"]
    for id in (foreign, draft, dollars, "inv_x"):
        assert list(refused(allocate(org, payment, (id, 1)))) == ["allocations.0.invoiceId"]
    owed = sent(org, acme)["id"]
    assert list(refused(allocate(org, payment, (owed, 1), (owed, 1)))) == ["allocations.1.invoiceId"]
    assert list(refused(allocate(org, payment))) == ["allocations"]


def test_a_deleted_payment_is_not_allocated_and_takes_back_what_was_allocated_later(
    org: Client, acme: str
) -> None:
    payment, owed = pay(org, acme, 100), sent(org, acme)["id"]
    allocate(org, payment, (owed, 60))
    org.delete(f"/payments-received/{payment['id']}")
    assert read(org, owed)["balanceDue"] == 100
    assert allocate(org, payment, (owed, 1)).status_int == 404


def test_closed_books_do_not_hinder_settling(org: Client, acme: str) -> None:
    payment, owed = pay(org, acme, 100), sent(org, acme)["id"]
    org.put("/books-lock", {"lockedThrough": DAY})
    assert allocate(org, payment, (owed, 100)).status_int == 200
    assert read(org, owed)["status"] == "PAID"


def test_allocating_is_of_today_whatever_the_days_of_payment_and_invoice(org: Client, acme: str) -> None:
    payment, owed = pay(org, acme, 100), sent(org, acme)["id"]
    org.put("/books-lock", {"lockedThrough": "2999-12-31"})
    answer = allocate(org, payment, (owed, 100))
    assert (answer.status_int, answer.json["error"]["message"]) == (
        409,
        "The books are closed through 2999-12-31.",
    )
    assert read(org, owed)["balanceDue"] == 100


def test_a_payment_is_allocated_in_the_version_that_the_caller_knows(org: Client, acme: str) -> None:
    payment, owed = pay(org, acme, 100), sent(org, acme)["id"]
    path = f"/payments-received/{payment['id']}"
    body = {"allocations": [{"invoiceId": owed, "amount": 1}]}
    known = org.get(path).headers["ETag"]
    assert org.post(f"{path}/allocations", body, **{"If-Match": known}).status_int == 200
    assert org.post(f"{path}/allocations", body, **{"If-Match": known}).status_int == 412


def test_payments_are_recorded_in_bulk(org: Client, acme: str) -> None:
    owed = sent(org, acme)["id"]
    part = {
        "customerId": acme,
        "paymentDate": DAY,
        "amount": 60,
        "allocations": [{"invoiceId": owed, "amount": 60}],
    }
    answer = org.post("/payments-received/bulk", {"records": [part, part, part | {"allocations": []}]})
    first, over, last = answer.json["data"]["results"]
    assert [result["status"] for result in (first, over, last)] == [201, 422, 201]
    assert over["error"]["details"][0]["field"] == "allocations.0.amount"
    assert read(org, owed)["balanceDue"] == 40
