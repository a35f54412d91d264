"""applyCustomerCredit: what payments have left over settles an invoice that is or becomes SENT."""

from typing import Any

from tests.api.paying import paid
from tests.selling import customer, edited, invoice, line, move, patch, pay, sent
from tests.service import Client


def allocated(org: Client, *payments: Any) -> list[float]:
    return [org.read(f"/payments-received/{payment['id']}")["allocated"] for payment in payments]


def credited(org: Client, customer_id: str, **fields: Any) -> Any:
    return sent(org, customer_id, applyCustomerCredit=True, **fields)


def test_credit_is_applied_from_the_oldest_payment_on_up_to_the_balance(org: Client) -> None:
    customer_id = customer(org)
    days = ["2026-05-03", "2026-05-01", "2026-05-02"]
    newest, oldest, middle = (pay(org, customer_id, 40, paymentDate=day) for day in days)
    made = credited(org, customer_id)
    assert (made["status"], made["amountPaid"], made["balanceDue"]) == ("PAID", 100, 0)
    assert allocated(org, oldest, middle, newest) == [40, 40, 20]
    rows = org.read(f"/invoices/{made['id']}/payments")
    assert [(row["paymentId"], row["amount"]) for row in rows] == [
        (newest["id"], 20),
        (middle["id"], 40),
        (oldest["id"], 40),
    ]


def test_of_payments_of_one_day_the_first_recorded_goes_first(org: Client) -> None:
    customer_id = customer(org)
    first, second = pay(org, customer_id, 80), pay(org, customer_id, 80)
    credited(org, customer_id)
    assert allocated(org, first, second) == [80, 20]


def test_too_little_credit_leaves_the_invoice_part_paid(org: Client) -> None:
    customer_id = customer(org)
    payment = pay(org, customer_id, 30)
    made = credited(org, customer_id)
    assert paid(org, made["id"]) == ("PARTIALLY_PAID", 30, 70)
    assert allocated(org, payment) == [30]


def test_without_credit_the_invoice_is_sent(org: Client) -> None:
    assert credited(org, customer(org))["status"] == "SENT"


def test_credit_is_what_amount_and_tds_leave_after_allocations_and_opening_balance(org: Client) -> None:
    customer_id = customer(org, openingBalance=20)
    other = sent(org, customer_id)
    payment = pay(org, customer_id, 50, (other["id"], 15), tdsAmount=10, openingBalanceApplied=20)
    made = credited(org, customer_id)
    assert paid(org, made["id"]) == ("PARTIALLY_PAID", 25, 75)
    assert allocated(org, payment) == [40]


def test_credit_is_not_applied_unless_it_is_asked_for(org: Client) -> None:
    customer_id = customer(org)
    pay(org, customer_id, 100)
    assert sent(org, customer_id)["status"] == "SENT"


def test_a_draft_takes_no_credit_until_it_is_sent(org: Client) -> None:
    customer_id = customer(org)
    payment = pay(org, customer_id, 100)
    draft = invoice(org, customer_id, applyCustomerCredit=True)
    assert paid(org, draft["id"]) == ("DRAFT", 0, 100)
    assert allocated(org, payment) == [0]
    assert move(org, draft["id"], "send")["status"] == "PAID"
    assert paid(org, draft["id"]) == ("PAID", 100, 0)
    assert allocated(org, payment) == [100]


def test_the_answers_of_create_and_edit_tell_the_state_after_credit(org: Client) -> None:
    customer_id = customer(org)
    pay(org, customer_id, 130)
    draft = invoice(org, customer_id)
    answer = patch(org, draft, status="SENT", applyCustomerCredit=True)
    assert answer.json["data"] == {"id": draft["id"], "status": "PAID", "total": 100}
    made = org.make(
        "/invoices",
        {
            "customerId": customer_id,
            "invoiceDate": "2026-05-04",
            "dueDate": "2999-01-01",
            "lines": [line()],
            "status": "SENT",
            "applyCustomerCredit": True,
        },
    )
    assert made["status"] == "PARTIALLY_PAID"
    assert paid(org, made["id"]) == ("PARTIALLY_PAID", 30, 70)


def test_an_edit_keeps_the_wish_for_credit_when_it_leaves_it_out(org: Client) -> None:
    customer_id = customer(org)
    pay(org, customer_id, 100)
    draft = invoice(org, customer_id, applyCustomerCredit=True)
    assert edited(org, draft, line(rate=60), status="SENT")["status"] == "PAID"
    other = invoice(org, customer_id, applyCustomerCredit=True)
    now = edited(org, other, applyCustomerCredit=False)
    assert move(org, now["id"], "send")["status"] == "SENT"


def test_an_edit_of_a_sent_invoice_that_asks_for_credit_gets_it(org: Client) -> None:
    customer_id = customer(org)
    made = sent(org, customer_id)
    pay(org, customer_id, 30)
    assert edited(org, made, applyCustomerCredit=True)["amountPaid"] == 30


def test_only_credit_in_the_invoices_currency_is_applied(org: Client) -> None:
    customer_id = customer(org)
    rupees, dollars = pay(org, customer_id, 100), pay(org, customer_id, 60, currencyCode="USD")
    made = credited(org, customer_id, currencyCode="USD")
    assert paid(org, made["id"]) == ("PARTIALLY_PAID", 60, 40)
    assert allocated(org, rupees, dollars) == [0, 60]


def test_only_the_customers_own_credit_is_applied(org: Client) -> None:
    pay(org, customer(org), 100)
    assert credited(org, customer(org))["status"] == "SENT"


def test_a_deleted_payment_is_no_credit(org: Client) -> None:
    customer_id = customer(org)
    payment = pay(org, customer_id, 100)
    org.delete(f"/payments-received/{payment['id']}")
    assert credited(org, customer_id)["status"] == "SENT"


def test_deleting_a_payment_takes_back_what_it_settled_as_credit(org: Client) -> None:
    customer_id = customer(org)
    own = sent(org, customer_id)
    payment = pay(org, customer_id, 130, (own["id"], 50))
    made = credited(org, customer_id)
    assert paid(org, made["id"]) == ("PARTIALLY_PAID", 80, 20)
    assert org.delete(f"/payments-received/{payment['id']}").status_int == 200
    assert (paid(org, made["id"]), paid(org, own["id"])) == (("SENT", 0, 100), ("SENT", 0, 100))


def test_spent_credit_is_spent(org: Client) -> None:
    customer_id = customer(org)
    pay(org, customer_id, 150)
    states = [credited(org, customer_id)["status"] for _ in range(3)]
    assert states == ["PAID", "PARTIALLY_PAID", "SENT"]


def test_an_invoice_of_nothing_takes_no_credit(org: Client) -> None:
    customer_id = customer(org)
    payment = pay(org, customer_id, 10)
    made = invoice(org, customer_id, line(rate=0), applyCustomerCredit=True)
    assert move(org, made["id"], "send")["status"] == "PAID"
    assert allocated(org, payment) == [0]


def test_credit_reaches_an_overdue_invoice_too(org: Client) -> None:
    customer_id = customer(org)
    pay(org, customer_id, 30)
    assert credited(org, customer_id, dueDate="2026-05-05")["status"] == "PARTIALLY_PAID"


def test_credit_of_many_payments_is_applied_at_once(org: Client) -> None:
    customer_id = customer(org)
    made = [pay(org, customer_id, 3) for _ in range(40)]
    now = credited(org, customer_id)
    assert (now["status"], now["amountPaid"]) == ("PAID", 100)
    assert allocated(org, *made) == [3] * 33 + [1] + [0] * 6
