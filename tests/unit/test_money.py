"""Rounding and sharing out of amounts."""

from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.money import MONEY_MAX, QUANTITY_MAX, ZERO, micro, paisa, rupee, share_out

amounts = st.decimals(0, 1_000_000, places=2)


def share_texts(amount: str, *weights: str) -> list[str]:
    return [str(share) for share in share_out(Decimal(amount), [Decimal(weight) for weight in weights])]


@pytest.mark.parametrize(
    ("amount", "rounded"),
    [
        ("0.005", "0.01"),
        ("0.0049999", "0.00"),
        ("2.675", "2.68"),
        ("-0.005", "-0.01"),
        ("-2.674", "-2.67"),
        ("7", "7.00"),
    ],
)
def test_half_a_paisa_is_rounded_away_from_zero(amount: str, rounded: str) -> None:
    assert str(paisa(Decimal(amount))) == rounded


@pytest.mark.parametrize(
    ("amount", "rounded"), [("0.5", "1"), ("0.49", "0"), ("-0.5", "-1"), ("104.99", "105")]
)
def test_half_a_rupee_is_rounded_away_from_zero(amount: str, rounded: str) -> None:
    assert str(rupee(Decimal(amount))) == rounded


def test_quantities_and_rates_keep_six_places() -> None:
    assert str(micro(Decimal("1.0000005"))) == "1.000001"
    assert str(micro(Decimal("1.00000049"))) == "1.000000"


@pytest.mark.parametrize("rounding", [paisa, micro, rupee])
def test_nothing_rounds_to_a_negative_zero(rounding: object) -> None:
    assert callable(rounding)
    assert not rounding(Decimal("-0.0000001")).is_signed()


def test_an_amount_with_more_digits_than_the_usual_28_is_rounded_all_the_same() -> None:
    assert str(paisa(Decimal("1" * 30 + ".125"))) == "1" * 30 + ".13"


def test_the_largest_amounts_and_quantities_survive_a_64_bit_float() -> None:
    for bound in (MONEY_MAX, QUANTITY_MAX):
        assert Decimal(repr(float(bound))) == bound


def test_the_paisa_left_over_goes_to_the_share_that_lost_most() -> None:
    # 10.00 by 1 : 2 : 4 is 1.428571.., 2.857142.., 5.714285..;
    # cut, 1.42 + 2.85 + 5.71 = 9.98, so two paise are left.
    assert share_texts("10.00", "1.00", "2.00", "4.00") == ["1.43", "2.86", "5.71"]


def test_of_equal_losses_the_earlier_share_takes_the_paisa() -> None:
    assert share_texts("10.00", "100.00", "100.00", "100.00") == ["3.34", "3.33", "3.33"]
    assert share_texts("0.02", "1.00", "1.00", "1.00") == ["0.01", "0.01", "0.00"]


def test_a_weight_of_nothing_takes_no_share() -> None:
    assert share_texts("5.00", "0.00", "3.00", "0.00") == ["0.00", "5.00", "0.00"]


def test_nothing_is_shared_out_as_nothing() -> None:
    assert share_texts("0.00", "0.00", "0.00") == ["0.00", "0.00"]
    assert share_texts("0.00", "3.00") == ["0.00"]
    assert share_texts("0.00") == []


def test_something_cannot_be_shared_out_over_nothing() -> None:
    with pytest.raises(ValueError, match="weights of 0"):
        share_out(Decimal("0.01"), [ZERO])


@given(amounts, st.lists(amounts, min_size=1, max_size=20))
def test_shares_add_up_and_lie_within_a_paisa_of_the_exact_ones(
    amount: Decimal, weights: list[Decimal]
) -> None:
    assume(sum(weights) > 0)
    shares = share_out(amount, weights)
    assert sum(shares) == amount
    for share, weight in zip(shares, weights, strict=True):
        assert share >= 0
        assert abs(share * sum(weights) - amount * weight) < Decimal("0.01") * sum(weights)


@given(st.lists(amounts, min_size=1, max_size=20), st.data())
def test_no_share_is_more_than_its_weight_when_the_amount_is_not(
    weights: list[Decimal], data: st.DataObject
) -> None:
    amount = data.draw(st.decimals(0, sum(weights), places=2))
    for share, weight in zip(share_out(amount, weights), weights, strict=True):
        assert share <= weight
