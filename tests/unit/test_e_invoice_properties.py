"""INV-01 and the e-way bill of any document add up to the portal's tolerance, and to the books to the paisa."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.returns.e_invoice import inv_01
from app.returns.e_invoice_format import faults_of
from app.returns.e_way_bill import e_way_bill_answer
from app.tax.gst import DocumentAdjustments
from app.wire import Row
from tests.unit.portal_documents import EXPORT, SEZ, document, line

pytestmark = pytest.mark.slow

LORRY: Row = dict.fromkeys(
    ("transporter_id", "transporter_name", "distance_km", "document_number", "document_date")
) | {"supply_type": "O", "vehicle_type": "R", "mode": 1, "vehicle_number": "MH12AB1234"}
_AMOUNTS = st.decimals("0.01", "9999", places=2)
_LINES = st.builds(
    line,
    st.decimals("0.001", "500", places=3),
    st.decimals("0.01", "9999", places=4),
    st.sampled_from(["0", "0.25", "3", "5", "12", "18", "28", "40"]),
    is_price_inclusive=st.booleans(),
    taxability=st.sampled_from(["TAXABLE", "TAXABLE", "EXEMPT"]),
    cess_rate_percent=st.sampled_from([Decimal(0), Decimal(12)]),
)
_KINDS = st.sampled_from(
    [
        {},
        {"place_of_supply_state_code": "27"},
        {"reverse_charge": True},
        SEZ | {"supply_type": "SEZWP"},
        SEZ | {"supply_type": "SEZWOP", "place_of_supply_state_code": "27"},
        EXPORT | {"supply_type": "EXPWP"},
        EXPORT | {"supply_type": "EXPWP", "currency_code": "USD", "exchange_rate": Decimal("84.257")},
        EXPORT | {"supply_type": "EXPWOP"},
    ]
)


@settings(max_examples=150, deadline=None)
@given(
    lines=st.lists(_LINES, min_size=1, max_size=6),
    kind=_KINDS,
    percent=st.decimals(0, 50, places=1),
    adjustment=_AMOUNTS,
    rounds=st.booleans(),
)
def test_items_add_up_to_the_form_and_the_form_to_the_books(
    lines: list[Row], kind: Row, percent: Decimal, adjustment: Decimal, rounds: bool
) -> None:
    below = DocumentAdjustments(percent, document_discount_is_percent=True, adjustment_amount=adjustment)
    stored, rows = document(line(), *lines, adjustments=below, rounds=rounds, **kind)
    made = inv_01(stored, rows)
    assert faults_of(made) == []
    items, totals = made["ItemList"], made["ValDtls"]
    for item in items:
        assert item["AssAmt"] == item["TotAmt"] - item["Discount"] >= 0
        assert item["Discount"] >= 0
    taxes = sum(totals[name] for name in ("IgstVal", "CgstVal", "SgstVal", "CesVal"))
    owed = taxes if stored["reverse_charge"] else 0
    assert sum(item["TotItemVal"] for item in items) == totals["AssVal"] + taxes - owed
    if stored["currency_code"] != "INR":
        assert totals["TotInvValFc"] == stored["total"]
        return
    not_taxed = sum(row["taxable_amount"] for row in rows if row["taxability"] != "TAXABLE")
    assert totals["TotInvVal"] == stored["total"]
    assert totals["AssVal"] + not_taxed == stored["sub_total"] - stored["discount_total"]
    stored_taxes = sum(stored[f"{tax}_total"] for tax in ("igst", "cgst", "sgst", "cess"))
    assert taxes - owed == stored_taxes


@settings(max_examples=100, deadline=None)
@given(
    lines=st.lists(_LINES, min_size=1, max_size=6),
    kind=_KINDS,
    percent=st.decimals(0, 50, places=1),
    adjustment=_AMOUNTS,
    words=st.text(max_size=20) | st.sampled_from(["long " * 30, "x" * 150, 'a "b" \\ c']),
)
def test_an_e_way_bill_comes_to_the_invoice_and_its_texts_fit(
    lines: list[Row], kind: Row, percent: Decimal, adjustment: Decimal, words: str
) -> None:
    below = DocumentAdjustments(percent, document_discount_is_percent=True, adjustment_amount=adjustment)
    work = line(1, 10, hsn_or_sac="998719", description=words)
    stored, rows = document(line(description=words), work, *lines, adjustments=below, **kind)
    billed = stored["buyer"]["billingAddress"] | {"line2": words, "city": f"Town {words}"}
    stored["buyer"] = stored["buyer"] | {"billingAddress": billed}
    answer = e_way_bill_answer(stored, rows, LORRY)
    assert answer["problems"] == []
    (made,) = answer["document"]["billLists"]
    names = ("totalValue", "igstValue", "cgstValue", "sgstValue", "cessValue", "TotNonAdvolVal", "OthValue")
    assert made["totInvValue"] == sum(made[name] for name in names)
    assert sum(item["taxableAmount"] for item in made["itemList"]) == made["totalValue"]
    if stored["currency_code"] == "INR":
        assert made["totInvValue"] == stored["total"]
    most = {"fromPlace": 50, "toPlace": 50, "toAddr1": 120, "toAddr2": 120, "toTrdName": 100, "docNo": 16}
    assert all(len(made[name]) <= length for name, length in most.items())
    assert all(len(item["productName"]) <= 100 for item in made["itemList"])
    assert not set('"\\') & set("".join(value for value in made.values() if isinstance(value, str)))
