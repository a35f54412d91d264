"""Strict fields of text, words, booleans and days: what each takes, makes of it, and says when it refuses."""

import json
from datetime import date

import pytest

from app.errors import Invalid
from app.schemas.body import BodySchema
from app.schemas.fields import (
    AnyLongText,
    AnyText,
    Choice,
    CurrencyCode,
    PriceInclusive,
    RelatedId,
    StrictBoolean,
    StrictDate,
    Text,
)
from tests.unit.field_reading import NOT_SCALARS, read, refusal

# Text


def test_text_is_kept_as_sent():
    assert read(Text(), "  Åsa & Søn \n") == "  Åsa & Søn \n"


@pytest.mark.parametrize("value", [5, 2.5, True, *NOT_SCALARS])
def test_typed_text_takes_nothing_but_text(value):
    assert refusal(Text(), value) == "Must be text."


def test_typed_text_refuses_null():
    assert refusal(Text(), None) == "Must not be null."


@pytest.mark.parametrize("value", ["a\0b", "\0", "\ud800", "x\udfff"])
@pytest.mark.parametrize("field", [Text, AnyText, AnyLongText, RelatedId])
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
        (1e18, "1e+18"),
        (2**63 - 1, "9223372036854775807"),
        ("2.50", "2.50"),
        ("", ""),
        (None, None),
    ],
)
def test_any_text_stores_a_scalar_as_its_shortest_text(value, text):
    assert read(AnyText(), value) == text


@pytest.mark.parametrize("value", [*NOT_SCALARS, float("nan"), float("inf")])
def test_any_text_refuses_what_is_no_json_scalar(value):
    assert refusal(AnyText(), value) == "Must be text, a number, a boolean or null."


@pytest.mark.parametrize("digits", [str(2**63), "-98765432109876543210", "1e22", "1e308", "9" * 4_000])
def test_any_text_refuses_a_number_that_has_lost_digits(digits):
    # orjson reads the longer ones as floats, the standard library as integers.
    assert refusal(AnyText(), json.loads(digits)) == "Has more digits than a number keeps; send it as text."


def test_any_text_left_out_is_null():
    assert BodySchema.from_dict({"notes": AnyText()})().create({}) == {"notes": None}


def test_a_required_any_field_may_be_null_but_not_absent():
    body = BodySchema.from_dict({"role_label": AnyText(required=True)})()
    assert body.create({"roleLabel": None}) == {"role_label": None}
    with pytest.raises(Invalid) as refused:
        body.create({})
    assert refused.value.details == (("roleLabel", "This field is required."),)


def test_a_key_is_null_or_not_blank():
    assert read(RelatedId(), None) is None
    assert refusal(RelatedId(), "") == "Must not be blank."


def test_a_key_longer_than_any_id_and_a_number_are_left_to_the_lookup():
    assert read(RelatedId(), "x" * 200) == "x" * 200
    assert read(RelatedId(), 17) == "17"


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


# Booleans


def test_a_flag_is_a_json_boolean():
    assert [read(StrictBoolean(), value) for value in (True, False)] == [True, False]


@pytest.mark.parametrize("value", [1, 0, "true", "", 1.0, *NOT_SCALARS])
def test_a_flag_is_nothing_that_resembles_a_boolean(value):
    assert refusal(StrictBoolean(), value) == "Must be true or false."


def test_a_flag_refuses_null():
    assert refusal(StrictBoolean(), None) == "Must not be null."


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
    stored = read(StrictDate(), value)
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
    assert refusal(StrictDate(), value) == "Must be a calendar date from 1900 to 2999, as YYYY-MM-DD."


def test_a_day_that_may_be_left_out_may_be_null():
    assert read(StrictDate(load_default=None), None) is None
    assert refusal(StrictDate(required=True), None) == "Must not be null."
