"""The bodies of the twelve master-data kinds: required keys, defaults, bounds, and what PATCH reads."""

from datetime import date
from decimal import Decimal

import pytest

from app.errors import Invalid
from app.schemas import BODIES, ITEM_CORE
from app.schemas.accounts import TYPES as ACCOUNT_TYPES
from app.schemas.number_series import DOC_TYPES

MSME = {"msmeType": None, "udyamNumber": None, "msmeAgreedCreditDays": None}

LEAST = {
    "customers": {"displayName": "Asha Traders"},
    "customer_contacts": {
        "customerId": "cus_1",
        "name": "Asha",
        "email": None,
        "phone": None,
        "roleLabel": None,
    },
    "vendors": {"displayName": "Steel House", "leadTimeDays": None, **MSME},
    "items": {"name": "Bolt"},
    "item_groups": {"name": "Hardware"},
    "tax_rates": {"name": "GST 18", "ratePercent": 18},
    "currencies": {"code": "USD", "name": "US dollar", "symbol": "$", "exchangeRate": 83.25},
    "payment_terms": {"name": "Net 30", "days": 30},
    "accounts": {
        "accountName": "Current",
        "accountType": "BANK",
        "bankName": "SBI",
        "accountNumber": "1",
        "ifscCode": "S",
    },
    "price_lists": {"name": "Wholesale", "type": "SELLING"},
    "number_series": {"docType": "INVOICE"},
    "expenses": {"category": "Travel", "expenseDate": "2026-04-01", "amount": 100},
}
ADDRESS_FIELDS = ["billing_address", "shipping_address"]


def create(kind, **fields):
    return BODIES[kind].create({**LEAST[kind], **fields})


def change(kind, **fields):
    return BODIES[kind].change({**LEAST[kind], **fields})


def errors(kind, body, way="create"):
    with pytest.raises(Invalid) as refused:
        getattr(BODIES[kind], way)(body)
    return dict(refused.value.details)


def error(kind, field, value):
    found = errors(kind, {**LEAST[kind], field: value})
    assert list(found) == [field]
    return found[field]


def nulls(*names):
    return dict.fromkeys(names)


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


# Customers


def test_a_customer_is_filled_with_its_defaults():
    assert create("customers") == {
        "display_name": "Asha Traders",
        "currency_code": "INR",
        "opening_balance": Decimal(0),
        "is_active": True,
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


@pytest.mark.parametrize("value", ["", None, 5, []])
def test_a_contact_names_its_customer(value):
    assert error("customer_contacts", "customerId", value)


def test_a_change_of_a_contact_requires_nothing_and_never_moves_it():
    assert BODIES["customer_contacts"].change({}) == {}
    assert BODIES["customer_contacts"].change({"customerId": "cus_2", "phone": None}) == {"phone": None}
    assert errors("customer_contacts", {"name": ""}, "change") == {"name": "Must not be blank."}


# Vendors


def test_payment_terms_days_of_a_vendor_run_from_0_to_365():
    assert create("vendors")["payment_terms_days"] == 0
    assert create("vendors", paymentTermsDays=365)["payment_terms_days"] == 365
    assert error("vendors", "paymentTermsDays", 366) == "Must be at most 365."
    assert error("vendors", "paymentTermsDays", -1) == "Must be at least 0."
    assert error("vendors", "paymentTermsDays", 1.9) == "Must be a whole number."


def test_agreed_credit_days_run_to_45_or_are_null():
    values = (45, "45", 0, None)
    stored = [create("vendors", msmeAgreedCreditDays=value)["msme_agreed_credit_days"] for value in values]
    assert stored == [45, 45, 0, None]
    assert error("vendors", "msmeAgreedCreditDays", 46) == "Must be at most 45."
    assert error("vendors", "msmeAgreedCreditDays", "46") == "Must be at most 45."
    assert error("vendors", "msmeAgreedCreditDays", True) == "Must be a whole number or null."


def test_lead_time_days_are_a_whole_number_its_text_or_null():
    assert [create("vendors", leadTimeDays=days)["lead_time_days"] for days in (7, "7", None)] == [7, 7, None]
    assert error("vendors", "leadTimeDays", "a week") == "Must be a whole number or null."
    assert error("vendors", "leadTimeDays", -1) == "Must be at least 0."


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


# Items


def test_an_item_is_filled_with_its_defaults():
    assert create("items") == {
        "name": "Bolt",
        "type": "GOODS",
        "unit": "PCS",
        "pieces_per_master": 1,
        "selling_price": 0,
        "purchase_price": 0,
        "is_price_inclusive": "inherit",
        "track_inventory": False,
        "reorder_quantity": 0,
        "is_active": True,
        "pricing_mode": "PCS",
        "variants": [],
        "axes": [],
        **nulls("sku", "hsn_or_sac", "group_id", "size_module_id", "master_unit", "tax_rate_id", "barcode"),
        **nulls("description", "primary_vendor_id", "default_length_unit"),
    }


def test_an_item_is_of_one_of_its_types():
    assert [create("items", type=word)["type"] for word in ("GOODS", "SERVICE", "BUNDLE")]
    assert error("items", "type", "THING") == "Must be one of: GOODS, SERVICE, BUNDLE."
    assert error("items", "pricingMode", "KG") == "Must be one of: PCS, AREA."


def test_a_default_length_unit_is_a_unit_or_null():
    units = ("MM", "CM", "M", "IN", "FT", None)
    assert [create("items", defaultLengthUnit=unit)["default_length_unit"] for unit in units] == list(units)
    assert error("items", "defaultLengthUnit", "MILE") == "Must be one of: MM, CM, M, IN, FT."


def test_prices_of_an_item_are_at_least_0_and_keep_six_places():
    assert create("items", sellingPrice=0.123456)["selling_price"] == Decimal("0.123456")
    for field in ("sellingPrice", "purchasePrice"):
        assert error("items", field, -0.01) == "Must be at least 0."
        assert error("items", field, None) == "Must not be null."


def test_pieces_per_master_are_more_than_0():
    assert create("items", piecesPerMaster=12)["pieces_per_master"] == 12
    assert error("items", "piecesPerMaster", 0) == "Must be more than 0."


def test_a_reorder_quantity_is_at_least_0():
    assert create("items", reorderQuantity=2.5)["reorder_quantity"] == Decimal("2.5")
    assert error("items", "reorderQuantity", -1) == "Must be at least 0."


def test_price_inclusive_of_an_item_takes_words_and_what_reads_return():
    stored = [
        create("items", isPriceInclusive=value)["is_price_inclusive"] for value in (True, "false", "inherit")
    ]
    assert stored == ["true", "false", "inherit"]
    assert error("items", "isPriceInclusive", "maybe") == "Must be one of: inherit, true, false."


def test_a_variant_is_filled_with_its_defaults():
    assert create("items", variants=[{}])["variants"] == [
        {
            "size": "",
            "is_active": True,
            **nulls("id", "sku", "barcode", "selling_price", "purchase_price", "sort_order"),
        }
    ]


def test_a_variant_may_name_the_one_to_keep():
    variant = {"id": "var_1", "size": "XL", "sellingPrice": 5, "purchasePrice": None, "sortOrder": 2}
    (stored,) = change("items", variants=[variant])["variants"]
    assert (stored["id"], stored["size"], stored["selling_price"], stored["sort_order"]) == (
        "var_1",
        "XL",
        5,
        2,
    )


def test_a_variant_in_a_change_carries_only_what_was_sent():
    assert change("items", variants=[{"id": "var_1", "sku": None}])["variants"] == [
        {"id": "var_1", "sku": None}
    ]


def test_errors_of_variants_are_named_by_their_place():
    variants = [{"size": "S"}, {"size": 5, "sellingPrice": -1, "sortOrder": 0.5}, "XL", None]
    assert errors("items", {"name": "Bolt", "variants": variants}) == {
        "variants.1.size": "Must be text.",
        "variants.1.sellingPrice": "Must be at least 0.",
        "variants.1.sortOrder": "Must be a whole number.",
        "variants.2": "Must be an object.",
        "variants.3": "Must not be null.",
    }


@pytest.mark.parametrize("field", ["variants", "axes"])
def test_an_item_has_1_000_variants_and_axes_at_most(field):
    assert error("items", field, [{}] * 1_001) == "Must have at most 1000 elements."
    assert error("items", field, {}) == "Must be a list."
    assert error("items", field, None) == "Must not be null."


def test_axes_are_kept_as_they_came():
    axes = ["Size", {"name": "Colour", "values": ["red", 1, None]}, None]
    assert create("items", axes=axes)["axes"] == axes


def test_a_core_update_resets_what_is_left_out_and_reads_nothing_else():
    body = {"name": "Bolt", "variants": "nonsense", "taxRateId": [], "groupId": "grp_1", "isActive": "x"}
    assert ITEM_CORE.create(body) == {
        "name": "Bolt",
        "type": "GOODS",
        "unit": "PCS",
        "selling_price": 0,
        "purchase_price": 0,
        "track_inventory": False,
        **nulls("sku", "hsn_or_sac", "barcode", "description"),
    }


def test_a_core_update_requires_a_name():
    with pytest.raises(Invalid) as refused:
        ITEM_CORE.create({"sellingPrice": -1})
    assert refused.value.details == (
        ("name", "This field is required."),
        ("sellingPrice", "Must be at least 0."),
    )


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
