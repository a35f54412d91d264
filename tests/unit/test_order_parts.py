"""Parts of an order's line: whatever the split, they add up to the line, and what was given back is left again."""

from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.documents.order_parts import LinePart, all_left, parts_asked

ZERO = Decimal(0)
STEP, PAISA = Decimal("0.000001"), Decimal("0.01")


def line(quantity: Decimal, discount: Decimal = ZERO, share: Decimal = ZERO, **own: Any) -> dict[str, Any]:
    rate = own.get("rate", Decimal(1_000_000))
    net = (quantity * rate).quantize(PAISA) - discount - share
    return {
        "id": "sol_1",
        "is_price_inclusive": False,
        "taxable_amount": net,
        "total": net,
        "item_id": None,
        "item_variant_id": None,
        "quantity": quantity,
        "rate": Decimal(1_000_000),
        "unit": "PCS",
        "discount": discount,
        "taken_quantity": ZERO,
        "taken_discount": ZERO,
        "taken_share": ZERO,
        **dict.fromkeys(("width", "height", "length_unit", "qty_count")),
    } | own


def without(row: dict[str, Any], parts: list[LinePart]) -> dict[str, Any]:
    """The line after parts were taken of it."""
    return row | {
        f"taken_{name}": sum((getattr(part, name) for part in parts), ZERO)
        for name in ("quantity", "discount", "share")
    }


def taken(row: dict[str, Any], quantity: Decimal) -> LinePart:
    (part,) = parts_asked([row], [{"id": "sol_1", "quantity": quantity}])
    return part


@given(
    st.lists(st.integers(10, 10**9), min_size=2, max_size=5),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
    st.integers(0, 4),
)
def test_parts_add_up_to_the_line_also_where_one_was_given_back(
    steps: list[int], discount: int, share: int, back: int
) -> None:
    quantities = [step * STEP for step in steps]
    # In paise a step of the quantity is worth 100, of which the discounts are at most a half.
    most = 25 * sum(steps)
    row = line(sum(quantities, ZERO), min(discount, most) * PAISA, min(share, most) * PAISA)
    parts: list[LinePart] = []
    for quantity in quantities[:-1]:
        parts.append(taken(without(row, parts), quantity))
    parts.pop(back % len(parts))
    parts += all_left([without(row, parts)])
    assert sum((part.quantity for part in parts), ZERO) == row["quantity"]
    assert sum((part.discount for part in parts), ZERO) == row["discount"]
    assert sum((part.share for part in parts), ZERO) == min(share, most) * PAISA
    assert all(part.discount >= 0 and part.share >= 0 for part in parts)


def test_a_part_has_its_share_of_the_discounts_by_quantity() -> None:
    part = taken(line(Decimal(3), Decimal("10.00"), Decimal("1.00")), Decimal(1))
    assert (part.discount, part.share) == (Decimal("3.33"), Decimal("0.33"))


def test_a_discount_is_never_more_than_its_part_comes_to() -> None:
    cheap = line(Decimal(3), Decimal("0.03"), rate=Decimal("0.012"))
    part = taken(without(cheap, [taken(cheap, Decimal(2))]), Decimal(1))
    assert part.discount == Decimal("0.01")


def test_an_area_keeps_its_sides_where_a_count_of_pieces_makes_the_part() -> None:
    sides = {
        "width": Decimal(2),
        "height": Decimal(3),
        "length_unit": "M",
        "qty_count": Decimal(4),
        "unit": "SQM",
    }
    glass = line(Decimal(24), **sides)
    assert taken(glass, Decimal(6)).body["qty_count"] == 1
    assert taken(glass, Decimal(6)).body["width"] == 2
    third = taken(glass, Decimal(24) / 7 // STEP * STEP)
    assert (third.body["width"], third.body["height"]) in {(None, None), (Decimal(2), Decimal(3))}
