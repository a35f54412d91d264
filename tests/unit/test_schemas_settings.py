"""The bodies of groups, rates, currencies, terms, accounts, price lists, series and expenses."""

from datetime import date
from decimal import Decimal

import pytest

from app.master_data.accounts import TYPES as ACCOUNT_TYPES
from app.master_data.number_series import DOC_TYPES
from tests.bodies import BODIES, LEAST, create, error, errors, nulls

# Groups, rates, currencies, terms, accounts


def test_the_sort_order_of_a_group_is_a_safe_integer():
    assert create("item_groups")["sort_order"] == 0
    most = 9_007_199_254_740_991
    assert [create("item_groups", sortOrder=n)["sort_order"] for n in (most, -most)] == [most, -most]
    assert error("item_groups", "sortOrder", most + 1) == f"Must be at most {most}."
    assert error("item_groups", "sortOrder", -most - 1) == f"Must be at least -{most}."


def test_a_tax_rate_runs_from_0_to_100_percent():
    assert create("tax_rates", ratePercent=100)["rate_percent"] == 100
    assert error("tax_rates", "ratePercent", 100.5) == "Must be at most 100."
    assert error("tax_rates", "ratePercent", -1) == "Must be at least 0."
    assert error("tax_rates", "ratePercent", "18") == "Must be a number."


def test_a_currency_has_a_code_in_capitals_and_a_rate_above_0():
    assert create("currencies", code="eur")["code"] == "EUR"
    assert error("currencies", "code", "EURO") == "Must be exactly 3 characters long."
    assert error("currencies", "code", "E1R") == "Must be three letters."
    assert error("currencies", "exchangeRate", 0) == "Must be more than 0."


def test_the_days_of_a_payment_term_run_from_0_to_365():
    assert [create("payment_terms", days=days)["days"] for days in (0, 365)] == [0, 365]
    assert error("payment_terms", "days", 366) == "Must be at most 365."
    assert error("payment_terms", "days", "30") == "Must be a whole number."


def test_an_account_is_of_one_of_its_types():
    assert [create("accounts", accountType=word)["account_type"] for word in ACCOUNT_TYPES] == list(
        ACCOUNT_TYPES
    )
    assert error("accounts", "accountType", "GOLD").startswith("Must be one of: CASH, BANK")


@pytest.mark.parametrize(("field", "most"), [("bankName", 100), ("accountNumber", 50), ("ifscCode", 20)])
def test_bank_fields_of_an_account_may_be_empty_and_keep_their_bounds(field, most):
    assert create("accounts", **{field: ""})
    assert create("accounts", **{field: "x" * most})
    assert error("accounts", field, "x" * (most + 1)) == f"Must be at most {most} characters long."
    assert error("accounts", field, None) == "Must not be null."


# Price lists


def test_a_price_list_sells_or_buys():
    assert error("price_lists", "type", "BARTER") == "Must be one of: SELLING, PURCHASE."


def test_a_price_list_is_in_force_between_days_or_always():
    body = create("price_lists", effectiveFrom="2026-04-01", effectiveTo=None)
    assert (body["effective_from"], body["effective_to"]) == (date(2026, 4, 1), None)
    assert error("price_lists", "effectiveTo", 20260401).startswith("Must be a calendar date")


def test_entries_of_a_price_list_name_an_item_and_its_rate():
    entries = [{"itemId": "itm_1", "rate": 0.5}, {"itemId": "itm_1", "itemVariantId": "var_1", "rate": 2}]
    assert create("price_lists", entries=entries)["entries"] == [
        {"item_id": "itm_1", "item_variant_id": None, "rate": Decimal("0.5")},
        {"item_id": "itm_1", "item_variant_id": "var_1", "rate": Decimal(2)},
    ]
    assert create("price_lists")["entries"] == []


def test_errors_of_entries_are_named_by_their_place():
    entries = [{"itemId": "itm_1", "rate": -1}, {"rate": "5"}]
    assert errors("price_lists", {**LEAST["price_lists"], "entries": entries}) == {
        "entries.0.rate": "Must be at least 0.",
        "entries.1.itemId": "This field is required.",
        "entries.1.rate": "Must be a number.",
    }
    assert error("price_lists", "entries", [{}] * 1_001) == "Must have at most 1000 elements."


# Number series


def test_a_number_series_is_filled_with_its_defaults():
    assert create("number_series") == {
        "doc_type": "INVOICE",
        "prefix": "",
        "suffix": "",
        "padding": 5,
        "next_number": None,
        "reset_yearly": True,
    }


def test_a_number_series_counts_one_of_twelve_kinds_of_document():
    assert [create("number_series", docType=word)["doc_type"] for word in DOC_TYPES] == list(DOC_TYPES)
    assert len(DOC_TYPES) == 12
    assert error("number_series", "docType", "LETTER").startswith("Must be one of: QUOTE, SALES_ORDER")


@pytest.mark.parametrize("way", ["create", "change"])
@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("prefix", "x" * 41, "Must be at most 40 characters long."),
        ("suffix", "x" * 21, "Must be at most 20 characters long."),
        ("padding", 0, "Must be at least 1."),
        ("padding", 11, "Must be at most 10."),
        ("nextNumber", 0, "Must be at least 1."),
        ("nextNumber", 2**53, "Must be at most 9007199254740991."),
        ("nextNumber", 1.5, "Must be a whole number."),
        ("docType", None, "Must not be null."),
        ("docType", "LETTER", f"Must be one of: {', '.join(DOC_TYPES)}."),
    ],
)
def test_a_number_series_keeps_its_bounds_in_creation_and_change(way, field, value, message):
    assert errors("number_series", {"docType": "INVOICE", field: value}, way) == {field: message}


def test_a_change_of_a_number_series_requires_nothing():
    assert BODIES["number_series"].change({}) == {}
    assert BODIES["number_series"].change({"padding": 3}) == {"padding": 3}


def test_a_change_of_a_number_series_carries_the_doc_type_to_be_compared():
    assert BODIES["number_series"].change({"docType": "QUOTE"}) == {"doc_type": "QUOTE"}


# Expenses


def test_an_expense_is_filled_with_its_defaults():
    assert create("expenses") == {
        "category": "Travel",
        "expense_date": date(2026, 4, 1),
        "amount": 100,
        "tax_rate_percent": 0,
        "tax_amount": 0,
        "itc_eligible": False,
        "currency_code": "INR",
        "exchange_rate": 1,
        **nulls("vendor_id", "paid_through_account", "notes"),
    }


@pytest.mark.parametrize("way", ["create", "change"])
@pytest.mark.parametrize("value", ["EXP-1", None, 5, []])
def test_an_expense_number_must_not_be_sent(way, value):
    assert errors("expenses", {**LEAST["expenses"], "expenseNumber": value}, way) == {
        "expenseNumber": "Must not be sent: it comes from the number series."
    }


def test_an_expense_number_is_refused_beside_the_other_errors():
    assert set(errors("expenses", {"expenseNumber": "EXP-1"})) == {
        "category",
        "expenseDate",
        "amount",
        "expenseNumber",
    }


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("amount", -1, "Must be at least 0."),
        ("amount", "5", "Must be a number."),
        ("amount", 10**13, "Must be at most 9999999999999.99."),
        ("taxAmount", -1, "Must be at least 0."),
        ("taxRatePercent", 101, "Must be at most 100."),
        ("exchangeRate", 0, "Must be more than 0."),
        ("expenseDate", "2026-02-30", "Must be a calendar date from 1900 to 2999, as YYYY-MM-DD."),
        ("expenseDate", None, "Must not be null."),
    ],
)
def test_an_expense_keeps_its_bounds(field, value, message):
    assert error("expenses", field, value) == message
