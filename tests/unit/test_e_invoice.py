"""INV-01: worked figures for each case of GST, and sums that hold for any document.

The figures are worked out by hand from rule 48(4), the form of notification 60/2020 and the portal's validation rules.
"""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from app.returns.countries import country_code
from app.returns.e_invoice import e_invoice_answer
from app.tax.gst import DocumentAdjustments
from app.wire import Row
from tests.unit.portal_documents import ABROAD, ADDRESS, BUYER, EXPORT, SEZ, document, line


def form(*lines: Row, adjustments: DocumentAdjustments | None = None, **own: Any) -> Row:
    """INV-01 of a document that the portal takes."""
    answer = e_invoice_answer(*document(*lines, adjustments=adjustments, **own))
    assert answer["problems"] == []
    made: Row = answer["document"]
    return made


def problems(*lines: Row, **own: Any) -> dict[str, str | None]:
    """Field -> record of what the portal would refuse."""
    answer = e_invoice_answer(*document(*lines, **own))
    assert answer["document"] is None
    return {problem["field"] or problem["code"]: problem["recordId"] for problem in answer["problems"]}


def figures(section: Row, *names: str) -> list[float]:
    return [float(section[name]) for name in names]


_ITEM = ("TotAmt", "Discount", "AssAmt", "IgstAmt", "CgstAmt", "SgstAmt", "CesAmt", "TotItemVal")
_VALUES = (
    "AssVal",
    "IgstVal",
    "CgstVal",
    "SgstVal",
    "CesVal",
    "Discount",
    "OthChrg",
    "RndOffAmt",
    "TotInvVal",
)


def test_goods_to_another_state() -> None:
    made = form()
    (item,) = made["ItemList"]
    assert (item["SlNo"], item["IsServc"], item["HsnCd"], item["Unit"]) == ("1", "N", "731815", "KGS")
    assert figures(item, "Qty", "UnitPrice", "GstRt") == [10, 100, 18]
    assert figures(item, *_ITEM) == [1000, 0, 1000, 180, 0, 0, 0, 1180]
    assert figures(made["ValDtls"], *_VALUES) == [1000, 180, 0, 0, 0, 0, 0, 0, 1180]
    assert "TotInvValFc" not in made["ValDtls"]
    assert not made.keys() & {"ExpDtls", "RefDtls", "ShipDtls"}


def test_services_within_a_state() -> None:
    made = form(line(2, 500, hsn_or_sac="998313", unit="HOUR"), place_of_supply_state_code="27")
    (item,) = made["ItemList"]
    assert (item["IsServc"], item["Unit"]) == ("Y", "OTH")
    assert figures(item, *_ITEM) == [1000, 0, 1000, 0, 90, 90, 0, 1180]


def test_lines_that_are_not_taxable_are_other_charges() -> None:
    exempt, nil = (line(1, 40, taxability=word, hsn_or_sac=None) for word in ("EXEMPT", "NIL_RATED"))
    made = form(exempt, line(), nil)
    assert [item["SlNo"] for item in made["ItemList"]] == ["1"]
    assert figures(made["ValDtls"], *_VALUES) == [1000, 180, 0, 0, 0, 0, 80, 0, 1260]


@pytest.mark.parametrize(("kind", "igst", "total"), [("SEZWP", 180, 1180), ("SEZWOP", 0, 1000)])
@pytest.mark.parametrize(("place", "intra"), [("29", "N"), ("27", "Y")])
def test_a_zone_with_and_without_payment(kind: str, igst: int, total: int, place: str, intra: str) -> None:
    made = form(supply_type=kind, place_of_supply_state_code=place, **SEZ)
    assert (made["TranDtls"]["SupTyp"], made["TranDtls"]["IgstOnIntra"]) == (kind, intra)
    assert figures(made["ItemList"][0], "IgstAmt", "CgstAmt", "TotItemVal") == [igst, 0, total]


def test_an_export_in_another_currency_is_told_in_rupees() -> None:
    shipped = {
        "shipping_bill_number": "4471829",
        "port_code": "INNSA1",
        "shipping_bill_date": document()[0]["day"],
    }
    money = {"currency_code": "USD", "exchange_rate": Decimal("84.25")}
    made = form(line(3, "14.80"), line(1, "4.63"), supply_type="EXPWP", **EXPORT, **money, **shipped)
    # 44.40 and 4.63 dollars with 7.99 and 0.83 of IGST.
    assert [figures(item, "TotAmt", "IgstAmt") for item in made["ItemList"]] == [
        [3740.7, 673.16],
        [390.08, 69.93],
    ]
    assert figures(made["ValDtls"], "AssVal", "IgstVal", "TotInvVal", "TotInvValFc") == [
        4130.78,
        743.09,
        4873.87,
        57.85,
    ]
    assert made["ExpDtls"] == {
        "ShipBNo": "4471829",
        "ShipBDt": "15/10/2026",
        "Port": "INNSA1",
        "RefClm": "Y",
        "ForCur": "USD",
        "CntCode": "US",
    }
    buyer = made["BuyerDtls"]
    assert [buyer[name] for name in ("Gstin", "Pos", "Stcd", "Pin")] == ["URP", "96", "96", 999999]


def test_an_export_without_payment_bears_no_tax() -> None:
    made = form(supply_type="EXPWOP", **EXPORT)
    assert figures(made["ItemList"][0], *_ITEM) == [1000, 0, 1000, 0, 0, 0, 0, 1000]
    assert made["ExpDtls"] == {"RefClm": "N", "CntCode": "US"}


def test_a_deemed_export() -> None:
    assert form(supply_type="DEXP", gst_category="DEEMED_EXPORT")["TranDtls"]["SupTyp"] == "DEXP"


def test_under_reverse_charge_the_recipients_tax_is_told_and_not_asked_for() -> None:
    made = form(line(cess_rate_percent=Decimal(12)), reverse_charge=True, place_of_supply_state_code="27")
    assert made["TranDtls"]["RegRev"] == "Y"
    assert figures(made["ItemList"][0], *_ITEM) == [1000, 0, 1000, 0, 90, 90, 120, 1000]
    assert figures(made["ValDtls"], *_VALUES) == [1000, 0, 90, 90, 120, 0, 0, 0, 1000]


@pytest.mark.parametrize(("kind", "igst"), [("SEZWP", 180), ("SEZWOP", 0)])
def test_a_zone_owes_tax_under_reverse_charge_only_with_payment(kind: str, igst: int) -> None:
    made = form(supply_type=kind, reverse_charge=True, **SEZ)
    assert (made["TranDtls"]["SupTyp"], made["TranDtls"]["RegRev"]) == (kind, "Y")
    assert figures(made["ItemList"][0], "IgstAmt", "CgstAmt", "TotItemVal") == [igst, 0, 1000]


def test_cess_is_a_part_of_the_items_value() -> None:
    made = form(line(percent=28, cess_rate_percent=Decimal(12)))
    assert figures(made["ItemList"][0], *_ITEM) == [1000, 0, 1000, 280, 0, 0, 120, 1400]
    assert figures(made["ItemList"][0], "CesRt") == [12]


def test_an_items_discount_has_its_share_of_the_documents() -> None:
    made = form(line(discount=Decimal(100)), line(1, 100), adjustments=DocumentAdjustments(Decimal(50)))
    # 900 and 100 share 50 as 45 and 5.
    assert [figures(item, "TotAmt", "Discount", "AssAmt", "IgstAmt") for item in made["ItemList"]] == [
        [1000, 145, 855, 153.9],
        [100, 5, 95, 17.1],
    ]
    assert figures(made["ValDtls"], "AssVal", "Discount", "TotInvVal") == [950, 0, 1121]


def test_the_document_that_the_documentation_works_through() -> None:
    below = DocumentAdjustments(Decimal(52), adjustment_amount=Decimal(25))
    milk = line(1, 40, 0, taxability="EXEMPT")
    made = form(line(discount=Decimal(100)), line(1, 100), milk, adjustments=below)
    assert [figures(item, *_ITEM) for item in made["ItemList"]] == [
        [1000, 145, 855, 153.9, 0, 0, 0, 1008.9],
        [100, 5, 95, 17.1, 0, 0, 0, 112.1],
    ]
    assert figures(made["ValDtls"], *_VALUES) == [950, 171, 0, 0, 0, 0, 63, 0, 1184]


def test_prices_that_include_tax_are_told_without_it() -> None:
    inclusive = line(1, 118, is_price_inclusive=True, discount=Decimal(59))
    assert figures(form(inclusive)["ItemList"][0], "UnitPrice", *_ITEM) == [100, 100, 50, 50, 9, 0, 0, 0, 59]


@pytest.mark.parametrize(
    ("adjustment", "discount", "charges", "total"), [(25, 0, 25, 1205), (-25, 25, 0, 1155)]
)
def test_an_adjustment_is_a_charge_or_a_discount(
    adjustment: int, discount: int, charges: int, total: int
) -> None:
    made = form(adjustments=DocumentAdjustments(adjustment_amount=Decimal(adjustment)))
    assert figures(made["ValDtls"], "Discount", "OthChrg", "TotInvVal") == [discount, charges, total]


def test_the_round_off_is_told_by_itself() -> None:
    made = form(line(1, "99.90"), rounds=True)
    assert figures(made["ValDtls"], "AssVal", "IgstVal", "RndOffAmt", "TotInvVal") == [99.9, 17.98, 0.12, 118]


def test_a_note_names_its_originals() -> None:
    made = form(type="CRN", number="cn-7", originals=[{"number": "inv-00001", "day": "04/05/2026"}])
    assert made["DocDtls"] == {"Typ": "CRN", "No": "CN-7", "Dt": "15/10/2026"}
    assert made["RefDtls"]["PrecDocDtls"] == [{"InvNo": "INV-00001", "InvDt": "04/05/2026"}]


def test_a_delivery_elsewhere_is_told_where_its_address_is_whole() -> None:
    there = ADDRESS | {"line1": "Godown 7"}
    assert form(buyer=BUYER | {"shippingAddress": there})["ShipDtls"]["Addr1"] == "Godown 7"
    assert "ShipDtls" not in form(buyer=BUYER | {"shippingAddress": there | {"pincode": None}})


@pytest.mark.parametrize(
    ("own", "field", "record"),
    [
        ({"number": "0123"}, "invoiceNumber", "inv_1"),
        ({"number": "INV-2026-10-0000017"}, "invoiceNumber", "inv_1"),
        ({"pincode": None}, "pincode", "reg_1"),
        ({"address_line1": None}, "addressLine1", "reg_1"),
        ({"buyer": BUYER | {"billingAddress": None}}, "buyer.billingAddress.pincode", "inv_1"),
        (
            {"buyer": BUYER | {"billingAddress": ADDRESS | {"city": None}}},
            "buyer.billingAddress.city",
            "inv_1",
        ),
        ({"buyer": BUYER | {"legalName": "Xy"}}, "buyer.legalName", "inv_1"),
        ({"buyer": BUYER | {"gstin": None}}, "not_required", "inv_1"),
        ({"supply_type": "B2C"}, "not_required", "inv_1"),
        ({"seller_is_composition": True}, "not_required", "inv_1"),
        ({"seller_gstin": None}, "not_required", "inv_1"),
        ({"status": "DRAFT"}, "status", "inv_1"),
        ({"status": "VOID"}, "status", "inv_1"),
        (EXPORT | {"supply_type": "EXPWOP", "port_code": "IN NSA"}, "portCode", "inv_1"),
    ],
)
def test_what_the_portal_refuses_is_told_by_field_and_record(own: Row, field: str, record: str) -> None:
    assert problems(**own)[field] == record


@pytest.mark.parametrize(
    ("kind", "day", "told"),
    [
        ("INV", date(2026, 10, 16), {"invoiceDate": "inv_1"}),
        ("CRN", date(2026, 10, 16), {"creditNoteDate": "inv_1"}),
        ("INV", date(2020, 9, 30), {"invoiceDate": "inv_1"}),
    ],
)
def test_the_portal_takes_documents_from_october_2020_through_today(
    kind: str, day: date, told: dict[str, str]
) -> None:
    assert problems(type=kind, day=day, today=date(2026, 10, 15)) == told


@pytest.mark.parametrize("day", [date(2020, 10, 1), date(2026, 10, 15)])
def test_the_first_and_the_last_day_that_the_portal_takes(day: date) -> None:
    assert form(day=day, today=date(2026, 10, 15))["DocDtls"]["Dt"] == day.strftime("%d/%m/%Y")


def test_a_buyer_abroad_owes_no_tax_under_reverse_charge() -> None:
    assert problems(supply_type="EXPWP", reverse_charge=True, **EXPORT) == {"reverseCharge": "inv_1"}


def test_a_seller_above_5_crore_tells_6_digits_of_each_code() -> None:
    exempt = line(taxability="EXEMPT", hsn_or_sac="0401")
    short = (exempt, line(), line(hsn_or_sac="7318"))
    assert problems(*short, turnover_above_5_crore=True) == {"lines.2.hsnOrSac": "inv_1"}
    assert form(*short)["ItemList"][1]["HsnCd"] == "7318"


@pytest.mark.parametrize("hsn", [None, "731", "99831", "ABCD"])
def test_a_line_needs_a_code_that_the_portal_knows(hsn: str | None) -> None:
    exempt = line(taxability="EXEMPT")
    assert problems(exempt, line(hsn_or_sac=hsn)) == {"lines.1.hsnOrSac": "inv_1"}


def test_a_rate_that_is_none_of_gst_is_refused() -> None:
    assert problems(line(percent=17)) == {"lines.0.taxRatePercent": "inv_1"}


def test_an_export_to_an_unknown_country_is_refused() -> None:
    buyer = EXPORT["buyer"] | {"billingAddress": ABROAD | {"country": "Atlantis"}}  # type: ignore[operator]
    told = problems(supply_type="EXPWOP", **EXPORT | {"buyer": buyer})
    assert told == {"buyer.billingAddress.country": "inv_1"}


@pytest.mark.parametrize(
    ("name", "code"), [("usa", "US"), ("United  Kingdom", "GB"), ("AE", "AE"), ("India", None)]
)
def test_countries_are_known_by_code_and_name(name: str, code: str | None) -> None:
    assert country_code(name) == code
