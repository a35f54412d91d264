"""Lines that are billed by their area. All figures are worked out by hand."""

from typing import Any

import pytest

from tests.refusals import refused
from tests.selling import body, customer, invoice, item, line, tax_rate
from tests.service import Client


@pytest.mark.parametrize(
    ("given", "quantity"),
    [
        # 2 m x 3 m
        ({"width": 2, "height": 3, "lengthUnit": "M", "unit": "SQM"}, 6),
        ({"width": 200, "height": 300, "lengthUnit": "CM", "unit": "SQM"}, 6),
        ({"width": 2000, "height": 3000, "lengthUnit": "MM", "unit": "SQM"}, 6),
        ({"width": 2, "height": 3, "lengthUnit": "M", "unit": "SQCM"}, 60_000),
        ({"width": 2, "height": 3, "lengthUnit": "CM", "unit": "SQMM"}, 600),
        # a foot is 12 inches, and 0.3048 m
        ({"width": 12, "height": 24, "lengthUnit": "IN", "unit": "SQFT"}, 2),
        ({"width": 1, "height": 1, "lengthUnit": "FT", "unit": "SQIN"}, 144),
        ({"width": 10, "height": 10, "lengthUnit": "FT", "unit": "SQM"}, 9.290304),
        # 1 m2 is 1 / 0.09290304 = 10.763910.. ft2
        ({"width": 1, "height": 1, "lengthUnit": "M", "unit": "SQFT"}, 10.76391),
        ({"width": 2, "height": 3, "lengthUnit": "M", "unit": "SQM", "qtyCount": 4}, 24),
        # any other unit bills the plain product
        ({"width": 2, "height": 3, "lengthUnit": "FT", "unit": "PCS"}, 6),
        ({"width": 2, "height": 3, "unit": "PCS"}, 6),
        # a quantity that was sent with it gives way to the area
        ({"width": 2, "height": 3, "lengthUnit": "M", "unit": "SQM", "quantity": 99}, 6),
    ],
)
def test_a_line_with_width_and_height_bills_its_area(org: Client, given: Any, quantity: float) -> None:
    made = invoice(org, customer(org), {"description": "Glass", "rate": 10} | given)
    row = made["lines"][0]
    assert row["quantity"] == quantity
    assert (row["width"], row["height"]) == (given["width"], given["height"])
    assert (row["lengthUnit"], row["qtyCount"]) == (given.get("lengthUnit"), given.get("qtyCount", 1))
    assert made["total"] == round(quantity * 10 + 1e-9, 2)


def test_an_area_takes_units_and_price_from_its_item(org: Client) -> None:
    glass = item(
        org,
        unit="SQFT",
        pricingMode="AREA",
        defaultLengthUnit="IN",
        sellingPrice=50,
        taxRateId=tax_rate(org, 18),
    )
    # 36 in x 48 in = 12 ft2, two of them: 24 x 50 = 1,200.
    made = invoice(org, customer(org), {"itemId": glass["id"], "width": 36, "height": 48, "qtyCount": 2})
    row = made["lines"][0]
    assert (row["quantity"], row["unit"], row["lengthUnit"], row["qtyCount"]) == (24, "SQFT", "IN", 2)
    assert [made[f"{name}Total"] for name in ("sub", "cgst", "sgst", "igst")] == [1200, 108, 108, 0]
    assert made["total"] == 1416


def test_an_area_without_any_length_unit_is_told_that_it_needs_one(org: Client) -> None:
    glass = item(org, unit="SQFT")
    lines = [{"itemId": glass["id"], "width": 36, "height": 48}]
    given = {"customerId": customer(org), "invoiceDate": "2026-11-20", "lines": lines}
    for path in ("/invoices", "/invoices/calculate"):
        (detail,) = org.post(path, given).json["error"]["details"]
        assert detail["field"] == "lines.0.lengthUnit"
        assert detail["message"] == "Is needed to bill in SQFT: one of MM, CM, M, IN, FT."


def test_the_lines_own_length_unit_comes_before_the_items(org: Client) -> None:
    glass = item(org, unit="SQFT", defaultLengthUnit="IN")
    made = invoice(org, customer(org), {"itemId": glass["id"], "width": 3, "height": 4, "lengthUnit": "FT"})
    assert (made["lines"][0]["quantity"], made["lines"][0]["lengthUnit"]) == (12, "FT")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"width": 2, "height": 3, "unit": "SQM"}, "lengthUnit"),
        ({"width": 2, "height": 3, "unit": "SQM", "lengthUnit": "YD"}, "lengthUnit"),
        ({"width": 0, "height": 3, "unit": "SQM", "lengthUnit": "M"}, "width"),
        ({"width": 2, "height": -3, "unit": "SQM", "lengthUnit": "M"}, "height"),
        ({"width": 2, "height": 3, "unit": "SQM", "lengthUnit": "M", "qtyCount": 0}, "qtyCount"),
        ({"width": 0.001, "height": 0.001, "unit": "SQM", "lengthUnit": "MM"}, "width"),
        ({"width": 2, "unit": "SQM", "lengthUnit": "M"}, "quantity"),
    ],
)
def test_an_area_that_cannot_be_billed_is_refused_by_name(org: Client, given: Any, field: str) -> None:
    answer = org.post("/invoices", body(customer(org), line(), {"description": "Glass", "rate": 1} | given))
    assert refused(answer) == {f"lines.1.{field}"}


def test_an_area_is_billed_in_the_unit_that_the_item_is_priced_in_whatever_the_line_says(org: Client) -> None:
    tiles = item(org, sellingPrice=100, unit="SQFT", pricingMode="AREA")
    for unit in ({}, {"unit": "SQM"}, {"unit": "PCS"}):
        # 1 m by 1 m is 10.76391 square feet, at 100 each
        area = {"itemId": tiles["id"], "width": 1, "height": 1, "lengthUnit": "M"} | unit
        made = invoice(org, customer(org), area)
        assert made["total"] == 1076.39
        assert made["lines"][0]["unit"] == "SQFT"
