"""INV-01 of any document adds up to the portal's tolerance, and to the books to the paisa."""

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from app.returns.e_invoice import inv_01
from app.returns.e_invoice_format import faults_of
from app.tax.gst import DocumentAdjustments
from app.wire import Row
from tests.unit.portal_documents import EXPORT, SEZ, document, line

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
