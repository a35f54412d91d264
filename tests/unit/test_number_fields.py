"""Strict fields of numbers: what each takes, how it is rounded, and its bounds."""

from decimal import Decimal

import pytest

from app.schemas.numbers import (
    AnyInteger,
    ExchangeRate,
    Money,
    Percent,
    Price,
    Quantity,
    StrictInteger,
    StrictNumber,
)
from tests.unit.field_reading import HUGE, NOT_SCALARS, read, refusal

DIGITS = pytest.param("9" * 5000, id="5000 digits")


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
    assert read(StrictNumber(), 0.1) == Decimal("0.1")


# Whole numbers


@pytest.mark.parametrize(("value", "number"), [(1, 1), (1.0, 1), (-3, -3), (1e3, 1000)])
def test_a_whole_number_may_be_written_with_a_point(value, number):
    stored = read(StrictInteger(), value)
    assert (stored, type(stored)) == (number, int)


@pytest.mark.parametrize("value", [1.9, "1", "", True, float("nan"), float("inf"), *NOT_SCALARS])
def test_a_whole_number_is_a_number_without_fraction(value):
    assert refusal(StrictInteger(), value) == "Must be a whole number."


def test_a_whole_number_keeps_its_bounds():
    assert [read(StrictInteger(min=0, max=365), value) for value in (0, 365)] == [0, 365]
    assert refusal(StrictInteger(min=0, max=365), -1) == "Must be at least 0."
    assert refusal(StrictInteger(min=0, max=365), 366) == "Must be at most 365."


@pytest.mark.parametrize("value", [2**53, -(2**53), 2**63, 1e300, HUGE])
def test_a_whole_number_without_bounds_is_one_that_a_double_holds(value):
    assert refusal(StrictInteger(), value).endswith("9007199254740991.")


@pytest.mark.parametrize(("value", "number"), [("7", 7), (7, 7), (7.0, 7), ("-2", -2), (None, None)])
def test_any_whole_number_takes_its_text_and_null(value, number):
    assert read(AnyInteger(), value) == number


@pytest.mark.parametrize("value", ["", " 7", "7.0", "1_0", "٧", "7\n", "seven", True, 1.5, DIGITS, []])
def test_any_whole_number_takes_no_other_text(value):
    assert refusal(AnyInteger(), value) == "Must be a whole number or null."


def test_the_text_of_a_whole_number_keeps_the_bounds():
    assert refusal(AnyInteger(min=0, max=45), "46") == "Must be at most 45."
