"""What the bodies of all master-data kinds have in common: required keys, bounds of names, loose fields."""

import pytest

from tests.bodies import ADDRESS_FIELDS, BODIES, LEAST, create, error, errors

# All kinds


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


@pytest.mark.parametrize("kind", LEAST)
def test_fields_of_the_server_are_ignored(kind):
    body = {
        **LEAST[kind],
        "id": 5,
        "organizationId": "org_2",
        "status": "PAID",
        "createdAt": [],
        "nonsense": {},
    }
    assert BODIES[kind].create(body) == BODIES[kind].create(LEAST[kind])


@pytest.mark.parametrize(
    ("kind", "field", "most"),
    [
        ("customers", "displayName", 191),
        ("customer_contacts", "name", 120),
        ("vendors", "displayName", 191),
        ("items", "name", 191),
        ("items", "unit", 20),
        ("item_groups", "name", 191),
        ("tax_rates", "name", 100),
        ("currencies", "name", 50),
        ("currencies", "symbol", 10),
        ("payment_terms", "name", 100),
        ("accounts", "accountName", 100),
        ("price_lists", "name", 150),
        ("expenses", "category", 100),
    ],
)
def test_names_have_1_to_so_many_characters(kind, field, most):
    assert create(kind, **{field: "x" * most})
    assert error(kind, field, "x" * (most + 1)) == f"Must be 1 to {most} characters long."
    assert error(kind, field, "") == "Must not be blank."
    assert error(kind, field, "   ") == "Must not be blank."
    assert error(kind, field, None) == "Must not be null."
    assert error(kind, field, 5) == "Must be text."


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("customers", "legalName email phone gstin pan placeOfSupplyStateCode notes"),
        ("customer_contacts", "email phone roleLabel"),
        (
            "vendors",
            "vendorCode legalName email phone gstin pan placeOfSupplyStateCode notes msmeType udyamNumber",
        ),
        ("items", "sku hsnOrSac sizeModuleId masterUnit barcode description"),
        ("item_groups", "description"),
        ("price_lists", "description"),
        ("expenses", "paidThroughAccount notes"),
    ],
)
def test_any_fields_take_every_scalar_and_null_but_no_array_or_object(kind, fields):
    for field in fields.split():
        name = BODIES[kind].fields
        snake = next(key for key, bound in name.items() if bound.data_key == field)
        assert [create(kind, **{field: value})[snake] for value in ("x", 5, True, None)] == [
            "x",
            "5",
            "true",
            None,
        ]
        assert error(kind, field, []) == "Must be text, a number, a boolean or null."
        assert error(kind, field, {}) == "Must be text, a number, a boolean or null."


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        ("customers", "paymentTermId"),
        ("customers", "priceListId"),
        ("items", "groupId"),
        ("items", "taxRateId"),
        ("items", "primaryVendorId"),
        ("item_groups", "parentGroupId"),
        ("expenses", "vendorId"),
    ],
)
def test_the_id_of_another_record_may_be_null_but_not_empty(kind, field):
    assert create(kind, **{field: None})
    assert create(kind, **{field: "x" * 40})
    assert error(kind, field, "") == "Must not be blank."
    assert error(kind, field, ["x"]) == "Must be text, a number, a boolean or null."


@pytest.mark.parametrize("kind", ["customers", "vendors", "expenses"])
def test_a_currency_code_is_indian_rupees_unless_said_and_in_capitals(kind):
    assert create(kind)["currency_code"] == "INR"
    assert create(kind, currencyCode="usd")["currency_code"] == "USD"
    assert error(kind, "currencyCode", "US") == "Must be exactly 3 characters long."
    assert error(kind, "currencyCode", None) == "Must not be null."


@pytest.mark.parametrize("kind", ["customers", "vendors"])
def test_an_opening_balance_is_money_of_at_least_0(kind):
    assert create(kind)["opening_balance"] == 0
    assert str(create(kind, openingBalance=10.005)["opening_balance"]) == "10.01"
    assert error(kind, "openingBalance", -1) == "Must be at least 0."
    assert error(kind, "openingBalance", "5") == "Must be a number."


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


@pytest.mark.parametrize(
    ("kind", "field", "default"),
    [
        ("customers", "isActive", True),
        ("vendors", "isActive", True),
        ("vendors", "msmeHasAgreement", False),
        ("items", "isActive", True),
        ("items", "trackInventory", False),
        ("tax_rates", "isGST", True),
        ("tax_rates", "isDefault", False),
        ("currencies", "isBase", False),
        ("currencies", "isActive", True),
        ("payment_terms", "isDefault", False),
        ("accounts", "isDefault", False),
        ("accounts", "isActive", True),
        ("price_lists", "isActive", True),
        ("price_lists", "isDefault", False),
        ("number_series", "resetYearly", True),
        ("expenses", "itcEligible", False),
    ],
)
def test_booleans_have_their_defaults_and_take_booleans_only(kind, field, default):
    snake = next(name for name, bound in BODIES[kind].fields.items() if bound.data_key == field)
    assert create(kind)[snake] is default
    assert create(kind, **{field: not default})[snake] is not default
    assert error(kind, field, 1) == "Must be true or false."
    assert error(kind, field, "true") == "Must be true or false."
    assert error(kind, field, None) == "Must not be null."
