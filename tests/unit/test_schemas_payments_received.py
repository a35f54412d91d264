"""The body of a payment received: its allocations and the rules of its sums."""

from datetime import date
from decimal import Decimal

import pytest

from app.errors import Invalid
from app.schemas.payments_received import MODES
from tests.bodies import BODIES

LEAST = {"customerId": "cus_1", "paymentDate": "2026-04-01", "amount": 100}
TOO_MUCH = "Must not exceed amount plus tdsAmount, together with openingBalanceApplied."


def create(**fields):
    return BODIES["payments_received"].create({**LEAST, **fields})


def errors(**fields):
    with pytest.raises(Invalid) as refused:
        create(**fields)
    return dict(refused.value.details)


def allocations(*amounts):
    return [{"invoiceId": f"inv_{index}", "amount": amount} for index, amount in enumerate(amounts)]


def test_a_payment_is_filled_with_its_defaults():
    assert create() == {
        "customer_id": "cus_1",
        "payment_date": date(2026, 4, 1),
        "amount": 100,
        "mode": "BANK_TRANSFER",
        "reference_number": None,
        "deposit_account": None,
        "notes": None,
        "currency_code": "INR",
        "exchange_rate": 1,
        "allocations": [],
        "opening_balance_applied": 0,
        "tds_amount": 0,
        "tds_section_code": None,
        "advance_tax_rate_percent": None,
        "advance_place_of_supply_state_code": None,
        "external_reference": None,
    }


def test_a_payment_requires_a_customer_a_date_and_an_amount():
    with pytest.raises(Invalid) as refused:
        BODIES["payments_received"].create({})
    assert dict(refused.value.details) == dict.fromkeys(LEAST, "This field is required.")


def test_a_payment_is_made_in_one_of_its_modes():
    assert [create(mode=mode)["mode"] for mode in MODES] == list(MODES)
    assert errors(mode="BARTER")["mode"].startswith("Must be one of: CASH, BANK_TRANSFER")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("customerId", "", "Must not be blank."),
        ("customerId", None, "Must not be null."),
        ("paymentDate", None, "Must not be null."),
        ("amount", None, "Must not be null."),
        ("paymentDate", "2026-02-30", "Must be a calendar date from 1900 to 2999, as YYYY-MM-DD."),
        ("amount", -1, "Must be at least 0."),
        ("amount", "100", "Must be a number."),
        ("amount", 10**13, "Must be at most 9999999999999.99."),
        ("tdsAmount", -1, "Must be at least 0."),
        ("openingBalanceApplied", -1, "Must be at least 0."),
        ("exchangeRate", 0, "Must be more than 0."),
        ("currencyCode", "RUPEE", "Must be exactly 3 characters long."),
        ("referenceNumber", [], "Must be text, a number, a boolean or null."),
        ("allocations", {}, "Must be a list."),
        ("allocations", None, "Must not be null."),
    ],
)
def test_a_payment_keeps_its_bounds(field, value, message):
    assert errors(**{field: value}) == {field: message}


def test_a_payment_has_1_000_allocations_at_most():
    assert len(create(amount=1_000, allocations=allocations(*[1] * 1_000))["allocations"]) == 1_000
    assert errors(amount=2_000, allocations=allocations(*[1] * 1_001)) == {
        "allocations": "Must have at most 1000 elements."
    }


def test_an_allocation_names_an_invoice_and_more_than_0():
    rows = [
        {"invoiceId": "inv_1", "amount": 0},
        {"amount": -1},
        {"invoiceId": "inv_2", "amount": 0.001},
        "inv_3",
    ]
    assert errors(allocations=rows) == {
        "allocations.0.amount": "Must be more than 0.",
        "allocations.1.invoiceId": "This field is required.",
        "allocations.1.amount": "Must be more than 0.",
        "allocations.2.amount": "Must be more than 0.",
        "allocations.3": "Must be an object.",
    }


def test_an_invoice_is_named_once():
    rows = [*allocations(10, 20), {"invoiceId": "inv_0", "amount": 5}]
    assert errors(allocations=rows) == {"allocations.2.invoiceId": "Must not be named twice."}


def test_an_invoice_named_twice_is_reported_beside_other_errors():
    rows = [{"invoiceId": "inv_0", "amount": 5}] * 2
    assert set(errors(mode="BARTER", allocations=rows)) == {"mode", "allocations.1.invoiceId"}


def test_allocations_and_opening_balance_use_up_cash_and_tax_deducted_at_most():
    body = create(amount=90, tdsAmount=10, allocations=allocations(60, 30.5), openingBalanceApplied=9.5)
    assert sum(row["amount"] for row in body["allocations"]) == Decimal("90.5")


@pytest.mark.parametrize(
    "fields",
    [
        {"amount": 100, "allocations": allocations(60, 40.01)},
        {"amount": 90, "tdsAmount": 10, "allocations": allocations(60, 30), "openingBalanceApplied": 10.01},
    ],
)
def test_more_than_cash_and_tax_deducted_cannot_be_used(fields):
    assert errors(**fields) == {"allocations": TOO_MUCH}


def test_without_allocations_it_is_the_opening_balance_that_takes_too_much():
    assert errors(amount=100, openingBalanceApplied=100.01) == {
        "openingBalanceApplied": "Must not exceed amount plus tdsAmount."
    }


def test_sums_are_exact():
    assert create(amount=0.3, allocations=allocations(0.1, 0.2))


def test_a_payment_of_tax_deducted_alone_is_one():
    assert create(amount=0, tdsAmount=10)["tds_amount"] == 10


@pytest.mark.parametrize("fields", [{"amount": 0}, {"amount": 0.001}, {"amount": 0, "tdsAmount": 0}])
def test_a_payment_of_nothing_is_none(fields):
    assert errors(**fields) == {"amount": "Must be more than 0 together with tdsAmount."}


def test_sums_wait_until_every_amount_is_right():
    assert errors(amount="100", allocations=allocations(500)) == {"amount": "Must be a number."}
