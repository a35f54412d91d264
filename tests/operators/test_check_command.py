"""`check`: every stored balance is what its history adds up to, and a difference is found and printed."""

import pytest

from tests.elsewhere import Elsewhere
from tests.operators.checking import figures, found, tamper
from tests.operators.commands import Operator
from tests.selling import (
    customer,
    pay,
    sent,
    vendor,
)
from tests.service import Client, Service

pytestmark = pytest.mark.usefixtures("something_of_everything")


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
        ("recurring_invoice", {("recurring invoice", "made")}),
        ("recurring_invoice_day", {("recurring invoice", "lastDate")}),
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
