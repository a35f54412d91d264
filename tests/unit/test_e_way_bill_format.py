"""The validator of e-way bills sees what the portal refuses, field by field from both sides of each bound."""

from copy import deepcopy
from decimal import Decimal
from typing import Any

import pytest

from app.returns.e_way_bill import e_way_bill_answer
from app.returns.e_way_bill_format import BILL, ITEM, faults_of
from app.returns.format_rules import NumberRule, TextRule
from app.wire import Row
from tests.unit.portal_documents import document, line

CARRIED: Row = {
    "supply_type": "O",
    "transporter_id": "29AAACT2727Q1ZW",
    "transporter_name": "Deccan Carriers",
    "distance_km": 840,
    "mode": 1,
    "vehicle_number": "MH12AB1234",
    "vehicle_type": "R",
    "document_number": "LR-9",
    "document_date": None,
}
_FORM = e_way_bill_answer(*document(), CARRIED)["document"]["billLists"][0]
FIELDS = [("", name, rule) for name, rule in BILL.items()]
FIELDS += [("itemList.0", name, rule) for name, rule in ITEM.items()]
# Of texts that have a form: what has it at its longest, and what has not.
FORMS = {
    "userGstin": ("27AAPFU0939F1ZV", "27aapfu0939f1zv"),
    "fromGstin": ("27AAPFU0939F1ZV", "X7AAPFU0939F1ZV"),
    "toGstin": ("29AAGCB7383J1Z4", "UPR"),
    "supplyType": ("I", "X"),
    "docType": ("BOE", "INX"),
    "docNo": ("A/26-27/00000001", "0123"),
    "docDate": ("31/12/2029", "2026-10-15"),
    "transporterId": ("29AAACT2727Q1ZW", "29AAACT2727Q1Z"),
    "transDocNo": ("RR/9-0000000001", "B/L 1"),
    "transDocDate": ("15/10/2026", "15.10.2026"),
    "vehicleNo": ("MH12AB123456789", "MH12AB"),
    "vehicleType": ("O", "X"),
    "qtyUnit": ("KGS", "kgs"),
}


def form() -> Row:
    """A bill that the portal takes."""
    return deepcopy(_FORM)


def refused(section: str, name: str, value: Any) -> bool:
    """Return whether the form of the value is told as a fault of its field; no other field may be named."""
    made = form()
    (made["itemList"][0] if section else made)[name] = value
    path = f"{section}.{name}" if section else name
    malformed = [fault.field for fault in faults_of(made) if fault.code.startswith("field_")]
    assert malformed in ([], [path])
    return bool(malformed)


def test_the_form_is_taken_and_has_every_field() -> None:
    made = form()
    assert faults_of(made) == []
    assert set(made) == {*BILL, "itemList"}
    assert set(made["itemList"][0]) == set(ITEM)


@pytest.mark.parametrize(("section", "name", "rule"), FIELDS, ids=lambda value: value if value else "bill")
def test_each_field_is_taken_at_its_bounds_and_refused_beyond(
    section: str, name: str, rule: TextRule | NumberRule
) -> None:
    if isinstance(rule, NumberRule):
        step = Decimal(1).scaleb(-rule.places)
        taken: list[Any] = [rule.least, rule.most]
        beyond: list[Any] = [rule.least - step, rule.most + step, rule.least + step / 10, "1", True]
    elif name in FORMS:
        good, bad = FORMS[name]
        assert len(good) == rule.most
        taken, beyond = [good], [bad, good + good, 1]
    else:
        taken = ["x" * length for length in (rule.least, rule.most)]
        beyond = [
            "x" * (rule.most + 1),
            *(["x" * (rule.least - 1)] if rule.least else []),
            'a "b"',
            "a\\b",
            1,
        ]
    assert [value for value in taken if refused(section, name, value)] == []
    assert [value for value in beyond if not refused(section, name, value)] == []


@pytest.mark.parametrize(("section", "name", "rule"), FIELDS, ids=lambda value: value if value else "bill")
def test_each_field_is_there_if_required(section: str, name: str, rule: TextRule | NumberRule) -> None:
    assert refused(section, name, None) == rule.required
    assert refused(section, f"{name}s", 1)


def test_a_bill_has_1_to_250_items_of_different_numbers() -> None:
    made = form()
    made["itemList"] *= 2
    made["totalValue"] *= 2
    made["totInvValue"] *= 2
    assert [fault.code for fault in faults_of(made)] == ["serial_number_twice"]
    made["itemList"] = [made["itemList"][0] | {"itemNo": place} for place in range(1, 252)]
    assert "items_out_of_range" in [fault.code for fault in faults_of(made)]
    made["itemList"] = []
    assert "items_out_of_range" in [fault.code for fault in faults_of(made)]


def test_the_parts_exceed_the_total_by_2_rupees_at_most() -> None:
    made = form()
    made["totInvValue"] -= 2
    assert faults_of(made) == []
    made["totInvValue"] -= Decimal("0.01")
    assert [fault.field for fault in faults_of(made)] == ["totInvValue"]


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ({"totalValue": Decimal("1000.01")}, ["totalValue"]),
        ({"igstValue": Decimal(90), "cgstValue": Decimal(45), "sgstValue": Decimal(45)}, ["igstValue"]),
        ({"igstValue": Decimal(0), "cgstValue": Decimal(90), "sgstValue": Decimal(89)}, ["sgstValue"]),
    ],
)
def test_values_add_up_and_bear_one_kind_of_tax(own: Row, expected: list[str]) -> None:
    assert [fault.field for fault in faults_of(form() | own)] == expected


@pytest.mark.parametrize(
    ("own", "carried", "field", "record"),
    [
        ({"number": "0001"}, {}, "invoiceNumber", "inv_1"),
        ({"seller_gstin": "27X"}, {}, "gstin", "reg_1"),
        ({"buyer": document()[0]["buyer"] | {"gstin": "29X"}}, {}, "buyer.gstin", "inv_1"),
        ({}, {"document_number": "B/L 1"}, "documentNumber", None),
        ({}, {"vehicle_number": "MH1"}, "vehicleNumber", None),
        ({}, {"transporter_id": "X"}, "transporterId", None),
    ],
)
def test_what_the_form_refuses_is_told_by_what_the_caller_can_change(
    own: Row, carried: Row, field: str, record: str | None
) -> None:
    answer = e_way_bill_answer(*document(**own), CARRIED | carried)
    assert answer["document"] is None
    told = {(problem["field"], problem["recordId"]) for problem in answer["problems"]}
    assert told == {(field, record)}


def test_a_line_is_told_by_its_place_among_all_lines() -> None:
    work = line(1, 10, hsn_or_sac="998719")
    answer = e_way_bill_answer(*document(work, line(1, 1, cess_rate_percent=Decimal(1000))), CARRIED)
    assert [problem["field"] for problem in answer["problems"]] == ["lines.1.cessRatePercent"]


def test_a_distance_that_is_left_out_is_0_so_that_the_portal_works_it_out() -> None:
    answer = e_way_bill_answer(*document(), CARRIED | {"distance_km": None})
    assert answer["document"]["billLists"][0]["transDistance"] == 0
