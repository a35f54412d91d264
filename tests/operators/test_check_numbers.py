"""`check`: no counter gives out a number again, and each document is dated in the year of its number."""

import pytest

from app.numbering.counting import fiscal_year_of
from tests.api.series import today
from tests.elsewhere import Elsewhere
from tests.operators.checking import figures, found, tamper
from tests.operators.commands import Operator
from tests.refusals import refused
from tests.selling import (
    DAY,
    customer,
    edited,
    move,
    patch,
    pay,
    read,
    sent,
    vendor,
)
from tests.service import Client, Service


@pytest.mark.parametrize(
    ("prefix", "suffix", "yearly"),
    [
        ("INV-", "", True),
        ("INV/{FY}/", "", True),
        ("{YYYY}.{YY}(", ")+", True),
        ("A-", "-Z", False),
        ("", "", True),
    ],
)
def test_a_counter_that_would_give_out_a_number_again_is_found(
    prefix: str, suffix: str, yearly: bool, operator: Operator, service: Service
) -> None:
    org = service.organization()
    form = {"docType": "INVOICE", "prefix": prefix, "suffix": suffix, "resetYearly": yearly, "nextNumber": 17}
    day = today()  # nextNumber counts in the fiscal year of today
    org.make("/number-series", form)
    sent(org, customer(org), invoiceDate=day.isoformat())
    assert operator.run("check", "--org", org.slug).exit_code == 0
    tamper(service, org, "counter")
    (row,) = found(operator, org)
    assert row["figure"] == f"nextNumber of {fiscal_year_of(day) if yearly else 0}"
    assert (row["record"], row["stored"], row["recomputed"]) == ("number series", 17, 18)


@pytest.mark.usefixtures("something_of_everything")
def test_a_counter_that_is_gone_is_found(operator: Operator, org: Client, service: Service) -> None:
    tamper(service, org, "no_counter")
    assert ("number series", "nextNumber of 2026") in figures(found(operator, org))


def test_a_year_that_was_left_behind_is_found_and_goes_on_when_its_series_is_set_to_and_fro(
    operator: Operator, service: Service
) -> None:
    org = service.organization()
    series = org.make("/number-series", {"docType": "INVOICE", "resetYearly": False})

    def reset_yearly(value: bool) -> None:
        assert org.patch(f"/number-series/{series['id']}", {"resetYearly": value}).status_int == 200

    sent(org, customer(org), invoiceDate="2020-05-04")
    reset_yearly(True)
    tamper(service, org, "no_counter_of_its_own")
    (row,) = found(operator, org)
    assert (row["figure"], row["stored"], row["recomputed"]) == ("nextNumber of 2020", 1, 2)
    reset_yearly(False)
    reset_yearly(True)
    assert operator.run("check", "--org", org.slug).exit_code == 0


@pytest.mark.parametrize(
    ("kind", "doc_type", "prefix"),
    [("credit_note", "CREDIT_NOTE", "CN-"), ("bill", "BILL", "BILL-"), ("debit_note", "DEBIT_NOTE", "DN-")],
)
def test_numbers_of_every_kind_of_document_are_checked(
    kind: str, doc_type: str, prefix: str, operator: Operator, service: Service
) -> None:
    org = service.organization()
    org.make("/number-series", {"docType": doc_type, "prefix": prefix, "nextNumber": 4})
    party = customer(org) if kind == "credit_note" else vendor(org)
    make = getattr(Elsewhere(service, org), kind)
    make(party, 10, number=f"{prefix}00003", day=today())
    assert operator.run("check", "--org", org.slug).exit_code == 0
    make(party, 10, number=f"{prefix}00009", day=today())
    (row,) = found(operator, org)
    assert (row["record"], row["recomputed"]) == ("number series", 10)


def test_an_invoice_dated_outside_the_year_of_its_number_is_found_until_that_is_set_right(
    operator: Operator, service: Service
) -> None:
    org = service.organization()
    made, other = sent(org, customer(org)), sent(org, customer(org))
    tamper(service, org, "invoice_date")
    rows = found(operator, org)
    assert figures(rows) == {("invoice", f"fiscal year of INV-0000{n}") for n in (1, 2)}
    assert {(row["id"], row["stored"], row["recomputed"]) for row in rows} == {
        (row["id"], 2026, 2027) for row in (made, other)
    }
    # The date that it has is no fault of the edit's; one in the number's year sets it right, and so does a void.
    moved = edited(org, read(org, made["id"]))
    assert moved["invoiceDate"][:10] == "2027-05-04"
    assert refused(patch(org, moved, invoiceDate="2027-05-05")) == {"invoiceDate"}
    edited(org, moved, invoiceDate=DAY)
    move(org, other["id"], "void")
    assert operator.run("check", "--org", org.slug).exit_code == 0


def test_an_expense_dated_outside_the_year_of_its_number_is_found_until_that_is_set_right(
    operator: Operator, service: Service
) -> None:
    org = service.organization()
    taxi = {"category": "Travel", "expenseDate": DAY, "amount": 1}
    made, other = org.make("/expenses", taxi), org.make("/expenses", taxi)
    tamper(service, org, "expense_date")
    assert figures(found(operator, org)) == {("expense", f"fiscal year of EXP-0000{n}") for n in (1, 2)}
    for day, status in (("2027-05-04", 200), ("2027-05-05", 422), (DAY, 200)):
        assert org.patch(f"/expenses/{made['id']}", taxi | {"expenseDate": day}).status_int == status
    org.delete(f"/expenses/{other['id']}")
    assert operator.run("check", "--org", org.slug).exit_code == 0


def test_a_payment_dated_outside_the_year_of_its_number_is_found_until_it_is_deleted(
    operator: Operator, service: Service
) -> None:
    org = service.organization()
    made = pay(org, customer(org), 5)
    tamper(service, org, "payment_received_date")
    assert figures(found(operator, org)) == {("payment received", "fiscal year of PMT-00001")}
    org.delete(f"/payments-received/{made['id']}")
    assert operator.run("check", "--org", org.slug).exit_code == 0


def test_a_number_of_another_form_says_nothing_of_the_counter(operator: Operator, service: Service) -> None:
    org = service.organization()
    org.make("/number-series", {"docType": "CREDIT_NOTE", "prefix": "CN-", "suffix": "/A"})
    for number in ("CN-9", "CN-", "X-CN-9/A", "CN-9/A/A", "CN-x9/A", "cn-9/A", "CN/A"):
        Elsewhere(service, org).credit_note(customer(org), 10, number=number)
    assert operator.run("check", "--org", org.slug).exit_code == 0
