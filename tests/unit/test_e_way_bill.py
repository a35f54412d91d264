"""E-way bills: goods with their figures, and what the portal would refuse."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from app.returns.e_way_bill import e_way_bill_answer
from app.tax.gst import DocumentAdjustments
from app.wire import Row
from tests.unit.portal_documents import ABROAD, ADDRESS, BUYER, document, line

NOBODY: Row = {
    "supply_type": "O",
    "transporter_id": None,
    "transporter_name": None,
    "distance_km": None,
    "mode": None,
    "vehicle_number": None,
    "vehicle_type": "R",
    "document_number": None,
    "document_date": None,
}
LORRY = NOBODY | {"mode": 1, "vehicle_number": "mh-12 ab 1234", "distance_km": 840}
WORK = line(1, 200, hsn_or_sac="998719")


def bill(*lines: Row, carriage: Row = LORRY, below: DocumentAdjustments | None = None, **own: Any) -> Row:
    answer = e_way_bill_answer(*document(*lines, adjustments=below, **own), carriage)
    assert answer["problems"] == []
    assert answer["document"]["version"] == "1.0.0621"
    (made,) = answer["document"]["billLists"]
    return dict(made)


def fields(*lines: Row, carriage: Row = LORRY, **own: Any) -> list[str]:
    answer = e_way_bill_answer(*document(*lines, **own), carriage)
    assert answer["document"] is None
    return [problem["field"] for problem in answer["problems"]]


def test_goods_are_items_and_all_else_is_other_value() -> None:
    made = bill(line(), WORK, below=DocumentAdjustments(adjustment_amount=Decimal(-16)))
    assert (made["totalValue"], made["igstValue"], made["OthValue"], made["totInvValue"]) == (
        1000,
        180,
        220,
        1400,
    )
    (item,) = made["itemList"]
    assert (item["hsnCode"], item["qtyUnit"], item["taxableAmount"]) == (731815, "KGS", 1000)
    assert (item["igstRate"], item["cgstRate"], item["sgstRate"]) == (18, 0, 0)
    assert (made["docType"], made["docNo"], made["docDate"]) == ("INV", "INV-00001", "15/10/2026")
    assert (made["transMode"], made["vehicleNo"], made["transDistance"]) == (1, "MH12AB1234", 840)
    assert (made["fromStateCode"], made["toStateCode"], made["transType"], made["subSupplyType"]) == (
        27,
        29,
        1,
        1,
    )


def test_within_a_state_the_rate_is_halved() -> None:
    (item,) = bill(place_of_supply_state_code="27")["itemList"]
    assert (item["igstRate"], item["cgstRate"], item["sgstRate"]) == (0, 9, 9)


def test_goods_that_go_elsewhere_are_shipped_there() -> None:
    there = {"line1": "Godown 7", "city": "Hosur", "stateCode": "33", "pincode": "635109"}
    made = bill(buyer=BUYER | {"shippingAddress": there})
    assert (made["transType"], made["toStateCode"], made["actualToStateCode"], made["toPincode"]) == (
        2,
        29,
        33,
        635109,
    )


def test_an_export_goes_to_other_countries() -> None:
    buyer = {"legalName": "Acme Inc", "billingAddress": ABROAD}
    made = bill(buyer=buyer, supply_type="EXPWP", gst_category="OVERSEAS", place_of_supply_state_code="96")
    assert (made["toGstin"], made["toStateCode"], made["toPincode"], made["subSupplyType"]) == (
        "URP",
        96,
        999999,
        3,
    )


def test_a_consumer_has_no_gstin_and_exempt_goods_a_bill_of_supply() -> None:
    made = bill(line(taxability="EXEMPT"), buyer=BUYER | {"gstin": None}, supply_type="B2C")
    assert (made["toGstin"], made["docType"], made["totInvValue"]) == ("URP", "BIL", 1000)


def test_the_recipients_tax_does_not_stand_in_a_bill() -> None:
    made = bill(reverse_charge=True)
    assert (made["totalValue"], made["igstValue"], made["totInvValue"]) == (1000, 0, 1000)


def test_a_transporter_alone_is_enough() -> None:
    assert "transMode" not in bill(carriage=NOBODY | {"transporter_id": "29AAACT2727Q1ZW"})


@pytest.mark.parametrize(
    ("carriage", "expected"),
    [
        (NOBODY, ["transporterId"]),
        (NOBODY | {"mode": 1}, ["vehicleNumber"]),
        (LORRY | {"vehicle_number": "MH1"}, ["vehicleNumber"]),
        (LORRY | {"transporter_id": "X"}, ["transporterId"]),
        (NOBODY | {"mode": 2}, ["documentNumber"]),
        (NOBODY | {"mode": 2, "document_number": "RR-9"}, ["documentDate"]),
        (LORRY | {"document_date": date(2026, 10, 14)}, ["documentDate"]),
    ],
)
def test_what_is_missing_of_the_carriage_is_told(carriage: Row, expected: list[str]) -> None:
    assert fields(carriage=carriage) == expected


@pytest.mark.parametrize(
    ("lines", "own", "expected"),
    [
        ([WORK], {}, ["lines"]),
        ([line(1, 1)] * 251, {}, ["lines"]),
        ([line(hsn_or_sac=None)], {}, ["lines.0.hsnOrSac"]),
        ([line(hsn_or_sac="7318")], {"turnover_above_5_crore": True}, ["lines.0.hsnOrSac"]),
        ([line()], {"status": "DRAFT"}, ["status"]),
        ([line()], {"seller_gstin": None}, ["sellerGstin"]),
        ([line()], {"pincode": None}, ["pincode"]),
        (
            [line()],
            {"buyer": BUYER | {"billingAddress": ADDRESS | {"pincode": "x"}}},
            ["buyer.billingAddress.pincode"],
        ),
    ],
)
def test_what_is_missing_of_the_invoice_is_told(lines: list[Row], own: Row, expected: list[str]) -> None:
    assert fields(*lines, **own) == expected


def test_a_bill_has_250_lines_of_goods_at_most_and_services_besides() -> None:
    assert len(bill(*[line(1, 1)] * 250, WORK)["itemList"]) == 250
