"""Strict fields: what each takes, what it makes of it, and what it says when it refuses."""

from datetime import date
from decimal import Decimal

import pytest

from app.errors import Invalid
from app.schemas.body import Body
from app.schemas.compound import Address, Json, Rows
from app.schemas.fields import (
    AnyLongText,
    AnyText,
    Choice,
    CurrencyCode,
    Day,
    Flag,
    Key,
    PriceInclusive,
    Text,
)
from app.schemas.numbers import (
    AnyWhole,
    ExchangeRate,
    Money,
    Number,
    Percent,
    Price,
    Quantity,
    Whole,
)

HUGE = pytest.param(10**5000, id="10^5000")
DIGITS = pytest.param("9" * 5000, id="5000 digits")
NOT_SCALARS = [[], {}, [1], {"a": 1}]


def read(field, value):
    return Body.from_dict({"field_name": field})().create({"fieldName": value})["field_name"]


def refusal(field, value):
    with pytest.raises(Invalid) as refused:
        read(field, value)
    ((name, message),) = refused.value.details
    assert name.partition(".")[0] == "fieldName"
    return message


# Text


def test_text_is_kept_as_sent():
    assert read(Text(), "  Åsa & Søn \n") == "  Åsa & Søn \n"


@pytest.mark.parametrize("value", [5, 2.5, True, *NOT_SCALARS])
def test_typed_text_takes_nothing_but_text(value):
    assert refusal(Text(), value) == "Must be text."


def test_typed_text_refuses_null():
    assert refusal(Text(), None) == "Must not be null."


@pytest.mark.parametrize("value", ["a\0b", "\0", "\ud800", "x\udfff"])
@pytest.mark.parametrize("field", [Text, AnyText, AnyLongText, Key])
def test_text_that_the_database_cannot_hold_is_refused(field, value):
    assert refusal(field(), value) == "Must not contain NUL or unpaired surrogate characters."


def test_emoji_and_combining_characters_are_text():
    assert read(Text(), "नमस्ते 🧾 e\u0301") == "नमस्ते 🧾 e\u0301"


@pytest.mark.parametrize("value", ["", " ", "\t\n", "\u00a0\u2003", "\x1c\x85"])
def test_text_with_a_least_length_may_not_be_blank(value):
    assert refusal(Text(min=1), value) == "Must not be blank."


def test_text_without_a_least_length_may_be_empty():
    assert read(Text(max=20), "") == ""


def test_length_counts_characters_and_not_bytes():
    assert read(Text(min=1, max=3), "₹₹₹") == "₹₹₹"
    assert refusal(Text(min=1, max=3), "₹₹₹₹") == "Must be 1 to 3 characters long."


def test_one_line_text_has_255_characters_at_most_where_nothing_else_is_said():
    assert len(read(Text(), "x" * 255)) == 255
    assert refusal(Text(), "x" * 256) == "Must be at most 255 characters long."


def test_long_text_has_10_000_characters_at_most():
    assert len(read(AnyLongText(), "x" * 10_000)) == 10_000
    assert refusal(AnyLongText(), "x" * 10_001) == "Must be at most 10000 characters long."


# Text of type any


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (5, "5"),
        (-7, "-7"),
        (2.50, "2.5"),
        (5.0, "5"),
        (1e22, "1e+22"),
        ("2.50", "2.50"),
        ("", ""),
        (None, None),
    ],
)
def test_any_text_stores_a_scalar_as_its_shortest_text(value, text):
    assert read(AnyText(), value) == text


@pytest.mark.parametrize("value", [*NOT_SCALARS, float("nan"), float("inf"), HUGE])
def test_any_text_refuses_what_is_no_json_scalar(value):
    assert refusal(AnyText(), value) == "Must be text, a number, a boolean or null."


def test_any_text_left_out_is_null():
    assert Body.from_dict({"notes": AnyText()})().create({}) == {"notes": None}


def test_a_required_any_field_may_be_null_but_not_absent():
    body = Body.from_dict({"role_label": AnyText(required=True)})()
    assert body.create({"roleLabel": None}) == {"role_label": None}
    with pytest.raises(Invalid) as refused:
        body.create({})
    assert refused.value.details == (("roleLabel", "This field is required."),)


def test_a_key_is_null_or_not_blank():
    assert read(Key(), None) is None
    assert refusal(Key(), "") == "Must not be blank."


def test_a_key_longer_than_any_id_and_a_number_are_left_to_the_lookup():
    assert read(Key(), "x" * 200) == "x" * 200
    assert read(Key(), 17) == "17"


# Words


def test_a_currency_code_is_stored_in_capitals():
    assert read(CurrencyCode(), "inr") == "INR"


@pytest.mark.parametrize("value", ["IN", "INRS", "IN1", "I R", "IN\n", "INR\n", "ıNR", "ſeK", "ßA", "रुप"])
def test_a_currency_code_is_exactly_three_ascii_letters(value):
    assert refusal(CurrencyCode(), value) in {
        "Must be three letters.",
        "Must be exactly 3 characters long.",
    }


def test_a_choice_names_the_words_it_takes():
    assert read(Choice("DRAFT", "SENT"), "SENT") == "SENT"
    assert refusal(Choice("DRAFT", "SENT"), "PAID") == "Must be one of: DRAFT, SENT."


@pytest.mark.parametrize("value", ["draft", "DRAFT ", ""])
def test_a_choice_is_spelled_exactly(value):
    assert refusal(Choice("DRAFT", "SENT"), value) == "Must be one of: DRAFT, SENT."


@pytest.mark.parametrize("value", [1, True, *NOT_SCALARS])
def test_a_choice_is_text(value):
    assert refusal(Choice("DRAFT", "SENT"), value) == "Must be text."


@pytest.mark.parametrize(
    ("value", "stored"),
    [("inherit", "inherit"), ("true", "true"), ("false", "false"), (True, "true"), (False, "false")],
)
def test_price_inclusive_takes_its_words_and_booleans(value, stored):
    assert read(PriceInclusive(), value) == stored


@pytest.mark.parametrize("value", [1, 0, "True", "yes", None, []])
def test_price_inclusive_takes_nothing_else(value):
    assert refusal(PriceInclusive(), value)


# Numbers


@pytest.mark.parametrize("field", [Money, Quantity, Price, Percent, ExchangeRate])
@pytest.mark.parametrize("value", ["5", "", True, False, "NaN", "1e400", *NOT_SCALARS])
def test_a_number_is_a_json_number(field, value):
    assert refusal(field(), value) == "Must be a number."


@pytest.mark.parametrize("field", [Money, Quantity, Price, Percent, ExchangeRate])
@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_number_is_finite(field, value):
    assert refusal(field(), value) == "Must be a number."


@pytest.mark.parametrize(
    ("value", "amount"),
    [
        (1.005, "1.01"),
        (2.675, "2.68"),
        (-1.005, "-1.01"),
        (0.1, "0.10"),
        (7, "7.00"),
        (1e-9, "0.00"),
        (1234567890123.45, "1234567890123.45"),
        (9999999999999.99, "9999999999999.99"),
    ],
)
def test_money_is_what_was_written_rounded_half_away_from_zero(value, amount):
    assert str(read(Money(), value)) == amount


@pytest.mark.parametrize("value", [0.0, -0.0, -0.001])
def test_money_is_never_a_negative_zero(value):
    assert str(read(Money(), value)) == "0.00"


@pytest.mark.parametrize("value", [10**13, 9999999999999.996, 1e300, HUGE])
def test_money_has_13_digits_before_the_point(value):
    assert refusal(Money(), value) == "Must be at most 9999999999999.99."
    assert refusal(Money(), -value) == "Must be at least -9999999999999.99."


@pytest.mark.parametrize("value", [-1, -0.01, -0.001, -1e-300])
def test_a_least_amount_holds_for_what_was_sent(value):
    assert refusal(Money(min=0), value) == "Must be at least 0."


@pytest.mark.parametrize("value", [0, -0.0, -5, 0.001])
def test_an_amount_above_0_is_above_0_also_once_rounded(value):
    assert refusal(Money(above=0), value) == "Must be more than 0."


def test_quantities_keep_six_places():
    assert read(Quantity(), 1.2345675) == Decimal("1.234568")
    assert read(Quantity(), 0.000001) == Decimal("0.000001")


@pytest.mark.parametrize("field", [Quantity, ExchangeRate])
def test_quantities_and_rates_of_exchange_have_9_digits_before_the_point(field):
    assert read(field(), 999999999.5) == Decimal("999999999.5")
    assert refusal(field(), 10**9) == "Must be at most 999999999.999999."


def test_a_price_has_13_digits_before_the_point_and_six_places():
    assert read(Price(), 1500000000000) == Decimal("1500000000000")
    assert read(Price(), 0.123456) == Decimal("0.123456")
    assert refusal(Price(), 10**13) == "Must be at most 9999999999999.999999."
    assert refusal(Price(), -0.5) == "Must be at least 0."


@pytest.mark.parametrize("value", [0, -1, 1e-7])
def test_a_rate_of_exchange_is_above_0(value):
    assert refusal(ExchangeRate(), value) == "Must be more than 0."


def test_a_percent_runs_from_0_to_100():
    assert [read(Percent(), value) for value in (0, 100, 0.25)] == [0, 100, Decimal("0.25")]
    assert refusal(Percent(), 100.0000001) == "Must be at most 100."
    assert refusal(Percent(), -0.1) == "Must be at least 0."


def test_a_number_reads_a_float_as_its_shortest_text():
    assert read(Number(), 0.1) == Decimal("0.1")


# Whole numbers


@pytest.mark.parametrize(("value", "number"), [(1, 1), (1.0, 1), (-3, -3), (1e3, 1000)])
def test_a_whole_number_may_be_written_with_a_point(value, number):
    stored = read(Whole(), value)
    assert (stored, type(stored)) == (number, int)


@pytest.mark.parametrize("value", [1.9, "1", "", True, float("nan"), float("inf"), *NOT_SCALARS])
def test_a_whole_number_is_a_number_without_fraction(value):
    assert refusal(Whole(), value) == "Must be a whole number."


def test_a_whole_number_keeps_its_bounds():
    assert [read(Whole(min=0, max=365), value) for value in (0, 365)] == [0, 365]
    assert refusal(Whole(min=0, max=365), -1) == "Must be at least 0."
    assert refusal(Whole(min=0, max=365), 366) == "Must be at most 365."


@pytest.mark.parametrize("value", [2**53, -(2**53), 2**63, 1e300, HUGE])
def test_a_whole_number_without_bounds_is_one_that_a_double_holds(value):
    assert refusal(Whole(), value).endswith("9007199254740991.")


@pytest.mark.parametrize(("value", "number"), [("7", 7), (7, 7), (7.0, 7), ("-2", -2), (None, None)])
def test_any_whole_number_takes_its_text_and_null(value, number):
    assert read(AnyWhole(), value) == number


@pytest.mark.parametrize("value", ["", " 7", "7.0", "1_0", "٧", "7\n", "seven", True, 1.5, DIGITS, []])
def test_any_whole_number_takes_no_other_text(value):
    assert refusal(AnyWhole(), value) == "Must be a whole number or null."


def test_the_text_of_a_whole_number_keeps_the_bounds():
    assert refusal(AnyWhole(min=0, max=45), "46") == "Must be at most 45."


# Booleans


def test_a_flag_is_a_json_boolean():
    assert [read(Flag(), value) for value in (True, False)] == [True, False]


@pytest.mark.parametrize("value", [1, 0, "true", "", 1.0, *NOT_SCALARS])
def test_a_flag_is_nothing_that_resembles_a_boolean(value):
    assert refusal(Flag(), value) == "Must be true or false."


def test_a_flag_refuses_null():
    assert refusal(Flag(), None) == "Must not be null."


# Days


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2026-04-01", date(2026, 4, 1)),
        ("2024-02-29", date(2024, 2, 29)),
        ("1900-01-01", date(1900, 1, 1)),
        ("2999-12-31", date(2999, 12, 31)),
        ("2026-04-01T00:00:00Z", date(2026, 4, 1)),
        ("2026-04-01T00:00:00.123456Z", date(2026, 4, 1)),
        ("2026-04-01T00:00:00.123456789Z", date(2026, 4, 1)),
        ("2026-04-01T23:59", date(2026, 4, 1)),
        ("2026-04-01T02:00:00+05:30", date(2026, 3, 31)),
        ("2026-03-31T20:00:00-05:30", date(2026, 4, 1)),
    ],
)
def test_a_day_is_a_date_or_a_timestamp_cut_to_its_utc_date(value, day):
    stored = read(Day(), value)
    assert (stored, type(stored)) == (day, date)


@pytest.mark.parametrize(
    "value",
    [
        "2026-02-30",
        "2023-02-29",
        "2026-13-01",
        "2026-00-10",
        "0000-01-01",
        "1899-12-31",
        "3000-01-01",
        "10000-01-01",
        "20260101",
        "2026-W01-1",
        "2026-001",
        "26-01-01",
        "2026-1-1",
        "01/04/2026",
        "infinity",
        "-infinity",
        "today",
        "",
        " 2026-04-01",
        "2026-04-01\n",
        "२०२६-०४-०१",
        "2026-04-01T",
        "2026-04-01 10:00:00Z",
        "2026-04-01T25:00:00Z",
        "2026-04-01T10:61:00Z",
        "2026-04-01T10:00:00+99:99",
        "2026-04-01T10:00:00+24:00",
        "2026-04-01T10:00:00+0530",
        "1900-01-01T00:00:00+05:30",
        "2999-12-31T23:00:00-05:30",
        20260401,
        1775001600.0,
        True,
        [],
        {},
    ],
)
def test_a_day_is_nothing_else(value):
    assert refusal(Day(), value) == "Must be a calendar date from 1900 to 2999, as YYYY-MM-DD."


def test_a_day_that_may_be_left_out_may_be_null():
    assert read(Day(load_default=None), None) is None
    assert refusal(Day(required=True), None) == "Must not be null."


# Lists, addresses, JSON


def test_a_list_has_1_000_elements_at_most():
    assert len(read(Rows(Text()), ["x"] * 1_000)) == 1_000
    assert refusal(Rows(Text()), ["x"] * 1_001) == "Must have at most 1000 elements."


@pytest.mark.parametrize("value", [{}, "x", 1, True, {"0": "x"}])
def test_a_list_is_a_list(value):
    assert refusal(Rows(Text()), value) == "Must be a list."


def test_every_bad_element_of_a_list_is_named_by_its_place():
    with pytest.raises(Invalid) as refused:
        read(Rows(Text()), ["x", 1, "y", None])
    assert refused.value.details == (
        ("fieldName.1", "Must be text."),
        ("fieldName.3", "Must not be null."),
    )


def test_an_address_keeps_its_known_keys_as_sent():
    sent = {"line1": "4 MG Road", "stateCode": "KA", "pincode": "560001", "planet": "Earth", "city": None}
    assert read(Address(), sent) == {
        "line1": "4 MG Road",
        "city": None,
        "stateCode": "KA",
        "pincode": "560001",
    }


def test_an_address_may_be_null_or_empty():
    assert read(Address(), None) is None
    assert read(Address(), {}) == {}


@pytest.mark.parametrize(
    ("key", "most"),
    [("line1", 255), ("line2", 255), ("city", 100), ("state", 100), ("pincode", 10), ("country", 100)],
)
def test_an_address_keeps_its_bounds(key, most):
    assert read(Address(), {key: "x" * most}) == {key: "x" * most}
    assert refusal(Address(), {key: "x" * (most + 1)}) == f"Must be at most {most} characters long."


@pytest.mark.parametrize("value", ["M", "MAH"])
def test_a_state_code_of_an_address_has_exactly_2_characters(value):
    assert refusal(Address(), {"stateCode": value}) == "Must be exactly 2 characters long."


@pytest.mark.parametrize("value", [[], "4 MG Road", 1, True])
def test_an_address_is_an_object(value):
    assert refusal(Address(), value) == "Must be an object."


@pytest.mark.parametrize("value", ["x", 1, 2.5, True, [1, [2]], {"name": "Size", "values": ["S", None]}])
def test_json_is_kept_as_it_came(value):
    assert read(Json(), value) == value


@pytest.mark.parametrize(
    "value",
    ["\0", {"a": "\ud800"}, {"\0": 1}, [float("nan")], [float("inf")], 2**53, [[[[[[[[[1]]]]]]]]]],
)
def test_json_is_storable_and_not_too_deep(value):
    assert refusal(Json(), value).startswith("Must be at most 8 levels deep")


# The body as a whole


def test_every_error_of_a_body_is_reported():
    body = Body.from_dict(
        {"display_name": Text(min=1), "opening_balance": Money(min=0), "is_active": Flag()}
    )()
    with pytest.raises(Invalid) as refused:
        body.create({"displayName": " ", "openingBalance": -1, "isActive": 1})
    assert [field for field, _ in refused.value.details] == ["displayName", "openingBalance", "isActive"]


def test_at_most_100_errors_are_reported():
    with pytest.raises(Invalid) as refused:
        read(Rows(Text()), [1] * 1_000)
    assert len(refused.value.details) == 100


def test_unknown_fields_are_ignored_and_snake_case_is_not_a_name_on_the_wire():
    body = Body.from_dict({"display_name": Text(load_default="none")})()
    assert body.create({"display_name": "x", "id": "cus_1", "status": 5}) == {"display_name": "none"}


def test_a_change_holds_only_what_was_sent():
    body = Body.from_dict(
        {"name": Text(required=True), "notes": AnyText(), "is_active": Flag(load_default=True)}
    )()
    assert body.change({"name": "x"}) == {"name": "x"}
    assert body.change({"name": "x", "notes": None}) == {"name": "x", "notes": None}


def test_a_change_needs_what_a_creation_needs():
    body = Body.from_dict({"name": Text(required=True), "notes": AnyText()})()
    with pytest.raises(Invalid) as refused:
        body.change({"notes": "x"})
    assert refused.value.details == (("name", "This field is required."),)


@pytest.mark.parametrize("value", [None, [], "x", 1, True])
def test_a_body_that_is_no_object_is_refused(value):
    with pytest.raises(Invalid) as refused:
        Body.from_dict({"name": Text()})().change(value)
    assert refused.value.details == (("body", "Must be an object."),)
