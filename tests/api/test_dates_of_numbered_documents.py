"""The date of a document stays in the fiscal year of its number, within which that is unique."""

from typing import Any

import pytest

from tests.refusals import refused
from tests.selling import LATER, Body, customer, edited, invoice, move, patch, read, sent
from tests.service import Client, Service

TAXI = {"category": "Travel", "expenseDate": "2026-05-04", "amount": 1}

# The month that fiscal years begin in, a date in one, others in the same one, and others that are not.
YEARS = [
    (4, "2026-05-04", ["2026-04-01", "2027-03-31"], ["2026-03-31", "2027-04-01", "2025-05-04"]),
    (1, "2026-05-04", ["2026-01-01", "2026-12-31"], ["2025-12-31", "2027-01-01"]),
    (7, "2026-05-04", ["2025-07-01", "2026-06-30"], ["2025-06-30", "2026-07-01"]),
]


@pytest.mark.parametrize(("start", "day", "inside", "outside"), YEARS)
def test_an_invoice_moves_within_the_fiscal_year_of_its_number_only(
    service: Service, start: int, day: str, inside: list[str], outside: list[str]
) -> None:
    org = service.organization(fiscal_year_start_month=start)
    made = sent(org, customer(org), invoiceDate=day)
    for other in inside:
        made = edited(org, made, invoiceDate=other)
        assert (made["invoiceDate"][:10], made["invoiceNumber"]) == (other, "INV-00001")
    for other in outside:
        assert refused(patch(org, made, invoiceDate=other)) == {"invoiceDate"}
    assert read(org, made["id"]) == made


@pytest.mark.parametrize(("start", "day", "inside", "outside"), YEARS)
def test_an_expense_moves_within_the_fiscal_year_of_its_number_only(
    service: Service, start: int, day: str, inside: list[str], outside: list[str]
) -> None:
    org = service.organization(fiscal_year_start_month=start)
    made = org.make("/expenses", TAXI | {"expenseDate": day})
    for other in inside:
        made = _moved(org, made, other).json["data"]
        assert (made["expenseDate"][:10], made["expenseNumber"]) == (other, "EXP-00001")
    for other in outside:
        assert refused(_moved(org, made, other)) == {"expenseDate"}
    assert org.read(f"/expenses/{made['id']}") == made


def _moved(org: Client, expense: Body, day: str) -> Any:
    return org.patch(f"/expenses/{expense['id']}", TAXI | {"expenseDate": day})


@pytest.mark.parametrize("before", ["SENT", "DRAFT"])
@pytest.mark.parametrize("after", ["SENT", "DRAFT"])
def test_a_number_keeps_its_year_whatever_becomes_of_the_invoice(
    org: Client, before: str, after: str
) -> None:
    made = sent(org, customer(org))
    made = edited(org, made, status=before)
    assert refused(patch(org, made, status=after, invoiceDate="2027-04-01")) == {"invoiceDate"}
    assert read(org, made["id"]) == made
    now = edited(org, made, status=after, invoiceDate="2027-03-31")
    assert (now["status"], now["invoiceNumber"]) == (after, "INV-00001")


@pytest.mark.parametrize("after", ["SENT", "DRAFT"])
def test_a_draft_without_a_number_of_its_series_moves_to_any_year(org: Client, after: str) -> None:
    draft = invoice(org, customer(org))
    assert edited(org, draft, invoiceDate="2020-01-01", status=after)["invoiceDate"][:10] == "2020-01-01"


def test_no_two_invoices_of_a_fiscal_year_come_to_the_same_number(org: Client) -> None:
    old = sent(org, customer(org), invoiceDate="2026-03-31")
    new = sent(org, customer(org), invoiceDate="2026-04-01")
    assert old["invoiceNumber"] == new["invoiceNumber"] == "INV-00001"
    assert refused(patch(org, old, invoiceDate="2026-04-01")) == {"invoiceDate"}
    move(org, old["id"], "void")
    assert sent(org, customer(org), invoiceDate="2026-04-01")["invoiceNumber"] == "INV-00002"


def test_a_refusal_says_what_to_do_instead(org: Client) -> None:
    taxi = org.make("/expenses", TAXI)
    answers = {
        "void the invoice and issue another": patch(org, sent(org, customer(org)), invoiceDate="2020-05-04"),
        "delete the expense and enter another": _moved(org, taxi, "2020-05-04"),
    }
    for instead, answer in answers.items():
        (detail,) = answer.json["error"]["details"]
        assert detail["message"] == f"Must stay in the fiscal year of the document's number; {instead}."


def test_records_that_were_read_are_sent_back_as_they_are(org: Client) -> None:
    made = sent(org, customer(org), invoiceDate="2026-03-31", dueDate=LATER)
    assert org.patch(f"/invoices/{made['id']}", made).status_int == 200
    taxi = org.make("/expenses", TAXI | {"expenseDate": "2026-03-31"})
    del taxi["expenseNumber"]
    assert org.patch(f"/expenses/{taxi['id']}", taxi).status_int == 200


def test_what_forbids_the_edit_at_all_is_told_first(org: Client) -> None:
    made = sent(org, customer(org))
    move(org, made["id"], "void")
    assert patch(org, made, invoiceDate="2020-05-04").status_int == 409
