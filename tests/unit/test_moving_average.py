"""Valuation at the moving average: figures worked out by hand, and what holds of every history."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.stock.moving_average import Position, Valued, issue, receive, take_back

EMPTY = Position()


def position(quantity: str, value: str, average: str) -> Position:
    return Position(Decimal(quantity), Decimal(value), Decimal(average))


def receipt(before: Position, quantity: str, unit_cost: str, total: str | None = None) -> Valued:
    return receive(before, Decimal(quantity), Decimal(unit_cost), None if total is None else Decimal(total))


def sale(before: Position, quantity: str) -> Valued:
    return issue(before, Decimal(quantity))


def costs(valued: Valued) -> tuple[Decimal, Decimal]:
    return valued.unit_cost, valued.total_cost


# Figures by hand


def test_a_first_receipt_sets_quantity_value_and_average() -> None:
    valued = receipt(EMPTY, "10", "12.50")
    assert valued.after == position("10", "125", "12.50")
    assert costs(valued) == (Decimal("12.50"), Decimal("125.00"))


def test_a_receipt_averages_with_what_is_there() -> None:
    # (100 + 10 x 16) / 20 = 13.
    assert receipt(position("10", "100", "10"), "10", "16").after == position("20", "260", "13")


def test_the_average_keeps_six_places_half_away_from_zero() -> None:
    # (10 + 10) / 3 = 6.6666666..
    assert receipt(position("1", "10", "10"), "2", "5").after == position("3", "20", "6.666667")
    # (0.01 + 0) / 0.008 = 1.25 exactly; 0.01 / 6.4 = 0.0015625, half of the last place.
    assert receipt(position("0.4", "0.01", "0.025"), "6", "0").after.average_cost == Decimal("0.001563")


def test_an_issue_leaves_at_the_average_and_does_not_move_it() -> None:
    valued = sale(position("20", "260", "13"), "5")
    assert costs(valued) == (Decimal(13), Decimal("65.00"))
    assert valued.after == position("15", "195", "13")


def test_the_cost_of_an_issue_is_rounded_to_the_paisa() -> None:
    # 2 x 6.666667 = 13.333334.
    valued = sale(position("3", "20", "6.666667"), "2")
    assert costs(valued) == (Decimal("6.666667"), Decimal("13.33"))
    assert valued.after == position("1", "6.67", "6.666667")


def test_the_last_issue_takes_all_of_the_value_along() -> None:
    # 3 x 3.333333 would be 10.00 by luck; of three single ones the last costs 3.34.
    after_two = sale(sale(position("3", "10", "3.333333"), "1").after, "1").after
    assert after_two == position("1", "3.34", "3.333333")
    last = sale(after_two, "1")
    assert costs(last) == (Decimal("3.333333"), Decimal("3.34"))
    assert last.after == position("0", "0", "3.333333")


def test_an_emptied_position_keeps_its_last_average_for_what_leaves_next() -> None:
    valued = sale(position("0", "0", "3.5"), "2")
    assert costs(valued) == (Decimal("3.5"), Decimal("7.00"))
    assert valued.after == position("-2", "-7", "3.5")


def test_what_was_never_received_leaves_at_nothing() -> None:
    valued = sale(EMPTY, "2")
    assert costs(valued) == (Decimal(0), Decimal(0))
    assert valued.after == position("-2", "0", "0")


def test_an_issue_through_zero_leaves_a_shortage_at_the_average() -> None:
    valued = sale(position("3", "30", "10"), "5")
    assert costs(valued) == (Decimal(10), Decimal("50.00"))
    assert valued.after == position("-2", "-20", "10")


def test_a_receipt_into_an_empty_position_sets_its_own_cost() -> None:
    assert receipt(position("0", "0", "99"), "4", "2.5").after == position("4", "10", "2.5")


def test_a_receipt_that_covers_a_shortage_sets_its_own_cost_for_the_rest() -> None:
    # 2 short; of 5 at 12 three are left.
    assert receipt(position("-2", "-20", "10"), "5", "12").after == position("3", "36", "12")


def test_a_receipt_that_does_not_cover_the_shortage_prices_what_is_still_missing() -> None:
    assert receipt(position("-5", "-50", "10"), "2", "12").after == position("-3", "-36", "12")


def test_a_receipt_that_just_covers_the_shortage_leaves_nothing_at_its_cost() -> None:
    assert receipt(position("-5", "-50", "10"), "5", "12").after == position("0", "0", "12")


def test_what_comes_back_brings_the_total_it_left_with() -> None:
    # The last of three took 3.34 at an average of 3.333333: it comes back with 3.34.
    last = sale(position("1", "3.34", "3.333333"), "1")
    back = receive(last.after, Decimal(1), *costs(last))
    assert costs(back) == costs(last)
    assert (back.after.quantity, back.after.value) == (Decimal(1), Decimal("3.34"))


def test_a_return_after_a_dearer_purchase_is_averaged_at_its_old_cost() -> None:
    # 10 at 10; 4 leave (40); 6 more at 20: 12 worth 180, at 15. The 4 come back at 10: 16 worth 220, at 13.75.
    left = sale(position("10", "100", "10"), "4")
    bought = receipt(left.after, "6", "20").after
    assert bought == position("12", "180", "15")
    assert receipt(bought, "4", "10", "40").after == position("16", "220", "13.75")


def taken_back(before: Position, quantity: str, unit_cost: str, total: str) -> Valued:
    return take_back(before, Decimal(quantity), Decimal(unit_cost), Decimal(total))


def test_a_receipt_that_is_taken_back_leaves_with_what_it_brought() -> None:
    # 10 at 10 and 10 at 15 are 20 at 12.50; without the second they are 10 at 10 again.
    valued = taken_back(position("20", "250", "12.5"), "10", "15", "150")
    assert costs(valued) == (Decimal(15), Decimal(150))
    assert valued.after == position("10", "100", "10")


def test_what_is_left_of_a_receipt_that_is_taken_back_is_worth_nothing_at_least() -> None:
    # 10 at 5 and 10 at 15 are 20 at 10; 8 left at 10. Without the dear ones 120 less 150 would be left for 2.
    assert taken_back(position("12", "120", "10"), "10", "15", "150").after == position("2", "0", "0")


def test_a_receipt_that_was_all_there_was_leaves_an_empty_position_with_its_average() -> None:
    assert taken_back(position("10", "50", "5"), "10", "5", "50").after == position("0", "0", "5")


def test_a_receipt_that_is_taken_back_after_goods_of_it_left_leaves_a_shortage_at_the_average() -> None:
    assert taken_back(position("4", "20", "5"), "10", "5", "50").after == position("-6", "-30", "5")


# What holds of every history

quantities = st.decimals("0.000001", "99999", places=6)
unit_costs = st.decimals("0", "99999", places=6)
moves = st.lists(st.tuples(st.booleans(), quantities, unit_costs), max_size=30)


def history(given_moves: list[tuple[bool, Decimal, Decimal]]) -> list[tuple[Position, Valued, bool]]:
    at, steps = EMPTY, []
    for comes_in, quantity, unit_cost in given_moves:
        valued = receive(at, quantity, unit_cost) if comes_in else issue(at, quantity)
        steps.append((at, valued, comes_in))
        at = valued.after
    return steps


@pytest.mark.slow
@given(moves)
def test_quantities_add_up_and_value_has_the_sign_of_the_quantity(
    given_moves: list[tuple[bool, Decimal, Decimal]],
) -> None:
    steps = history(given_moves)
    total = sum((quantity if comes_in else -quantity for comes_in, quantity, _ in given_moves), Decimal(0))
    assert (steps[-1][1].after.quantity if steps else Decimal(0)) == total
    for _, valued, _ in steps:
        after = valued.after
        assert after.value == 0 if after.quantity == 0 else after.value * after.quantity >= 0
        assert after.average_cost >= 0
        assert valued.total_cost >= 0


@pytest.mark.slow
@given(moves)
def test_an_issue_never_moves_the_average(given_moves: list[tuple[bool, Decimal, Decimal]]) -> None:
    for before, valued, comes_in in history(given_moves):
        if not comes_in:
            assert valued.unit_cost == valued.after.average_cost == before.average_cost


@pytest.mark.slow
@given(moves)
def test_a_receipt_averages_exactly_or_sets_the_average(
    given_moves: list[tuple[bool, Decimal, Decimal]],
) -> None:
    for before, valued, comes_in in history(given_moves):
        if comes_in and before.quantity > 0:
            exact = Fraction(before.value + valued.total_cost) / Fraction(valued.after.quantity)
            assert abs(Fraction(valued.after.average_cost) - exact) <= Fraction(1, 2_000_000)
            assert valued.after.value == before.value + valued.total_cost
        elif comes_in:
            assert valued.after.average_cost == valued.unit_cost


@pytest.mark.slow
@given(moves)
def test_amounts_have_two_places_and_unit_costs_six(given_moves: list[tuple[bool, Decimal, Decimal]]) -> None:
    for _, valued, _ in history(given_moves):
        for amount in (valued.total_cost, valued.after.value):
            assert amount == amount.quantize(Decimal("0.01"))
        for cost in (valued.unit_cost, valued.after.average_cost):
            assert cost == cost.quantize(Decimal("0.000001"))


@pytest.mark.slow
@given(moves, quantities)
def test_what_leaves_a_stock_that_covers_it_and_comes_back_restores_its_value(
    given_moves: list[tuple[bool, Decimal, Decimal]], quantity: Decimal
) -> None:
    steps = history(given_moves)
    before = steps[-1][1].after if steps else EMPTY
    if before.quantity < quantity:
        return
    left = issue(before, quantity)
    back = receive(left.after, quantity, *costs(left)).after
    assert back.quantity == before.quantity
    # Where rounding used the value up before the goods, what came back is worth at most half a paisa more.
    assert 0 <= back.value - before.value <= Decimal("0.005")


@pytest.mark.slow
@given(moves, quantities, unit_costs)
def test_a_receipt_into_a_stock_that_is_taken_back_at_once_restores_quantity_and_value(
    given_moves: list[tuple[bool, Decimal, Decimal]], quantity: Decimal, unit_cost: Decimal
) -> None:
    steps = history(given_moves)
    before = steps[-1][1].after if steps else EMPTY
    came = receive(before, quantity, unit_cost)
    after = take_back(came.after, quantity, *costs(came)).after
    assert after.quantity == before.quantity
    if before.quantity >= 0:
        assert after.value == before.value


def test_goods_whose_value_was_used_up_by_rounding_leave_for_nothing() -> None:
    # 4 units at half a paisa come to 0.02; each issue of one is rounded up to 0.01
    position = receive(Position(), Decimal(4), Decimal("0.005")).after
    for _ in range(3):
        position = issue(position, Decimal(1)).after
    assert (position.quantity, position.value) == (1, 0)
