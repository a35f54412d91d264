"""The e-way bill of any goods and any carriage: the portal takes it, or the field is told that keeps it from that."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.returns.e_way_bill import e_way_bill_answer
from app.returns.e_way_bill_format import faults_of
from app.tax.gst import DocumentAdjustments
from app.wire import Row
from tests.unit.portal_documents import BUYER, document, line

pytestmark = pytest.mark.slow

ROAD: Row = dict.fromkeys(
    ("transporter_id", "transporter_name", "distance_km", "document_number", "document_date")
) | {"supply_type": "O", "vehicle_type": "R", "mode": 1, "vehicle_number": "MH12AB1234"}
_CODES = st.sampled_from(["731815", "0401", "01012100", "998719"])
_LINES = st.builds(
    line,
    st.decimals("0.01", "500", places=2),
    st.decimals("0.01", "9999", places=2),
    st.sampled_from(["0", "5", "18"]),
    taxability=st.sampled_from(["TAXABLE", "TAXABLE", "EXEMPT"]),
    hsn_or_sac=_CODES,
)
_VALUES = ("totalValue", "cgstValue", "sgstValue", "igstValue", "cessValue", "TotNonAdvolVal", "OthValue")
_MAYBE = st.none() | st.text(max_size=20)
_CARRIAGES = st.fixed_dictionaries(
    {
        "supply_type": st.just("O"),
        "transporter_id": _MAYBE | st.sampled_from(["29AAACT2727Q1ZW", " 29aaact2727q1zw "]),
        "transporter_name": _MAYBE | st.just("x" * 100),
        "distance_km": st.none() | st.integers(0, 4000),
        "mode": st.none() | st.integers(1, 4),
        "vehicle_number": _MAYBE | st.sampled_from(["MH12AB1234", "mh 12-ab 1234"]),
        "vehicle_type": st.sampled_from(["R", "O"]),
        "document_number": _MAYBE | st.sampled_from(["RR-9/1", "x" * 15]),
        "document_date": st.none() | st.dates(date(2026, 10, 10), date(2029, 12, 31)),
    }
)
_REQUESTED = {
    "transporterId", "transporterName", "distanceKm", "mode", "vehicleNumber", "vehicleType", "documentNumber",
    "documentDate",
}  # fmt: skip


def bill(lines: list[Row], **own: Any) -> Row:
    answer = e_way_bill_answer(*document(*lines, **own), ROAD)
    assert answer["problems"] == []
    made: Row = answer["document"]["billLists"][0]
    return made


@given(carriage=_CARRIAGES, number=st.text(max_size=20) | st.sampled_from(["INV-1", "0001", "inv/26-27/1"]))
@settings(max_examples=200, deadline=None)
def test_any_carriage_gives_a_bill_that_the_portal_takes_or_the_field_at_fault(
    carriage: Row, number: str
) -> None:
    answer = e_way_bill_answer(*document(number=number), carriage)
    assert (answer["document"] is None) == bool(answer["problems"])
    for problem in answer["problems"]:
        assert problem["message"]
        if problem["field"] in _REQUESTED:
            assert problem["recordId"] is None
        else:
            assert (problem["field"], problem["recordId"]) == ("invoiceNumber", "inv_1")
    if answer["document"]:
        assert faults_of(answer["document"]["billLists"][0]) == []


@given(goods=st.lists(_LINES, min_size=1, max_size=6), dice=st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_the_order_of_lines_changes_no_value(goods: list[Row], dice: Any) -> None:
    goods.append(line())
    before = bill(goods)
    dice.shuffle(goods)
    after = bill(goods)
    assert {name: after[name] for name in (*_VALUES, "totInvValue")} == {
        name: before[name] for name in (*_VALUES, "totInvValue")
    }
    assert [item["itemNo"] for item in after["itemList"]] == list(range(1, len(after["itemList"]) + 1))


@given(goods=st.lists(_LINES, max_size=5), cut=st.integers(1, 9))
@settings(max_examples=80, deadline=None)
def test_a_line_in_two_of_a_whole_price_changes_no_value(goods: list[Row], cut: int) -> None:
    whole, parts = line(10, 100), [line(cut, 100), line(10 - cut, 100)]
    before, after = bill([whole, *goods]), bill([*parts, *goods])
    assert {name: after[name] for name in (*_VALUES, "totInvValue")} == {
        name: before[name] for name in (*_VALUES, "totInvValue")
    }


@given(
    goods=st.lists(_LINES, max_size=5), price=st.decimals("0.01", "9999", places=2), charge=st.integers(-5, 5)
)
@settings(max_examples=80, deadline=None)
def test_services_and_adjustments_stand_in_other_value_alone(
    goods: list[Row], price: Decimal, charge: int
) -> None:
    work = line(1, price, 18, hsn_or_sac="998719")
    below = DocumentAdjustments(adjustment_amount=Decimal(charge))
    alone, with_work = bill([line(), *goods]), bill([line(), *goods, work], adjustments=below)
    added = price + round(price * 18 / 100 + Decimal("0.0000001"), 2) + charge
    assert with_work["itemList"] == alone["itemList"]
    assert with_work["OthValue"] - alone["OthValue"] == added
    assert with_work["totInvValue"] - alone["totInvValue"] == added


@given(st.sampled_from([{"status": "DRAFT"}, {"status": "VOID"}]), st.lists(_LINES, min_size=1, max_size=3))
@settings(max_examples=20, deadline=None)
def test_goods_of_an_invoice_that_is_not_issued_do_not_move(own: Row, goods: list[Row]) -> None:
    answer = e_way_bill_answer(*document(line(), *goods, buyer=BUYER, **own), ROAD)
    assert answer["document"] is None
    assert ("status", "inv_1") in {(each["field"], each["recordId"]) for each in answer["problems"]}
