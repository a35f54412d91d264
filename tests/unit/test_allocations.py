"""Allocations of a payment: the invoices and amounts that they may name (decisions on documents)."""

from decimal import Decimal
from typing import Any

import pytest

from app.documents.allocations import OPEN_INVOICES, faults_of

PAYMENT: dict[str, Any] = {"customer_id": "cus_1", "currency_code": "INR"}
OPEN: dict[str, Any] = {
    "customer_id": "cus_1",
    "currency_code": "INR",
    "status": "SENT",
    "balance_due": Decimal("100.00"),
}


def faults(invoices: dict[str, Any], *allocations: tuple[str, str]) -> list[tuple[str, str]]:
    body = PAYMENT | {
        "allocations": [{"invoice_id": id, "amount": Decimal(amount)} for id, amount in allocations]
    }
    return faults_of(OPEN_INVOICES, body, invoices)


def fields(invoices: dict[str, Any], *allocations: tuple[str, str]) -> list[str]:
    return [field for field, _ in faults(invoices, *allocations)]


def test_no_allocation_has_no_fault() -> None:
    assert faults({}) == []


@pytest.mark.parametrize("amount", ["0.01", "99.99", "100", "100.00"])
def test_up_to_the_balance_is_right(amount: str) -> None:
    assert faults({"inv_1": OPEN}, ("inv_1", amount)) == []


def test_a_part_paid_invoice_takes_more() -> None:
    part_paid = OPEN | {"status": "PARTIALLY_PAID", "balance_due": Decimal(40)}
    assert faults({"inv_1": part_paid}, ("inv_1", "40")) == []
    assert fields({"inv_1": part_paid}, ("inv_1", "40.01")) == ["allocations.0.amount"]


def test_a_paisa_over_the_balance_is_too_much_and_the_balance_is_told() -> None:
    ((field, message),) = faults({"inv_1": OPEN}, ("inv_1", "100.01"))
    assert field == "allocations.0.amount"
    assert "100.00" in message


@pytest.mark.parametrize("status", ["DRAFT", "PAID", "VOID"])
def test_an_invoice_that_is_not_open_is_refused_with_its_state(status: str) -> None:
    ((field, message),) = faults({"inv_1": OPEN | {"status": status}}, ("inv_1", "1"))
    assert field == "allocations.0.invoiceId"
    assert status in message


@pytest.mark.parametrize("other", [{"customer_id": "cus_2"}, {"currency_code": "USD"}])
def test_another_customers_or_currencys_invoice_is_refused(other: dict[str, Any]) -> None:
    assert fields({"inv_1": OPEN | other}, ("inv_1", "1")) == ["allocations.0.invoiceId"]


def test_the_state_of_another_customers_invoice_is_not_told() -> None:
    ((_, message),) = faults({"inv_1": OPEN | {"customer_id": "cus_2", "status": "VOID"}}, ("inv_1", "1"))
    assert "VOID" not in message


def test_every_fault_is_told_by_its_place() -> None:
    invoices = {"inv_1": OPEN, "inv_2": OPEN | {"status": "VOID"}}
    allocations = [("inv_1", "1"), ("inv_9", "1"), ("inv_2", "1"), ("inv_1", "101")]
    assert fields(invoices, *allocations) == [
        "allocations.1.invoiceId",
        "allocations.2.invoiceId",
        "allocations.3.amount",
    ]
