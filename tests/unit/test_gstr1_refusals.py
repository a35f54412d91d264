"""Refusals of the portal in GSTR-1: told by code and by the field to change, while all else is filed."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from app.returns.gstr1 import Gstr1
from app.returns.periods import period_of
from app.returns.supplies_of_month import supplied

SELLER, BUYER = "27AAPFU0939F1ZV", "29AAGCB7383J1Z4"
EXPORT = {"supply_type": "EXPWP", "place_of_supply_state_code": "96", "buyer_gstin": None}


def made(above_5_crore: bool = False, line: dict[str, Any] | None = None, **own: Any) -> Gstr1:
    """A return of one invoice of 1,000 at 18 % to a buyer in another state."""
    document = {
        "id": "inv_1",
        "kind": "invoice",
        "number": "INV-00001",
        "day": date(2026, 5, 4),
        "seller_state_code": "27",
        "place_of_supply_state_code": "29",
        "supply_type": "B2B",
        "reverse_charge": False,
        "seller_is_composition": False,
        "gst_category": "REGISTERED",
        "other_charges": Decimal(0),
        "buyer_gstin": BUYER,
        "port_code": None,
        "shipping_bill_number": None,
        "shipping_bill_date": None,
        "original_day": None,
        "original_value": None,
    } | own
    row = {
        "hsn_or_sac": "731815",
        "unit": "KGS",
        "tax_rate_percent": Decimal(18),
        "taxability": "TAXABLE",
        "quantity": Decimal(10),
        "taxable_amount": Decimal(1000),
        "igst_amount": Decimal(180),
        "cgst_amount": Decimal(0),
        "cess_amount": Decimal(0),
        "owed_whole": Decimal(180),
        "owed_half": Decimal(90),
        "owed_cess": Decimal(0),
    } | (line or {})
    filed = Gstr1(SELLER, period_of("2026-05"), above_5_crore=above_5_crore)
    filed.add(supplied(document, [row]))
    return filed


@pytest.mark.parametrize(
    ("own", "code", "field"),
    [
        ({"number": "INV-2026-27-00001"}, "number_not_rule_46", "invoiceNumber"),
        ({"number": "INV 1"}, "number_not_rule_46", "invoiceNumber"),
        ({"kind": "credit note", "number": "CN#1"}, "number_not_rule_46", "creditNoteNumber"),
        ({"place_of_supply_state_code": "XX"}, "place_unknown", "placeOfSupplyStateCode"),
        ({"buyer_gstin": " "}, "gstin_missing", "buyer.gstin"),
        ({"buyer_gstin": "29AAGCB7383J1Z"}, "gstin_malformed", "buyer.gstin"),
        ({"buyer_gstin": "29AAGCB7383J1Z5"}, "gstin_check_character", "buyer.gstin"),
        ({"buyer_gstin": SELLER.lower()}, "gstin_of_seller", "buyer.gstin"),
        ({"seller_is_composition": True}, "bill_of_supply", "sellerGstin"),
        ({"supply_type": "B2C", "reverse_charge": True}, "reverse_charge_unregistered", "reverseCharge"),
        (EXPORT | {"reverse_charge": True}, "reverse_charge_unregistered", "reverseCharge"),
        (EXPORT | {"port_code": "INNSA"}, "port_malformed", "portCode"),
        (EXPORT | {"shipping_bill_number": "12345678"}, "shipping_bill_malformed", "shippingBillNumber"),
        ({"line": {"tax_rate_percent": Decimal(17), "igst_amount": Decimal(170)}}, "rate_unusual", None),
        ({"line": {"igst_amount": Decimal("191.01")}}, "tax_not_of_rate", None),
        ({"line": {"igst_amount": Decimal(90), "cgst_amount": Decimal(45)}}, "tax_not_of_rate", None),
        ({"supply_type": "SEZWOP"}, "tax_not_of_rate", None),
        (
            {
                "supply_type": "EXPWOP",
                "buyer_gstin": None,
                "place_of_supply_state_code": "96",
                "reverse_charge": True,
                "line": {"igst_amount": Decimal(0)},
            },
            "reverse_charge_unregistered",
            "reverseCharge",
        ),
        ({"other_charges": Decimal(10) ** 13}, "value_too_large", "total"),
    ],
)
def test_a_document_that_the_portal_refuses_is_told_and_in_no_section(
    own: dict[str, Any], code: str, field: str | None
) -> None:
    filed = made(**own)
    (problem,) = filed.problems
    assert (problem.code, problem.field, problem.record_id) == (
        code,
        field or "lines.taxRatePercent",
        "inv_1",
    )
    assert problem.message
    assert not any(count for count, _ in filed.totals.values())
    document = filed.document()
    assert not any(document[section] for section in ("b2b", "b2cl", "b2cs", "exp", "cdnr", "cdnur"))
    assert document["hsn"] == {"hsn_b2b": [], "hsn_b2c": []}


@pytest.mark.parametrize(
    "own",
    [
        {},
        {"number": "A/1-2"},
        {"number": "1234567890123456"},
        # A UIN of a body of the United Nations, and a deductor of tax: both have no number of a taxpayer.
        {"buyer_gstin": "2917USA00001UNT"},
        {"buyer_gstin": BUYER.lower()},
        EXPORT | {"port_code": "innsa1", "shipping_bill_number": "123"},
        # What rounding leaves.
        {"line": {"igst_amount": Decimal("190.99")}},
        {"other_charges": Decimal("-0.49")},
    ],
)
def test_what_the_portal_takes_is_filed(own: dict[str, Any]) -> None:
    filed = made(**own)
    assert filed.problems == []
    assert sum(count for count, _ in filed.totals.values()) == 1


@pytest.mark.parametrize(
    ("hsn", "above_5_crore", "code"),
    [
        ("", False, "hsn_missing"),
        (None, False, "hsn_missing"),
        ("73", False, "hsn_malformed"),
        ("99831A", False, "hsn_malformed"),
        ("7318", True, "hsn_too_short"),
    ],
)
def test_a_code_that_the_portal_refuses_leaves_the_document_in_its_section(
    hsn: str | None, above_5_crore: bool, code: str
) -> None:
    filed = made(above_5_crore, {"hsn_or_sac": hsn})
    (problem,) = filed.problems
    assert (problem.code, problem.field, problem.record_id) == (code, "lines.hsnOrSac", "inv_1")
    assert filed.totals["b2b"][0] == 1
    assert filed.document()["hsn"]["hsn_b2b"] == []


def test_four_digits_are_enough_up_to_5_crore() -> None:
    filed = made(line={"hsn_or_sac": "7318"})
    assert filed.problems == []
    assert filed.document()["hsn"]["hsn_b2b"][0]["hsn_sc"] == "7318"


@pytest.mark.parametrize(
    ("original", "value", "section"),
    [
        # The limit is that of the invoice's day: 2,50,000 rupees until July 2024, 1,00,000 since August.
        (date(2024, 7, 31), "250000.00", "b2cs"),
        (date(2024, 7, 31), "250000.01", "cdnur"),
        (date(2024, 8, 1), "100000.00", "b2cs"),
        (date(2024, 8, 1), "100000.01", "cdnur"),
    ],
)
def test_a_note_stands_where_its_invoice_did(original: date, value: str, section: str) -> None:
    about = {"original_day": original, "original_value": Decimal(value)}
    filed = made(kind="credit note", number="CN-1", supply_type="B2C", **about)
    assert filed.problems == []
    assert [name for name, (count, _) in filed.totals.items() if count] == [section]


@pytest.mark.parametrize(
    ("type", "name", "tax"), [("SEZWP", "SEWP", 180.0), ("SEZWOP", "SEWOP", 0.0), ("B2B", "R", 180.0)]
)
def test_under_reverse_charge_a_zone_without_payment_owes_no_tax(type: str, name: str, tax: float) -> None:
    filed = made(supply_type=type, reverse_charge=True, line={"igst_amount": Decimal(0)})
    assert filed.problems == []
    (invoice,) = filed.document()["b2b"][0]["inv"]
    assert (invoice["rchrg"], invoice["inv_typ"], invoice["val"]) == ("Y", name, 1000.0)
    assert (invoice["itms"][0]["itm_det"]["rt"], invoice["itms"][0]["itm_det"]["iamt"]) == (18.0, tax)
    assert filed.totals["b2b"][1].igst == 0
