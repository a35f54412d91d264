"""A discount that is given back in parts: figures worked out by hand, and what holds of every way to split a line."""

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from app.documents.discounts import Discounted, DiscountInParts

ONE = Decimal(1)
STEP, PAISA = Decimal("0.000001"), Decimal("0.01")
STEPS, PAISE = st.integers(1, 10**15), st.integers(0, 10**15)


class Split(NamedTuple):
    """Parts that make up a line, and the line's discount."""

    parts: list[Decimal]
    discount: Decimal


def in_parts(quantity: str, discount: str) -> DiscountInParts:
    return DiscountInParts(Discounted(Decimal(quantity), Decimal(discount)))


def discounts(split: Split) -> list[Decimal]:
    """The discounts of the parts, in the order in which they are given back."""
    left = DiscountInParts(Discounted(sum(split.parts, Decimal(0)), split.discount))
    taken = []
    for quantity in split.parts:
        taken.append(left.part(quantity))
        left.give_back(quantity, taken[-1])
    return taken


def ones(count: int, discount: str) -> list[str]:
    return [str(part) for part in discounts(Split([ONE] * count, Decimal(discount)))]


# Figures by hand


def test_the_last_part_takes_the_rest() -> None:
    # A third of 1.00; half of 0.67, which is 0.335; what is left.
    assert ones(3, "1.00") == ["0.33", "0.34", "0.33"]
    assert ones(6, "0.05") == ["0.01", "0.01", "0.01", "0.01", "0.01", "0.00"]


def test_the_whole_line_at_once_takes_the_whole_discount() -> None:
    assert ones(1, "97.31") == ["97.31"]


def test_a_part_that_took_a_discount_of_its_own_leaves_the_rest_to_the_others() -> None:
    left = in_parts("3", "1.00")
    left.give_back(ONE, Decimal("0.50"))
    assert left.part(Decimal(2)) == Decimal("0.50")


def test_of_a_discount_that_is_more_than_used_up_nothing_is_left() -> None:
    left = in_parts("3", "1.00")
    left.give_back(ONE, Decimal(5))
    assert left.part(ONE) == 0


def test_more_than_is_left_has_its_share_of_the_whole() -> None:
    left = in_parts("3", "1.00")
    assert left.part(Decimal(6)) == 2
    left.give_back(Decimal(2), Decimal("0.67"))
    assert left.part(Decimal(2)) == Decimal("0.67")
    left.give_back(Decimal(1), Decimal("0.33"))
    assert left.part(ONE) == Decimal("0.33")


# What holds of every split


@given(
    st.builds(
        lambda parts, paise: Split([part * STEP for part in parts], paise * PAISA),
        st.lists(STEPS, min_size=1, max_size=12),
        PAISE,
    )
)
def test_the_parts_of_a_line_add_up_to_its_discount_and_none_is_negative(split: Split) -> None:
    taken = discounts(split)
    assert sum(taken) == split.discount
    assert min(taken) >= 0


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=12), st.integers(1, 10**6), st.fractions(0, 1))
def test_no_part_of_whole_paise_has_more_discount_than_it_comes_to(
    parts: list[int], rate: int, share: Fraction
) -> None:
    discount = int(sum(parts) * rate * share) * PAISA
    taken = discounts(Split([Decimal(part) for part in parts], discount))
    for part, its_discount in zip(parts, taken, strict=True):
        assert its_discount <= part * rate * PAISA
