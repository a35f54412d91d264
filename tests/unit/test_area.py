"""Quantities of goods sold by width and height."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tax.area import area_quantity
from app.tax.gst import TaxError

sides = st.decimals("0.01", 10_000, places=6)


def quantity(width: str, height: str, length_unit: str | None, unit: str, count: str = "1") -> str:
    return str(
        area_quantity(
            2,
            width=Decimal(width),
            height=Decimal(height),
            length_unit=length_unit,
            unit=unit,
            qty_count=Decimal(count),
        )
    )


@pytest.mark.parametrize(
    ("length_unit", "unit", "expected"),
    [
        ("MM", "SQMM", "6.000000"),
        ("CM", "SQMM", "600.000000"),
        ("M", "SQCM", "60000.000000"),
        ("FT", "SQIN", "864.000000"),  # 6 x 12 x 12
        ("IN", "SQCM", "38.709600"),  # 6 x 2.54 x 2.54
        ("IN", "SQFT", "0.041667"),  # 6 / 144 = 0.0416666..
        ("FT", "SQM", "0.557418"),  # 6 x 0.3048 x 0.3048 = 0.55741824
        ("M", "SQFT", "64.583463"),  # 6 / 0.09290304 = 64.58346..
        ("MM", "SQM", "0.000006"),
        ("MM", "SQIN", "0.009300"),  # 6 / 645.16 = 0.00930001..
    ],
)
def test_two_by_three_is_converted_to_the_items_unit(length_unit: str, unit: str, expected: str) -> None:
    assert quantity("2", "3", length_unit, unit) == expected


def test_the_area_is_counted_as_often_as_there_are_pieces() -> None:
    # 1.2 m x 0.9 m x 4 = 4.32 m2
    assert quantity("1200", "900", "MM", "SQM", "4") == "4.320000"
    assert quantity("1200", "900", "MM", "SQM", "2.5") == "2.700000"


def test_one_piece_is_meant_when_no_count_is_given() -> None:
    assert area_quantity(0, width=Decimal(2), height=Decimal(3), length_unit="M", unit="SQM") == 6


@pytest.mark.parametrize("length_unit", ["MM", "FT", None])
def test_another_unit_of_the_item_bills_the_plain_product(length_unit: str | None) -> None:
    assert quantity("2", "3.5", length_unit, "PCS", "4") == "28.000000"


def test_units_may_be_written_small() -> None:
    assert quantity("2", "3", "ft", "sqin") == "864.000000"


@pytest.mark.parametrize(("length_unit", "unit"), [("YD", "SQM"), ("YD", "PCS"), ("", "PCS"), ("SQM", "SQM")])
def test_an_unknown_length_unit_is_refused_by_name(length_unit: str, unit: str) -> None:
    with pytest.raises(TaxError) as refused:
        quantity("2", "3", length_unit, unit)
    assert refused.value.field == "lines.2.lengthUnit"
    assert refused.value.message == "Must be one of MM, CM, M, IN, FT."


@pytest.mark.parametrize(("length_unit", "unit"), [(None, "SQFT"), ("", "sqft")])
def test_a_length_unit_that_is_missing_is_told_what_it_is_needed_for(
    length_unit: str | None, unit: str
) -> None:
    with pytest.raises(TaxError) as refused:
        quantity("2", "3", length_unit, unit)
    assert refused.value.field == "lines.2.lengthUnit"
    assert refused.value.message == "Is needed to bill in SQFT: one of MM, CM, M, IN, FT."


@pytest.mark.parametrize(
    ("width", "height", "count", "field"),
    [
        ("0", "1", "1", "width"),
        ("1", "-1", "1", "height"),
        ("1", "1", "0", "qtyCount"),
        ("-1", "-1", "1", "width"),
    ],
)
def test_a_side_that_is_not_positive_is_refused_by_name(
    width: str, height: str, count: str, field: str
) -> None:
    with pytest.raises(TaxError) as refused:
        quantity(width, height, "M", "SQM", count)
    assert refused.value.field == f"lines.2.{field}"


def test_an_area_too_small_or_too_large_to_bill_is_refused() -> None:
    for side, message in (
        ("0.5", "The area is too small to bill in SQM."),
        ("99999999", "The area is too large to bill in SQM."),
    ):
        with pytest.raises(TaxError) as refused:
            quantity(side, side, "MM" if side == "0.5" else "M", "SQM")
        assert refused.value.message == message


@given(sides, sides)
def test_feet_measure_what_twelve_times_as_many_inches_do(width: Decimal, height: Decimal) -> None:
    feet = area_quantity(0, width=width, height=height, length_unit="FT", unit="SQM")
    inches = area_quantity(0, width=12 * width, height=12 * height, length_unit="IN", unit="SQM")
    assert feet == inches
