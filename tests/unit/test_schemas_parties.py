"""The bodies of customers, their contacts and vendors."""

from decimal import Decimal

import pytest

from tests.bodies import BODIES, create, error, errors, nulls

# Customers


def test_a_customer_is_filled_with_its_defaults():
    assert create("customers") == {
        "display_name": "Asha Traders",
        "currency_code": "INR",
        "opening_balance": Decimal(0),
        "is_active": True,
        "gst_category": None,
        "external_reference": None,
        **nulls("legal_name", "email", "phone", "gstin", "pan", "payment_term_id", "price_list_id", "notes"),
        **nulls("salesperson_id", "place_of_supply_state_code", "billing_address", "shipping_address"),
    }


@pytest.mark.parametrize("kind", ["customers"])
def test_a_salesperson_id_has_30_characters_at_most(kind):
    assert create(kind, salespersonId="x" * 30)
    assert create(kind, salespersonId=None)["salesperson_id"] is None
    assert error(kind, "salespersonId", "x" * 31) == "Must be 1 to 30 characters long."
    assert error(kind, "salespersonId", 5) == "Must be text."


# Customer contacts


def test_the_loose_keys_of_a_new_contact_are_required_and_may_be_null():
    assert create("customer_contacts") == {
        "customer_id": "cus_1",
        "name": "Asha",
        **nulls("email", "phone", "role_label"),
    }


@pytest.mark.parametrize("value", ["", " ", None, 5, []])
def test_a_contact_names_its_customer(value):
    assert error("customer_contacts", "customerId", value)


def test_a_change_of_a_contact_requires_nothing_and_never_moves_it():
    assert BODIES["customer_contacts"].change({}) == {}
    assert BODIES["customer_contacts"].change({"customerId": "cus_2", "phone": None}) == {"phone": None}
    assert errors("customer_contacts", {"name": ""}, "change") == {"name": "Must not be blank."}


# Vendors


def test_a_change_of_a_vendor_requires_its_name_and_lead_time_only():
    assert errors("vendors", {}, "change") == {
        "displayName": "This field is required.",
        "leadTimeDays": "This field is required.",
    }


def test_a_change_without_msme_keys_leaves_the_block_alone():
    body = {"displayName": "Steel House", "leadTimeDays": 3}
    assert BODIES["vendors"].change(body) == {"display_name": "Steel House", "lead_time_days": 3}


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ({"msmeType": "MICRO"}, ("MICRO", None, None)),
        ({"udyamNumber": "UDYAM-MH-01"}, (None, "UDYAM-MH-01", None)),
        ({"msmeAgreedCreditDays": 30}, (None, None, 30)),
        ({"msmeType": None}, (None, None, None)),
        ({"msmeType": "SMALL", "msmeAgreedCreditDays": 30}, ("SMALL", None, 30)),
    ],
)
def test_one_msme_key_in_a_change_replaces_the_block(sent, stored):
    changes = BODIES["vendors"].change({"displayName": "S", "leadTimeDays": 3, **sent})
    assert tuple(changes[name] for name in ("msme_type", "udyam_number", "msme_agreed_credit_days")) == stored
