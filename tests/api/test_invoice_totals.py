"""Totals of invoices, compared with figures worked out by hand."""

from decimal import Decimal
from typing import Any

import pytest

from tests.refusals import refused
from tests.selling import body, customer, invoice, item, line, tax_rate
from tests.service import Client, Service


def totals(record: Any) -> list[float]:
    names = (
        "subTotal",
        "discountTotal",
        "cgstTotal",
        "sgstTotal",
        "igstTotal",
        "adjustmentAmount",
        "roundOff",
    )
    return [record[name] for name in (*names, "total")]


def taxes(row: Any) -> list[float]:
    return [row[name] for name in ("taxableAmount", "cgstAmount", "sgstAmount", "igstAmount", "total")]


def adds_up(record: Any) -> None:
    """The identities that hold of every document, on the figures as they were answered."""
    money = {
        name: Decimal(str(value))
        for name, value in record.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
    lines = [{name: Decimal(str(row[name])) for name in LINE_MONEY} for row in record["lines"]]
    plus = ("subTotal", "cgstTotal", "sgstTotal", "igstTotal", "adjustmentAmount", "roundOff")
    assert money["total"] == sum(money[name] for name in plus) - money["discountTotal"]
    assert sum(row["taxableAmount"] for row in lines) == money["subTotal"] - money["discountTotal"]
    for tax in ("cgst", "sgst", "igst"):
        assert sum(row[f"{tax}Amount"] for row in lines) == money[f"{tax}Total"]
    for row in lines:
        assert row["total"] == sum(row[name] for name in LINE_MONEY[:4])


LINE_MONEY = ("taxableAmount", "cgstAmount", "sgstAmount", "igstAmount", "total")


# Which taxes


def test_in_the_sellers_state_cgst_and_sgst_take_half_each(org: Client) -> None:
    made = invoice(org, customer(org), line(taxRatePercent=18, quantity=2), placeOfSupplyStateCode="27")
    assert totals(made) == [200, 0, 18, 18, 0, 0, 0, 236]
    assert taxes(made["lines"][0]) == [200, 18, 18, 0, 236]


def test_in_another_state_igst_takes_the_whole(org: Client) -> None:
    made = invoice(org, customer(org), line(taxRatePercent=18, quantity=2), placeOfSupplyStateCode="29")
    assert totals(made) == [200, 0, 0, 0, 36, 0, 0, 236]
    assert taxes(made["lines"][0]) == [200, 0, 0, 36, 236]


def test_outside_india_igst_takes_the_whole(org: Client) -> None:
    made = invoice(org, customer(org), line(taxRatePercent=18), placeOfSupplyStateCode="96")
    assert totals(made) == [100, 0, 0, 0, 18, 0, 0, 118]


def test_a_seller_without_gstin_charges_no_tax(service: Service) -> None:
    org = service.organization(gstin=None)
    made = invoice(org, customer(org), line(taxRatePercent=18), placeOfSupplyStateCode="29")
    assert totals(made) == [100, 0, 0, 0, 0, 0, 0, 100]
    assert made["lines"][0]["taxRatePercent"] == 18
    assert (made["sellerGstin"], made["sellerStateCode"]) == (None, "27")
    assert made["sellerLegalName"].endswith("Private Limited")


# Rounding


def test_each_half_is_rounded_for_itself(org: Client) -> None:
    # 33.33 at 5 %: each half 0.83325, to 0.83.
    made = invoice(org, customer(org), line(rate=33.33, taxRatePercent=5))
    assert totals(made) == [33.33, 0, 0.83, 0.83, 0, 0, 0, 34.99]


def test_tax_is_worked_out_on_the_exact_value_of_the_line(org: Client) -> None:
    # 82.6446 at 21 %: half of 17.355366 is 8.677683, to 8.68; 82.64 + 8.68 + 8.68.
    made = invoice(org, customer(org), line(rate=82.6446, taxRatePercent=21))
    assert totals(made) == [82.64, 0, 8.68, 8.68, 0, 0, 0, 100]


def test_taxes_are_rounded_by_the_line_and_added_up(org: Client) -> None:
    # Each line of 0.10 at 5 %: IGST 0.005, to 0.01. On the document it would be 0.015, to 0.02.
    lines = [line(rate=0.1, taxRatePercent=5)] * 3
    made = invoice(org, customer(org), *lines, placeOfSupplyStateCode="29")
    assert totals(made) == [0.3, 0, 0, 0, 0.03, 0, 0, 0.33]
    adds_up(made)


def test_half_a_paisa_is_rounded_away_from_zero(org: Client) -> None:
    made = invoice(org, customer(org), line(quantity=0.5, rate=0.01), line(quantity=1.5, rate=0.03))
    # 0.005 to 0.01, and 0.045 to 0.05.
    assert [row["taxableAmount"] for row in made["lines"]] == [0.01, 0.05]
    assert made["total"] == 0.06


def test_quantities_and_rates_keep_six_places(org: Client) -> None:
    made = invoice(org, customer(org), line(quantity=1.123456, rate=2.654321, taxRatePercent=0.123456))
    row = made["lines"][0]
    assert (row["quantity"], row["rate"], row["taxRatePercent"]) == (1.123456, 2.654321, 0.123456)


def test_the_largest_amount_is_read_back_exactly(org: Client) -> None:
    made = invoice(org, customer(org), line(rate=9999999999999.99))
    assert made["total"] == made["balanceDue"] == 9999999999999.99


# Discounts


def test_a_line_discount_is_an_amount_and_comes_off_before_tax(org: Client) -> None:
    made = invoice(org, customer(org), line(quantity=2, discount=20, taxRatePercent=10))
    assert totals(made) == [200, 20, 9, 9, 0, 0, 0, 198]


def test_a_line_discount_may_take_all_of_the_line(org: Client) -> None:
    made = invoice(org, customer(org), line(discount=100, taxRatePercent=18))
    assert totals(made) == [100, 100, 0, 0, 0, 0, 0, 0]


def test_a_document_discount_is_shared_by_value_with_the_largest_remainder(org: Client) -> None:
    # 100 over three lines of 100: 33.33 each and a paisa left, which of equals goes to the first.
    made = invoice(org, customer(org), *[line()] * 3, adjustments={"documentDiscount": 100})
    assert [row["taxableAmount"] for row in made["lines"]] == [66.66, 66.67, 66.67]
    assert totals(made) == [300, 100, 0, 0, 0, 0, 0, 200]
    # 10 over 20, 30 and 20: 2.857.., 4.285.., 2.857..; cut they make 9.98, and the two paise go to the outer
    # lines, which lost most. Rounded one by one they would make 10.01.
    lines = [line(rate=20), line(rate=30), line(rate=20)]
    made = invoice(org, customer(org), *lines, adjustments={"documentDiscount": 10})
    assert [row["taxableAmount"] for row in made["lines"]] == [17.14, 25.72, 17.14]
    assert made["discountTotal"] == 10


def test_a_percentage_is_of_the_lines_after_their_own_discounts(org: Client) -> None:
    # (100 - 20) + 120 = 200, of which 10 % is 20: 8 and 12. Taxed: 72 at 10 %, 108 at 5 %.
    lines = [line(discount=20, taxRatePercent=10), line(rate=120, taxRatePercent=5)]
    adjustments = {"documentDiscount": 10, "documentDiscountIsPercent": True}
    made = invoice(org, customer(org), *lines, adjustments=adjustments)
    assert totals(made) == [220, 40, 6.3, 6.3, 0, 0, 0, 192.6]
    assert (made["documentDiscount"], made["documentDiscountIsPercent"]) == (10, True)
    adds_up(made)


def test_a_discount_of_everything_leaves_nothing_to_pay(org: Client) -> None:
    adjustments = {"documentDiscount": 100, "documentDiscountIsPercent": True}
    made = invoice(org, customer(org), line(taxRatePercent=18), adjustments=adjustments)
    assert totals(made) == [100, 100, 0, 0, 0, 0, 0, 0]


# Prices that include tax


def test_ninety_and_fifty_five_with_five_percent_in_them_make_145(service: Service) -> None:
    org = service.organization(prices_include_tax=True)
    rate = tax_rate(org, 5)
    lines = [
        {"itemId": item(org, sellingPrice=price, taxRateId=rate)["id"], "quantity": 1} for price in (90, 55)
    ]
    made = invoice(org, customer(org), *lines)
    # 90 / 1.05: each half 2.142.., to 2.14, and 85.72 is left. 55: 1.309.., to 1.31, and 52.38.
    assert [taxes(row) for row in made["lines"]] == [[85.72, 2.14, 2.14, 0, 90], [52.38, 1.31, 1.31, 0, 55]]
    assert totals(made) == [138.1, 0, 3.45, 3.45, 0, 0, 0, 145]
    adds_up(made)


@pytest.mark.parametrize(
    ("organization", "setting", "total"),
    [
        (False, "inherit", 118),
        (True, "inherit", 100),
        (False, "true", 100),
        (True, "false", 118),
    ],
)
def test_the_item_says_whether_its_price_includes_tax_or_inherits_it(
    service: Service, organization: bool, setting: str, total: float
) -> None:
    org = service.organization(prices_include_tax=organization)
    bolt = item(org, isPriceInclusive=setting, taxRateId=tax_rate(org, 18))
    made = invoice(org, customer(org), {"itemId": bolt["id"], "quantity": 1})
    assert made["total"] == total
    adds_up(made)


def test_a_rate_of_the_callers_own_includes_tax_where_the_items_does(org: Client) -> None:
    bolt = item(org, isPriceInclusive="true", taxRateId=tax_rate(org, 18))
    made = invoice(org, customer(org), {"itemId": bolt["id"], "quantity": 1, "rate": 236})
    assert totals(made) == [200, 0, 18, 18, 0, 0, 0, 236]


def test_a_line_without_an_item_never_includes_tax(service: Service) -> None:
    org = service.organization(prices_include_tax=True)
    assert invoice(org, customer(org), line(taxRatePercent=18))["total"] == 118


def test_discounts_of_inclusive_lines_come_off_the_inclusive_amount(org: Client) -> None:
    bolt = item(org, sellingPrice=118, isPriceInclusive="true", taxRateId=tax_rate(org, 18))
    # 118 less 11.80 is 106.20: 90 and two times 8.10. Without tax the discount is 10.
    made = invoice(org, customer(org), {"itemId": bolt["id"], "quantity": 1, "discount": 11.8})
    assert totals(made) == [100, 10, 8.1, 8.1, 0, 0, 0, 106.2]
    # The document's discount likewise.
    adjustments = {"documentDiscount": 10, "documentDiscountIsPercent": True}
    made = invoice(org, customer(org), {"itemId": bolt["id"], "quantity": 1}, adjustments=adjustments)
    assert totals(made) == [100, 10, 8.1, 8.1, 0, 0, 0, 106.2]
    adds_up(made)


def test_inclusive_and_exclusive_lines_share_one_document_discount(org: Client) -> None:
    bolt = item(org, sellingPrice=118, isPriceInclusive="true", taxRateId=tax_rate(org, 18))
    lines = [{"itemId": bolt["id"], "quantity": 1}, line(rate=118, taxRatePercent=18)]
    made = invoice(org, customer(org), *lines, adjustments={"documentDiscount": 23.6})
    # 11.80 off each: 106.20 with its tax of 16.20, and 106.20 with 19.116 (9.558 each half, to 9.56) on top.
    assert [row["total"] for row in made["lines"]] == [106.2, 125.32]
    adds_up(made)


# Adjustments and the rupee


def test_an_adjustment_is_added_after_tax_with_its_label(org: Client) -> None:
    adjustments = {"adjustmentAmount": 12.345, "adjustmentLabel": "Packing"}
    made = invoice(org, customer(org), line(taxRatePercent=18), adjustments=adjustments)
    assert totals(made) == [100, 0, 9, 9, 0, 12.35, 0, 130.35]
    assert made["adjustmentLabel"] == "Packing"


def test_an_adjustment_may_take_the_total_to_zero_and_not_below(org: Client) -> None:
    customer_id = customer(org)
    made = invoice(org, customer_id, adjustments={"adjustmentAmount": -100})
    assert totals(made) == [100, 0, 0, 0, 0, -100, 0, 0]
    answer = org.post("/invoices", body(customer_id, adjustments={"adjustmentAmount": -100.01}))
    assert refused(answer) == {"adjustments.adjustmentAmount"}


@pytest.mark.parametrize(
    ("rate", "round_off", "total"),
    [(100.49, -0.49, 100), (100.5, 0.5, 101), (100.51, 0.49, 101), (100, 0, 100), (0.49, -0.49, 0)],
)
def test_an_organization_that_rounds_to_the_rupee_shows_what_it_rounded(
    service: Service, rate: float, round_off: float, total: float
) -> None:
    org = service.organization(round_off=True)
    made = invoice(org, customer(org), line(rate=rate))
    assert (made["roundOff"], made["total"], made["balanceDue"]) == (round_off, total, total)
    adds_up(made)


def test_the_rupee_is_rounded_after_taxes_and_adjustment(service: Service) -> None:
    org = service.organization(round_off=True)
    made = invoice(
        org, customer(org), line(rate=99.99, taxRatePercent=18), adjustments={"adjustmentAmount": 0.6}
    )
    # 99.99 + 9.00 + 9.00 + 0.60 = 118.59.
    assert totals(made) == [99.99, 0, 9, 9, 0, 0.6, 0.41, 119]


def test_without_that_setting_nothing_is_rounded_off(org: Client) -> None:
    assert invoice(org, customer(org), line(rate=100.49))["roundOff"] == 0


def test_all_lines_that_cannot_be_billed_are_told_at_once(org: Client) -> None:
    customer_id = customer(org)
    lines = [line(discount=100.01), line(), line(discount=200)]
    assert refused(org.post("/invoices", body(customer_id, *lines))) == {
        "lines.0.discount",
        "lines.2.discount",
    }
    tiny = {"description": "Glass", "rate": 1, "width": 0.0001, "height": 0.0001}
    areas = body(customer_id, tiny, line(), tiny)
    assert refused(org.post("/invoices", areas)) == {"lines.0.width", "lines.2.width"}


def test_everything_at_once_adds_up(service: Service) -> None:
    org = service.organization(round_off=True)
    bolt = item(org, sellingPrice=33.335, isPriceInclusive="true", taxRateId=tax_rate(org, 12))
    lines = [
        {"itemId": bolt["id"], "quantity": 7, "discount": 3.33},
        line(quantity=3.333333, rate=19.99, taxRatePercent=28),
        {"description": "Glass", "width": 33, "height": 41, "lengthUnit": "IN", "unit": "SQFT", "rate": 71.5},
    ]
    adjustments = {"documentDiscount": 7.77, "documentDiscountIsPercent": True, "adjustmentAmount": -0.13}
    for place in ("27", "29"):
        made = invoice(org, customer(org), *lines, adjustments=adjustments, placeOfSupplyStateCode=place)
        assert made["total"] == int(made["total"])
        adds_up(made)
