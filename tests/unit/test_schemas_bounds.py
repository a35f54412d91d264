"""The bounds of every field of the master-data kinds, in creation and in change.

Over HTTP tests/api/test_bounds.py proves that each is told by its name and that the database has the same.
"""

import pytest

from app.master_data.accounts import ACCOUNT_TYPES
from app.master_data.number_series import DOC_TYPES
from tests.bodies import BODIES, create, error

SAFE = 9_007_199_254_740_991
NO_DAY = "Must be a calendar date from 1900 to 2999, as YYYY-MM-DD."


def snake(kind, field):
    """The name of a field of a kind as it is stored."""
    return next(name for name, bound in BODIES[kind].fields.items() if bound.data_key == field)


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
def test_loose_fields_take_every_scalar_and_null_but_no_array_or_object(kind, fields):
    for field in fields.split():
        most = 10_000 if field in ("notes", "description") else 255
        values = ("x" * most, 5, True, None)
        assert [create(kind, **{field: value})[snake(kind, field)] for value in values] == [
            "x" * most,
            "5",
            "true",
            None,
        ]
        assert error(kind, field, "x" * (most + 1)) == f"Must be at most {most} characters long."
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


@pytest.mark.parametrize(
    ("kind", "field", "most"),
    [
        ("accounts", "bankName", 100),
        ("accounts", "accountNumber", 50),
        ("accounts", "ifscCode", 20),
        ("number_series", "prefix", 40),
        ("number_series", "suffix", 20),
    ],
)
def test_text_that_may_be_empty_has_so_many_characters_at_most(kind, field, most):
    assert create(kind, **{field: ""})
    assert create(kind, **{field: "x" * most})
    assert error(kind, field, "x" * (most + 1)) == f"Must be at most {most} characters long."
    assert error(kind, field, None) == "Must not be null."
    assert error(kind, field, 5) == "Must be text."


@pytest.mark.parametrize(
    ("kind", "field", "words"),
    [
        ("accounts", "accountType", ACCOUNT_TYPES),
        ("items", "type", ("GOODS", "SERVICE", "BUNDLE")),
        ("items", "pricingMode", ("PCS", "AREA")),
        ("number_series", "docType", DOC_TYPES),
        ("price_lists", "type", ("SELLING", "PURCHASE")),
    ],
)
def test_a_word_is_one_of_its_list_spelled_as_there(kind, field, words):
    assert [create(kind, **{field: word})[snake(kind, field)] for word in words] == list(words)
    told = f"Must be one of: {', '.join(words)}."
    assert error(kind, field, "THING") == error(kind, field, words[0].lower()) == told
    assert error(kind, field, None) == "Must not be null."


@pytest.mark.parametrize(
    ("kind", "field", "least", "most"),
    [
        ("customers", "openingBalance", 0, "9999999999999.99"),
        ("vendors", "openingBalance", 0, "9999999999999.99"),
        ("items", "sellingPrice", 0, "9999999999999.999999"),
        ("items", "purchasePrice", 0, "9999999999999.999999"),
        ("items", "reorderQuantity", 0, "999999999.999999"),
        ("tax_rates", "ratePercent", 0, "100"),
        ("expenses", "amount", 0, "9999999999999.99"),
        ("expenses", "taxAmount", 0, "9999999999999.99"),
        ("expenses", "taxRatePercent", 0, "100"),
    ],
)
def test_a_number_runs_from_so_much_to_so_much(kind, field, least, most):
    assert create(kind, **{field: least})[snake(kind, field)] == least
    assert create(kind, **{field: int(float(most) - 0.01)})
    assert error(kind, field, least - 0.000001) == f"Must be at least {least}."
    assert error(kind, field, float(most) + 0.01) == f"Must be at most {most}."
    assert error(kind, field, "5") == error(kind, field, True) == "Must be a number."
    assert error(kind, field, None) == "Must not be null."


@pytest.mark.parametrize(
    ("kind", "field"),
    [("items", "piecesPerMaster"), ("currencies", "exchangeRate"), ("expenses", "exchangeRate")],
)
def test_a_number_above_0_has_nine_digits_before_the_point(kind, field):
    assert create(kind, **{field: 0.000001})
    assert create(kind, **{field: 999_999_999.5})
    assert error(kind, field, 0) == error(kind, field, -1) == "Must be more than 0."
    assert error(kind, field, 1e9) == "Must be at most 999999999.999999."
    assert error(kind, field, "1") == "Must be a number."
    assert error(kind, field, None) == "Must not be null."


@pytest.mark.parametrize(
    ("kind", "field", "least", "most"),
    [
        ("payment_terms", "days", 0, 365),
        ("vendors", "paymentTermsDays", 0, 365),
        ("item_groups", "sortOrder", -SAFE, SAFE),
        ("number_series", "padding", 1, 10),
        ("number_series", "nextNumber", 1, SAFE),
    ],
)
def test_a_whole_number_runs_from_so_much_to_so_much(kind, field, least, most):
    assert [create(kind, **{field: n})[snake(kind, field)] for n in (least, most)] == [least, most]
    assert create(kind, **{field: 5.0})[snake(kind, field)] == 5
    assert error(kind, field, least - 1) == f"Must be at least {least}."
    assert error(kind, field, most + 1) == f"Must be at most {most}."
    for value in (1.5, "5", True):
        assert error(kind, field, value) == "Must be a whole number."
    assert error(kind, field, None) == "Must not be null."


@pytest.mark.parametrize(
    ("field", "most", "too_much"), [("leadTimeDays", 36_500, 36_501), ("msmeAgreedCreditDays", 45, "46")]
)
def test_loose_days_of_a_vendor_are_a_whole_number_its_text_or_null(field, most, too_much):
    values = (0, most, str(most), None)
    stored = [create("vendors", **{field: days})[snake("vendors", field)] for days in values]
    assert stored == [0, most, most, None]
    assert error("vendors", field, -1) == "Must be at least 0."
    assert error("vendors", field, too_much) == f"Must be at most {most}."
    for value in ("a week", 1.5, True):
        assert error("vendors", field, value) == "Must be a whole number or null."


@pytest.mark.parametrize(
    "value", ["2026-02-30", "20260504", "1899-12-31", "3000-01-01", "infinity", 20260401]
)
@pytest.mark.parametrize(
    ("kind", "field"),
    [("expenses", "expenseDate"), ("price_lists", "effectiveFrom"), ("price_lists", "effectiveTo")],
)
def test_a_day_is_one_of_the_calendar(kind, field, value):
    assert error(kind, field, value) == NO_DAY


@pytest.mark.parametrize(
    ("kind", "field"), [("items", "variants"), ("items", "axes"), ("price_lists", "entries")]
)
def test_a_list_has_1_000_elements_at_most(kind, field):
    assert error(kind, field, [{}] * 1_001) == "Must have at most 1000 elements."
    assert error(kind, field, {}) == "Must be a list."
    assert error(kind, field, None) == "Must not be null."


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
    assert create(kind)[snake(kind, field)] is default
    assert create(kind, **{field: not default})[snake(kind, field)] is not default
    assert error(kind, field, 1) == "Must be true or false."
    assert error(kind, field, "true") == "Must be true or false."
    assert error(kind, field, None) == "Must not be null."
