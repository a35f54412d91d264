"""Invoices and opening balances that payments settle, and that are open again when the payment is deleted."""

from decimal import Decimal

import pytest

from tests.api.paying import paid, post
from tests.refusals import refused
from tests.selling import DAY, Books, customer, invoice, line, move, pay, sent
from tests.service import Client, Service

# The rule of sums


@pytest.mark.parametrize(
    ("amount", "tds", "opening", "parts", "right"),
    [
        (100, 0, 0, [100], True),
        (100, 0, 0, [60, 40], True),
        (100, 0, 0, [60, 40.01], False),
        (90, 10, 0, [100], True),
        (90, 10, 0, [100.01], False),
        (0, 100, 0, [100], True),
        (100, 0, 40, [60], True),
        (100, 0, 40, [60.01], False),
        (50, 50, 40, [60], True),
        (50, 50, 40.01, [60], False),
        (39.99, 0, 40, [], False),
    ],
)
def test_allocations_and_opening_balance_must_not_exceed_amount_and_tds(
    org: Client, *, amount: float, tds: float, opening: float, parts: list[float], right: bool
) -> None:
    customer_id = customer(org, openingBalance=1000)
    allocations = [(sent(org, customer_id, line(rate=500))["id"], part) for part in parts]
    answer = post(org, customer_id, amount, *allocations, tdsAmount=tds, openingBalanceApplied=opening)
    if right:
        assert answer.status_int == 201, answer.text
        return
    assert refused(answer) == {"allocations" if parts else "openingBalanceApplied"}
    assert [paid(org, id) for id, _ in allocations] == [("SENT", 0, 500)] * len(parts)


def test_an_amount_of_nothing_needs_tds(org: Client) -> None:
    customer_id = customer(org)
    assert refused(post(org, customer_id, 0)) == {"amount"}
    assert pay(org, customer_id, 0, tdsAmount=1)["amount"] == 0


def test_tds_settles_an_invoice_like_cash(org: Client) -> None:
    customer_id = customer(org)
    made = sent(org, customer_id)
    record = pay(org, customer_id, 90, (made["id"], 100), tdsAmount=10, tdsSectionCode="194J")
    assert (record["amount"], record["tdsAmount"], record["allocated"]) == (90, 10, 100)
    assert paid(org, made["id"]) == ("PAID", 100, 0)


# Allocations


def test_a_payment_reads_with_its_allocations(org: Client) -> None:
    customer_id = customer(org)
    one, two = sent(org, customer_id), sent(org, customer_id)
    record = pay(org, customer_id, 130, (one["id"], 100), (two["id"], 30))
    assert record["allocated"] == 130
    rows = {row["invoiceId"]: row for row in record["allocations"]}
    assert {id: row["amount"] for id, row in rows.items()} == {one["id"]: 100, two["id"]: 30}
    assert rows[one["id"]] == {
        "id": rows[one["id"]]["id"],
        "organizationId": org.organization_id,
        "paymentId": record["id"],
        "invoiceId": one["id"],
        "customerAdjustmentId": None,
        "amount": 100,
    }
    assert (paid(org, one["id"]), paid(org, two["id"])) == (("PAID", 100, 0), ("PARTIALLY_PAID", 30, 70))


def test_an_allocation_to_the_balance_and_not_a_paisa_more(org: Client) -> None:
    customer_id = customer(org)
    made = sent(org, customer_id)
    pay(org, customer_id, 60, (made["id"], 60))
    assert refused(post(org, customer_id, 100, (made["id"], 40.01))) == {"allocations.0.amount"}
    assert paid(org, made["id"]) == ("PARTIALLY_PAID", 60, 40)
    pay(org, customer_id, 100, (made["id"], 40))
    assert paid(org, made["id"]) == ("PAID", 100, 0)
    assert refused(post(org, customer_id, 1, (made["id"], 1))) == {"allocations.0.invoiceId"}


@pytest.mark.parametrize("state", ["draft", "void", "back to draft"])
def test_an_allocation_must_be_to_an_open_invoice(org: Client, state: str) -> None:
    customer_id = customer(org)
    made = invoice(org, customer_id)
    if state != "draft":
        move(org, made["id"], "send")
    if state == "void":
        move(org, made["id"], "void")
    if state == "back to draft":
        given = {"customerId": customer_id, "invoiceDate": DAY, "lines": [line()], "status": "DRAFT"}
        assert org.patch(f"/invoices/{made['id']}", given).status_int == 200
    assert refused(post(org, customer_id, 10, (made["id"], 10))) == {"allocations.0.invoiceId"}


def test_an_allocation_must_be_to_the_customers_own_invoice_in_the_payments_currency(org: Client) -> None:
    customer_id = customer(org)
    theirs, dollars = sent(org, customer(org)), sent(org, customer_id, currencyCode="USD")
    ours = sent(org, customer_id)
    answer = post(org, customer_id, 30, (ours["id"], 10), (theirs["id"], 10), (dollars["id"], 10))
    assert refused(answer) == {"allocations.1.invoiceId", "allocations.2.invoiceId"}
    assert paid(org, ours["id"]) == ("SENT", 0, 100)
    answer = post(org, customer_id, 30, (ours["id"], 10), currencyCode="USD")
    assert refused(answer) == {"allocations.0.invoiceId"}
    pay(org, customer_id, 10, (dollars["id"], 10), currencyCode="USD")


def test_an_invoice_that_is_not_there_is_refused_by_its_place(service: Service, org: Client) -> None:
    customer_id, other = customer(org), service.organization()
    theirs = sent(other, customer(other))
    answer = post(org, customer_id, 30, ("inv_x", 10), (theirs["id"], 10), (customer_id, 1))
    assert refused(answer) == {f"allocations.{place}.invoiceId" for place in range(3)}


def test_hundreds_of_invoices_are_settled_by_one_payment(org: Client) -> None:
    customer_id = customer(org)
    made = [sent(org, customer_id)["id"] for _ in range(25)]
    record = pay(org, customer_id, 2500, *[(id, 100) for id in made])
    assert len(record["allocations"]) == 25
    assert {row["status"] for row in org.read("/invoices")} == {"PAID"}
    org.delete(f"/payments-received/{record['id']}")
    assert {row["status"] for row in org.read("/invoices")} == {"SENT"}


# The opening balance


def opening_applied(service: Service, org: Client, customer_id: str) -> Decimal:
    (row,) = Books(service, org).rows("opening_balance_applied", id=customer_id)
    return Decimal(row["opening_balance_applied"])


def test_the_opening_balance_is_settled_up_to_what_is_left_of_it(service: Service, org: Client) -> None:
    customer_id = customer(org, openingBalance=100)
    first = pay(org, customer_id, 70, openingBalanceApplied=60)
    assert (first["openingBalanceApplied"], first["allocated"]) == (60, 0)
    answer = post(org, customer_id, 70, openingBalanceApplied=40.01)
    assert refused(answer) == {"openingBalanceApplied"}
    pay(org, customer_id, 40, openingBalanceApplied=40)
    assert refused(post(org, customer_id, 1, openingBalanceApplied=0.01)) == {"openingBalanceApplied"}
    assert opening_applied(service, org, customer_id) == 100
    assert org.read(f"/customers/{customer_id}")["openingBalance"] == 100
    org.delete(f"/payments-received/{first['id']}")
    assert opening_applied(service, org, customer_id) == 40
    pay(org, customer_id, 60, openingBalanceApplied=60)


def test_a_customer_without_opening_balance_has_none_to_settle(org: Client) -> None:
    assert refused(post(org, customer(org), 10, openingBalanceApplied=1)) == {"openingBalanceApplied"}


def test_the_opening_balance_is_in_the_customers_currency(org: Client) -> None:
    customer_id = customer(org, openingBalance=100, currencyCode="USD")
    assert refused(post(org, customer_id, 10, openingBalanceApplied=10)) == {"currencyCode"}
    pay(org, customer_id, 10, openingBalanceApplied=10, currencyCode="USD")


def test_an_opening_balance_cannot_be_lowered_below_what_was_settled_of_it(org: Client) -> None:
    customer_id = customer(org, openingBalance=100)
    pay(org, customer_id, 60, openingBalanceApplied=60)
    answer = org.patch(f"/customers/{customer_id}", {"displayName": "Acme", "openingBalance": 59.99})
    assert answer.status_int in (409, 422)
    assert org.read(f"/customers/{customer_id}")["openingBalance"] == 100
    answer = org.patch(f"/customers/{customer_id}", {"displayName": "Acme", "openingBalance": 60})
    assert answer.status_int == 200


# Deleting


def test_deleting_a_payment_takes_back_all_that_it_did_in_one_go(service: Service, org: Client) -> None:
    customer_id = customer(org, openingBalance=50)
    one, two = sent(org, customer_id), sent(org, customer_id)
    record = pay(
        org, customer_id, 190, (one["id"], 100), (two["id"], 30), tdsAmount=10, openingBalanceApplied=50
    )
    answer = org.delete(f"/payments-received/{record['id']}")
    assert (answer.status_int, answer.json) == (200, {"success": True, "data": {"ok": True}})
    assert [paid(org, made["id"]) for made in (one, two)] == [("SENT", 0, 100)] * 2
    assert opening_applied(service, org, customer_id) == 0
    assert org.get(f"/payments-received/{record['id']}").status_int == 404
    assert org.delete(f"/payments-received/{record['id']}").status_int == 404
    assert org.read("/payments-received") == []
    assert org.read(f"/invoices/{one['id']}/payments") == []


def test_the_number_of_a_deleted_payment_stays_used(service: Service, org: Client) -> None:
    customer_id = customer(org)
    first = pay(org, customer_id, 10)
    org.delete(f"/payments-received/{first['id']}")
    assert pay(org, customer_id, 10)["paymentNumber"] == "PMT-00002"
    rows = Books(service, org).rows("payments")
    assert [row["payment_number"] for row in rows] == ["PMT-00001", "PMT-00002"]
    assert rows[0]["deleted_at"] is not None


def test_deleting_leaves_what_other_payments_settled(org: Client) -> None:
    customer_id = customer(org)
    made = sent(org, customer_id)
    first, second = (pay(org, customer_id, part, (made["id"], part)) for part in (30, 70))
    org.delete(f"/payments-received/{first['id']}")
    assert paid(org, made["id"]) == ("PARTIALLY_PAID", 70, 30)
    assert [row["paymentId"] for row in org.read(f"/invoices/{made['id']}/payments")] == [second["id"]]


def test_a_payment_of_a_customer_deleted_since_can_be_deleted(org: Client) -> None:
    customer_id = customer(org)
    made = sent(org, customer_id)
    record = pay(org, customer_id, 100, (made["id"], 100))
    org.delete(f"/customers/{customer_id}")
    assert org.read(f"/payments-received/{record['id']}")["customerId"] == customer_id
    assert org.delete(f"/payments-received/{record['id']}").status_int == 200
    assert paid(org, made["id"]) == ("SENT", 0, 100)
