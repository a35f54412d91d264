"""Amounts in figures and in words."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.money import group_digits, group_quantity, trim_zeros
from app.printing.content.amounts import cardinal, format_price, in_words, symbol

PAISE = st.integers(0, 10**15 - 1)


@pytest.mark.parametrize(
    ("amount", "rupees", "dollars"),
    [
        ("0", "0.00", "0.00"),
        ("0.05", "0.05", "0.05"),
        ("999.9", "999.90", "999.90"),
        ("1000", "1,000.00", "1,000.00"),
        ("99999.99", "99,999.99", "99,999.99"),
        ("100000", "1,00,000.00", "100,000.00"),
        ("12345678.90", "1,23,45,678.90", "12,345,678.90"),
        ("9999999999999.99", "99,99,99,99,99,999.99", "9,999,999,999,999.99"),
        ("-0.50", "-0.50", "-0.50"),
        ("-123456.78", "-1,23,456.78", "-123,456.78"),
    ],
)
def test_rupees_are_grouped_by_lakhs_and_others_by_thousands(amount: str, rupees: str, dollars: str) -> None:
    assert (group_digits(Decimal(amount)), group_digits(Decimal(amount), "USD")) == (rupees, dollars)


@given(PAISE, st.booleans(), st.sampled_from(["INR", "USD"]))
def test_without_its_commas_a_grouped_amount_is_the_amount(paise: int, negative: bool, code: str) -> None:
    amount = Decimal(-paise if negative else paise).scaleb(-2)
    text = group_digits(amount, code)
    assert Decimal(text.replace(",", "")) == amount


@given(PAISE)
def test_groups_are_of_two_digits_but_the_last_which_has_three(paise: int) -> None:
    first, *groups = group_digits(Decimal(paise).scaleb(-2)).partition(".")[0].split(",")
    assert 1 <= len(first) <= (2 if groups else 3)
    assert [len(group) for group in groups] == [2] * (len(groups) - 1) + [3] * bool(groups)


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("0", "Rupees Zero Only"),
        ("1", "Rupees One Only"),
        ("0.05", "Rupees Zero and Five Paise Only"),
        ("20.20", "Rupees Twenty and Twenty Paise Only"),
        ("110", "Rupees One Hundred Ten Only"),
        ("100000", "Rupees One Lakh Only"),
        (
            "123456.78",
            "Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only",
        ),
        ("10000000", "Rupees One Crore Only"),
        ("10000001.01", "Rupees One Crore One and One Paisa Only"),
        ("10000000000", "Rupees One Thousand Crore Only"),
        (
            "9999999999999.99",
            "Rupees Nine Lakh Ninety-Nine Thousand Nine Hundred Ninety-Nine Crore Ninety-Nine Lakh "
            "Ninety-Nine Thousand Nine Hundred Ninety-Nine and Ninety-Nine Paise Only",
        ),
    ],
)
def test_rupees_in_words(amount: str, words: str) -> None:
    assert in_words(Decimal(amount)) == words


@pytest.mark.parametrize(
    ("amount", "code", "words"),
    [
        ("1234567.08", "USD", "US Dollars One Million Two Hundred Thirty-Four Thousand Five Hundred Sixty-Seven "
         "and Eight Cents Only"),
        ("12.00", "JPY", "Japanese Yen Twelve Only"),
        ("12.50", "JPY", "Japanese Yen Twelve and 50/100 Only"),
        ("12.05", "KWD", "Kuwaiti Dinars Twelve and Fifty Fils Only"),
        ("12.05", "XAU", "XAU Twelve and 05/100 Only"),
    ],
)  # fmt: skip
def test_other_currencies_go_by_their_own_names(amount: str, code: str, words: str) -> None:
    assert in_words(Decimal(amount), code) == words


SIZES = {"Hundred": 100, "Thousand": 1000, "Lakh": 10**5, "Crore": 10**7}
SMALL = {cardinal(number): number for number in range(100)}


def number_of(words: str) -> int:
    """Words read back, from the largest size to the smallest."""
    for size in reversed(SIZES):
        if f" {size}" in f" {words}":
            head, _, tail = words.rpartition(size)
            return number_of(head.strip()) * SIZES[size] + (number_of(tail.strip()) if tail.strip() else 0)
    return SMALL[words]


@given(st.integers(0, 10**13 - 1))
def test_words_read_back_are_the_number(number: int) -> None:
    assert number_of(cardinal(number)) == number


@pytest.mark.parametrize(
    ("number", "text"), [("2.500000", "2.5"), ("100.000000", "100"), ("100", "100"), ("0.000001", "0.000001")]
)
def test_quantities_have_no_zeros_that_say_nothing(number: str, text: str) -> None:
    assert trim_zeros(Decimal(number)) == text


@pytest.mark.parametrize(
    ("rate", "text"),
    [
        ("1250", "1,250.00"),
        ("82.6446", "82.6446"),
        ("123456.5", "1,23,456.50"),
        ("123456.125", "1,23,456.125"),
    ],
)
def test_prices_have_two_places_or_as_many_as_they_need(rate: str, text: str) -> None:
    assert format_price(Decimal(rate)) == text


def test_a_currency_without_a_sign_goes_by_its_code() -> None:
    assert [symbol(code) for code in ("INR", "USD", "XAU")] == ["₹", "$", "XAU"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("INR", "Rupees Zero and One Paisa Only"),
        ("USD", "US Dollars Zero and One Cent Only"),
        ("GBP", "Pounds Sterling Zero and One Penny Only"),
        ("AED", "UAE Dirhams Zero and One Fils Only"),
        ("KWD", "Kuwaiti Dinars Zero and Ten Fils Only"),
    ],
)
def test_a_single_part_is_told_in_the_singular(code: str, words: str) -> None:
    assert in_words(Decimal("0.01"), code) == words


@pytest.mark.parametrize(
    ("quantity", "rupees", "dollars"),
    [
        ("0", "0", "0"),
        ("0.500000", "0.5", "0.5"),
        ("999.25", "999.25", "999.25"),
        ("123456.500000", "1,23,456.5", "123,456.5"),
        ("999999999.999999", "99,99,99,999.999999", "999,999,999.999999"),
    ],
)
def test_quantities_are_grouped_as_amounts_are(quantity: str, rupees: str, dollars: str) -> None:
    assert (group_quantity(Decimal(quantity)), group_quantity(Decimal(quantity), "USD")) == (rupees, dollars)
