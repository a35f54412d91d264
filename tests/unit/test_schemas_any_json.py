"""Any JSON in any body: the schema makes a record of the service's own types, or refuses."""

import math
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.errors import Invalid
from app.master_data.items import ItemCoreBody
from app.schemas.fields import LONG_TEXT
from app.schemas.numbers import PRICE_MAX, SAFE_INTEGER
from tests.bodies import BODIES

FORMS = {**BODIES, "item_core": ItemCoreBody()}
WORDS = [
    *["itemId", "rate", "quantity", "amount", "invoiceId", "size", "sellingPrice", "stateCode", "line1"],
    *["width", "height", "documentDiscount", "documentDiscountIsPercent", "adjustmentLabel", "expenseNumber"],
]
DANGEROUS = st.sampled_from(
    [
        *["\0", "\ud800", "a\udfffb", "", " ", "infinity", "NaN", "20260101", "2026-02-30", "2026-04-01"],
        *["0000-01-01T00:00:00Z", "1900-01-01T00:00:00+23:59", "2999-12-31T23:59:59-23:59", "true", "INR"],
        *[
            "2026-04-01T00:00:00+99:99",
            "DRAFT",
            "SENT",
            "GOODS",
            "BANK",
            "{0.__class__}",
            "{",
            "}",
            "1" * 300,
        ],
        *[math.nan, math.inf, -math.inf, -0.0, 1e-320, 1e308, 2**53, -(2**63), 2**64, 1.9, 1.0, 99, 0.005],
        *[9999999999999.996, 999999999.9999996, 100.00000001],
    ]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=20)
    | DANGEROUS
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=20,
)
# What the bodies need to be valid but for what is drawn over it.
GOOD = {
    **dict.fromkeys(["displayName", "name", "accountName", "category", "symbol", "bankName"], "Asha"),
    **dict.fromkeys(["customerId", "accountNumber", "ifscCode"], "x1"),
    **dict.fromkeys(["email", "phone", "roleLabel", "leadTimeDays", "msmeType", "udyamNumber"]),
    **dict.fromkeys(["expenseDate", "invoiceDate", "paymentDate"], "2026-04-01"),
    **dict.fromkeys(["amount", "exchangeRate", "ratePercent", "days"], 30),
    "msmeAgreedCreditDays": None,
    "code": "USD",
    "docType": "INVOICE",
    "accountType": "CASH",
    "lines": [{"itemId": "itm_1", "quantity": 1}],
}
TYPES = {"price_lists": "SELLING", "items": "GOODS", "item_core": "GOODS"}


def good(kind):
    names = {field.data_key for field in FORMS[kind].fields.values()}
    body = {name: value for name, value in GOOD.items() if name in names}
    return {**body, "type": TYPES[kind]} if kind in TYPES else body


def overlaid(kind):
    """Good bodies with any JSON in some of their fields, so that the rest of the way is walked too."""
    names = sorted(field.data_key for field in FORMS[kind].fields.values())
    changes = st.dictionaries(st.sampled_from([*names, *WORDS]), JSON, max_size=3)
    return changes.map(lambda change: {**good(kind), **change})


def assert_sound(value):
    """Check that a value is of a type the database takes, finite, within bounds, storable."""
    match value:
        case dict():
            for key, inner in value.items():
                assert_sound(key)
                assert_sound(inner)
        case list():
            for inner in value:
                assert_sound(inner)
        case str():
            assert "\0" not in value
            assert value.encode("utf-8") is not None
            assert len(value) <= LONG_TEXT
        case Decimal():
            assert value.is_finite()
            assert abs(value) <= PRICE_MAX
            assert value.as_tuple().exponent >= -6
            assert value or not value.is_signed()
        case float():
            assert math.isfinite(value)
        case int():
            assert abs(value) <= SAFE_INTEGER
        case date():
            assert 1900 <= value.year <= 2999
        case _:
            assert value is None


def assert_answered(kind, body):
    for read in (FORMS[kind].create, FORMS[kind].change):
        try:
            loaded = read(body)
        except Invalid as refused:
            assert 1 <= len(refused.details) <= 100
            for field, message in refused.details:
                assert field
                assert message[0].isupper()
                assert message.endswith((".", "?"))
        else:
            for name, value in loaded.items():
                assert name in FORMS[kind].fields
                # Only what is kept as JSON may hold floats.
                assert name == "axes" or not isinstance(value, float)
                assert_sound(value)


@pytest.mark.parametrize("kind", FORMS)
def test_the_good_body_is_good(kind):
    assert FORMS[kind].create(good(kind))


# Fifteen bodies share the examples of about four tests.
@pytest.mark.slow
@pytest.mark.parametrize("kind", FORMS)
@settings(max_examples=settings().max_examples // 4)
@given(data=st.data())
def test_any_json_in_a_good_body_is_read_soundly_or_refused(kind, data):
    assert_answered(kind, data.draw(overlaid(kind)))


@given(kind=st.sampled_from(sorted(FORMS)), body=JSON)
@example(kind="invoices", body={"lines": [{}] * 20_000})
@example(kind="items", body={"name": "x", "axes": [[[[[[[[[[]]]]]]]]]]})
@example(kind="customers", body={str(number): number for number in range(20_000)})
@example(kind="customers", body={"displayName": "x", "openingBalance": 10**5000, "notes": 10**5000})
def test_any_json_at_all_is_read_soundly_or_refused(kind, body):
    assert_answered(kind, body)
