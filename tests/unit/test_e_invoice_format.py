"""The validator of INV-01 sees what the portal refuses, and takes what it takes."""

from decimal import Decimal
from typing import Any

import pytest

from app.returns.e_invoice import inv_01
from app.returns.e_invoice_format import FIELDS, faults_of
from app.wire import Row
from tests.unit.portal_documents import ADDRESS, BUYER, EXPORT, document, line


def form() -> Row:
    """INV-01 that the portal takes."""
    return inv_01(*document())


@pytest.mark.parametrize(
    ("section", "field", "value"),
    [
        ("ValDtls", "AssVal", 1002),
        ("ValDtls", "TotInvVal", 1182),
        ("ValDtls", "RndOffAmt", 100),
        ("SellerDtls", "Stcd", "29"),
        ("BuyerDtls", "Gstin", "27AAPFU0939F1ZV"),
        ("BuyerDtls", "Pin", 999),
        ("ItemList", "AssAmt", 990),
        ("ItemList", "TotItemVal", 1000),
        ("ItemList", "IgstAmt", 178),
        ("ItemList", "CgstAmt", 5),
        ("ItemList", "IsServc", "Y"),
        ("TranDtls", "SupTyp", "B2C"),
    ],
)
def test_the_validator_sees_each_fault_of_a_form(section: str, field: str, value: Any) -> None:
    made = form()
    part = made[section][0] if section == "ItemList" else made[section]
    part[field] = Decimal(value) if isinstance(value, int) else value
    assert any((fault.field or "").endswith(field) for fault in faults_of(made))


def part_of(made: Row, section: str) -> Row:
    part: Row = made[section][0] if section == "ItemList" else made[section]
    return part


@pytest.mark.parametrize(
    ("section", "field"),
    [
        ("ItemList", "AssAmt"),
        ("ItemList", "TotItemVal"),
        ("ItemList", "IgstAmt"),
        ("ItemList", "CesAmt"),
        ("ValDtls", "AssVal"),
        ("ValDtls", "IgstVal"),
        ("ValDtls", "CgstVal"),
        ("ValDtls", "SgstVal"),
        ("ValDtls", "CesVal"),
        ("ValDtls", "TotInvVal"),
    ],
)
def test_each_amount_may_be_off_by_a_rupee(section: str, field: str) -> None:
    made = form()
    part_of(made, section)[field] += 1
    assert faults_of(made) == []
    part_of(made, section)[field] += Decimal("0.01")
    assert f"{section}{'.0' if section == 'ItemList' else ''}.{field}" in {f.field for f in faults_of(made)}


@pytest.mark.parametrize(
    ("amount", "is_taken"), [("99.99", True), ("-99.99", True), ("100", False), ("-100", False)]
)
def test_the_round_off_lies_within_99_99(amount: str, is_taken: bool) -> None:
    made = form()
    made["ValDtls"]["RndOffAmt"] = Decimal(amount)
    made["ValDtls"]["TotInvVal"] += Decimal(amount)
    assert (faults_of(made) == []) == is_taken


def test_the_taxes_of_a_note_are_not_compared_with_their_rates() -> None:
    made = form()
    for section, field in (("ItemList", "IgstAmt"), ("ItemList", "TotItemVal")):
        part_of(made, section)[field] += 5
    for field in ("IgstVal", "TotInvVal"):
        made["ValDtls"][field] += 5
    assert [fault.field for fault in faults_of(made)] == ["ItemList.0.IgstAmt"]
    made["DocDtls"]["Typ"] = "CRN"
    assert faults_of(made) == []


@pytest.mark.parametrize(
    ("kind", "field"), [("SEZWOP", "IgstAmt"), ("EXPWOP", "IgstAmt"), ("SEZWP", "CgstAmt")]
)
def test_a_supply_bears_the_taxes_of_its_kind_alone(kind: str, field: str) -> None:
    made = form()
    made["TranDtls"]["SupTyp"] = kind
    part_of(made, "ItemList")[field] = Decimal(2)
    assert f"ItemList.0.{field}" in {fault.field for fault in faults_of(made)}


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("Gstin", "29AAGCB7383J1Z4"), ("Pos", "29"), ("Pin", Decimal(560001)), ("Stcd", "29")],
)
def test_an_export_goes_to_nobody_in_india(field: str, wrong: Any) -> None:
    made = inv_01(*document(supply_type="EXPWP", **EXPORT))
    assert faults_of(made) == []
    made["BuyerDtls"][field] = wrong
    assert [fault.field for fault in faults_of(made)] == [f"BuyerDtls.{field}"]


def test_a_form_has_1_to_1000_items_of_different_serial_numbers() -> None:
    made = form()
    made["ItemList"] *= 2
    assert "serial_number_twice" in {fault.code for fault in faults_of(made)}
    made["ItemList"] = []
    assert "items_out_of_range" in {fault.code for fault in faults_of(made)}
    many = inv_01(*document(*[line(1, 1)] * 1000))
    assert faults_of(many) == []
    assert "items_out_of_range" in {f.code for f in faults_of(inv_01(*document(*[line(1, 1)] * 1001)))}


EVERY = [(name, field) for name, fields in FIELDS.items() for field in fields]


@pytest.mark.parametrize(("name", "field"), EVERY, ids=str)
def test_each_field_is_there_if_required_and_has_its_form(name: str, field: str) -> None:
    shipped = {"shipping_bill_number": "4471829", "port_code": "INNSA1", "currency_code": "USD"}
    original = {"originals": [{"number": "INV-1", "day": "04/05/2026"}]}
    there = ADDRESS | {"line1": "Godown 7", "line2": "Gate 2"}
    made = form() | {"ShipDtls": inv_01(*document(buyer=BUYER | {"shippingAddress": there}))["ShipDtls"]}
    made |= {"ExpDtls": inv_01(*document(supply_type="EXPWP", **EXPORT, **shipped))["ExpDtls"]}
    made |= {"RefDtls": inv_01(*document(**original))["RefDtls"]}
    assert faults_of(made) == []
    section = made["RefDtls"]["PrecDocDtls"][0] if name == "PrecDocDtls" else part_of(made, name)
    section[field] = Decimal("1e13") if not hasattr(FIELDS[name][field], "pattern") else "x" * 400
    assert [fault.field.split(".")[-1] for fault in faults_of(made) if fault.field] == [field]
    del section[field]
    missing = [fault.code for fault in faults_of(made)]
    assert (missing[:1] == ["field_missing"]) == FIELDS[name][field].required
    section["Nonsense"] = "x"
    assert "field_unknown" in {fault.code for fault in faults_of(made)}
