"""Rules of the bodies of all master-data kinds: required keys, fields of the server, codes, addresses."""

import pytest

from tests.bodies import ADDRESS_FIELDS, BODIES, LEAST, create, error, errors


@pytest.mark.parametrize("kind", LEAST)
def test_the_required_keys_are_enough(kind):
    assert BODIES[kind].create(LEAST[kind])


@pytest.mark.parametrize("kind", LEAST)
def test_an_empty_body_is_told_every_required_key(kind):
    assert errors(kind, {}) == dict.fromkeys(LEAST[kind], "This field is required.")


@pytest.mark.parametrize("kind", sorted(set(LEAST) - {"customer_contacts", "number_series", "vendors"}))
def test_a_change_requires_the_same_keys_as_a_creation(kind):
    assert errors(kind, {}, "change") == errors(kind, {})


@pytest.mark.parametrize("kind", LEAST)
def test_a_change_fills_in_no_defaults(kind):
    sent = set(BODIES[kind].change(LEAST[kind]))
    form = BODIES[kind].change_form
    assert sent == {name for name, field in form.fields.items() if field.data_key in LEAST[kind]}


@pytest.mark.parametrize("kind", ["customers", "vendors", "expenses"])
def test_a_currency_code_is_indian_rupees_unless_said_and_in_capitals(kind):
    assert create(kind)["currency_code"] == "INR"
    assert create(kind, currencyCode="usd")["currency_code"] == "USD"
    assert error(kind, "currencyCode", "US") == "Must be exactly 3 characters long."
    assert error(kind, "currencyCode", "RUPEE") == "Must be exactly 3 characters long."
    assert error(kind, "currencyCode", None) == "Must not be null."


@pytest.mark.parametrize("kind", ["customers", "vendors"])
def test_addresses_are_objects_or_null(kind):
    body = create(kind, billingAddress={"city": "Pune", "stateCode": "MH"}, shippingAddress=None)
    assert [body[name] for name in ADDRESS_FIELDS] == [{"city": "Pune", "stateCode": "MH"}, None]
    assert [create(kind)[name] for name in ADDRESS_FIELDS] == [None, None]
    found = errors(
        kind, {**LEAST[kind], "billingAddress": {"stateCode": "M", "city": 1}, "shippingAddress": []}
    )
    assert found == {
        "billingAddress.city": "Must be text.",
        "billingAddress.stateCode": "Must be exactly 2 characters long.",
        "shippingAddress": "Must be an object.",
    }
