"""The bodies of groups, rates, currencies, terms, accounts, price lists, series and expenses."""

from datetime import date
from decimal import Decimal

import pytest

from app.master_data.number_series import DOC_TYPES
from tests.bodies import BODIES, LEAST, create, error, errors, nulls

# Currencies


def test_a_currency_has_a_code_of_three_letters_in_capitals():
    assert create("currencies", code="eur")["code"] == "EUR"
    for code in ("EU", "EURO", "ﬁD"):
        assert error("currencies", "code", code) == "Must be exactly 3 characters long."
    assert error("currencies", "code", "E1R") == "Must be three letters."
    assert error("currencies", "code", None) == "Must not be null."


# Price lists


def test_a_price_list_is_in_force_between_days_or_always():
    body = create("price_lists", effectiveFrom="2026-04-01", effectiveTo=None)
    assert (body["effective_from"], body["effective_to"]) == (date(2026, 4, 1), None)
    assert error("price_lists", "effectiveTo", "tomorrow").startswith("Must be a calendar date")


def test_entries_of_a_price_list_name_an_item_and_its_rate():
    entries = [{"itemId": "itm_1", "rate": 0.5}, {"itemId": "itm_1", "itemVariantId": "var_1", "rate": 2}]
    assert create("price_lists", entries=entries)["entries"] == [
        {"item_id": "itm_1", "item_variant_id": None, "rate": Decimal("0.5")},
        {"item_id": "itm_1", "item_variant_id": "var_1", "rate": Decimal(2)},
    ]
    assert create("price_lists")["entries"] == []


def test_errors_of_entries_are_named_by_their_place():
    entries = [{"itemId": "itm_1", "rate": -1}, {"rate": "5"}, {}]
    assert errors("price_lists", {**LEAST["price_lists"], "entries": entries}) == {
        "entries.0.rate": "Must be at least 0.",
        "entries.1.itemId": "This field is required.",
        "entries.1.rate": "Must be a number.",
        "entries.2.itemId": "This field is required.",
        "entries.2.rate": "This field is required.",
    }


# Number series


def test_a_number_series_is_filled_with_its_defaults():
    assert create("number_series") == {
        "doc_type": "INVOICE",
        "prefix": "",
        "suffix": "",
        "padding": 5,
        "next_number": None,
        "registration_id": None,
        "reset_yearly": True,
    }


def test_a_change_of_a_number_series_requires_nothing():
    assert BODIES["number_series"].change({}) == {}
    assert BODIES["number_series"].change({"padding": 3}) == {"padding": 3}


def test_there_are_series_for_twelve_kinds_of_document():
    assert len(DOC_TYPES) == 12


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
        "external_reference": None,
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
