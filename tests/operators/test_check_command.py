"""`check`: every stored balance is what its history adds up to, and a difference is found and printed."""

import json
from typing import Any

import pytest

from app.numbering.fiscal_years import fiscal_year_of
from app.postgres.database import Transaction
from tests.api.series import today
from tests.elsewhere import Elsewhere
from tests.operators.commands import Operator
from tests.refusals import refused
from tests.selling import (
    DAY,
    Body,
    Books,
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

MSME = {"msmeType": None, "udyamNumber": None, "msmeAgreedCreditDays": None}
VENDOR = {"displayName": "Supplies", "leadTimeDays": 1, "openingBalance": 9} | MSME


@pytest.fixture
def org(service: Service) -> Client:
    """An organization with something of everything that is checked; nobody has tampered with it."""
    org = service.organization()
    sell(service, org)
    buy(service, org)
    return org


def sell(service: Service, org: Client) -> None:
    """A part-paid invoice of goods that had come in before, an opening balance in part settled, a credit note."""
    who, bolt, books = (
        customer(org, openingBalance=50),
        goods(org, variants=[{"size": "M"}]),
        Books(service, org),
    )
    books.receive(bolt["variants"][0]["id"], books.warehouse("MAIN", is_default=True), "10", "7.5")
    variant = {"itemId": bolt["id"], "itemVariantId": bolt["variants"][0]["id"]}
    made = sent(org, who, line(rate=100), line(**variant, quantity=4))
    move(org, sent(org, who, line(**variant))["id"], "void")
    invoice(org, who)
    pay(org, who, 80, (made["id"], 60), openingBalanceApplied=10)
    gone = pay(org, who, 5, (made["id"], 5))
    org.delete(f"/payments-received/{gone['id']}")
    elsewhere = Elsewhere(service, org)
    elsewhere.apply("credit_note", elsewhere.credit_note(who, 30), made["id"], 20)


def vendor(org: Client) -> str:
    return str(org.make("/vendors", VENDOR)["id"])


def buy(service: Service, org: Client) -> None:
    """A bill that a payment and a debit note have settled in part."""
    elsewhere = Elsewhere(service, org)
    who = vendor(org)
    bill = elsewhere.bill(who, 200)
    elsewhere.apply("payment_made", elsewhere.payment_made(who, 90), bill, 70)
    elsewhere.apply("debit_note", elsewhere.debit_note(who, 40), bill, 25)


def tamper(service: Service, org: Client, query: str, **params: Any) -> None:
    def work(tx: Transaction) -> None:
        tx.enter(org.organization_id)
        assert tx.execute(f"tampering.{query}", **params) > 0

    service.owner.run_as_owner(work)


def found(operator: Operator, org: Client) -> list[Body]:
    """What `check --json` prints of an organization whose books do not tie."""
    result = operator.run("check", "--org", org.slug, "--json")
    assert result.exit_code == 1, result.output
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert all(row.keys() == {"record", "id", "figure", "stored", "recomputed"} for row in rows)
    return rows


def figures(rows: list[Body]) -> set[tuple[str, str]]:
    return {(row["record"], row["figure"]) for row in rows}


def test_books_that_tie_end_with_0(operator: Operator, org: Client) -> None:
    result = operator.run("check", "--org", org.slug)
    assert (result.exit_code, result.output) == (0, "The books tie.\n")


def test_books_that_tie_print_nothing_with_json(operator: Operator, org: Client) -> None:
    result = operator.run("check", "--org", org.slug, "--json")
    assert (result.exit_code, result.output) == (0, "")


def test_an_empty_organization_ties(operator: Operator) -> None:
    operator.organization("c-empty")
    assert operator.run("check", "--org", "c-empty").exit_code == 0


def test_an_unknown_organization_ends_with_2(operator: Operator) -> None:
    assert "--org" in operator.refused("check", "--org", "c-nowhere")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("invoice_line", {("invoice", "subTotal less discountTotal")}),
        ("invoice_line_state_tax", {("invoice", "cgstTotal"), ("invoice", "sgstTotal")}),
        ("invoice_line_tax", {("invoice", "igstTotal")}),
        ("invoice_paid", {("invoice", "amountPaid"), ("customer", "outstanding")}),
        ("invoice_allocation", {("invoice", "amountPaid"), ("payment received", "allocated")}),
        ("bill_line", {("bill", "subTotal less discountTotal")}),
        ("bill_paid", {("bill", "amountPaid"), ("vendor", "outstanding")}),
        ("credit_note_line", {("credit note", "subTotal less discountTotal")}),
        ("debit_note_line", {("debit note", "subTotal less discountTotal")}),
        ("payment_received", {("payment received", "allocated"), ("customer", "outstanding")}),
        ("payment_made", {("payment made", "allocated"), ("vendor", "outstanding")}),
        ("credit_note", {("credit note", "allocatedAmount"), ("customer", "outstanding")}),
        ("debit_note", {("debit note", "allocatedAmount"), ("vendor", "outstanding")}),
        ("opening_balance", {("customer", "openingBalanceApplied"), ("customer", "outstanding")}),
        ("movement", {("movement", "balanceAfter"), ("movement", "avgCostAfter")}),
        ("movement_cost", {("movement", "unitCost"), ("movement", "totalCost")}),
        ("record_count", {("list", "total")}),
        ("receivable", {("receivables", "open")}),
        ("no_receivable", {("receivables", "open")}),
        ("position", {("stock position", name) for name in ("quantityOnHand", "value", "averageCost")}),
    ],
)
def test_what_was_tampered_with_is_found(
    query: str, expected: set[tuple[str, str]], operator: Operator, org: Client, service: Service
) -> None:
    tamper(service, org, query)
    assert figures(found(operator, org)) == expected


def test_a_movement_of_another_quantity_shows_in_its_position(
    operator: Operator, org: Client, service: Service
) -> None:
    tamper(service, org, "movement_quantity")
    assert figures(found(operator, org)) >= {
        ("movement", "balanceAfter"),
        ("stock position", "quantityOnHand"),
    }


def test_a_difference_says_what_is_stored_and_what_history_says(
    operator: Operator, org: Client, service: Service
) -> None:
    tamper(service, org, "bill_paid")
    (bill,) = [row for row in found(operator, org) if row["record"] == "bill"]
    assert (bill["stored"], bill["recomputed"]) == (96, 95)
    result = operator.run("check", "--org", org.slug)
    assert result.exit_code == 1
    assert f"bill {bill['id']}: amountPaid is 96.00, history says 95.00\n" in result.stdout
    assert "tie" not in result.output


def test_a_document_in_another_currency_hides_no_difference(
    operator: Operator, org: Client, service: Service
) -> None:
    dollars = {"currencyCode": "USD", "exchangeRate": 83.5}
    who = customer(org)
    sent(org, who, **dollars)
    pay(org, who, 10, (sent(org, who)["id"], 10))
    made = sent(org, who, **dollars)
    pay(org, who, 20, (made["id"], 20), **dollars)
    Elsewhere(service, org).bill(vendor(org), 5, currency_code="USD", exchange_rate=80)
    assert operator.run("check", "--org", org.slug).exit_code == 0
    tamper(service, org, "invoice_paid")
    rows = [row for row in found(operator, org) if row["id"] == who]
    assert figures(rows) == {("customer", "outstanding"), ("customer", "outstanding in USD")}
    assert {row["recomputed"] - row["stored"] for row in rows} == {-1}


def test_another_organizations_difference_is_not_ours(
    operator: Operator, org: Client, service: Service
) -> None:
    other = service.organization()
    sent(other, customer(other))
    tamper(service, other, "invoice_line")
    assert operator.run("check", "--org", org.slug).exit_code == 0


# Numbers


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
