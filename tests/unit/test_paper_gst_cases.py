"""The words of an invoice in each case of GST: titles, endorsements, reverse charge, exports, cess."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.printing.content.formatting import Context
from app.printing.pdf.sample_rows import invoice_record, line, worked_out
from app.tax.gst import DocumentAdjustments
from tests.unit.printed_samples import invoice

COMPOSITION = {"seller_is_composition": True}
TO_A_PERSON = {"gst_category": "UNREGISTERED", "supply_type": "B2C"}
REVERSE = {"reverse_charge": True}
TAXED, ZERO_PERCENT = line(0), line(0, tax_rate_percent=Decimal(0))
EXEMPT, NIL, OUTSIDE = (line(0, taxability=word) for word in ("EXEMPT", "NIL_RATED", "NON_GST"))
WITH_TAX = "ON PAYMENT OF INTEGRATED TAX"
WITHOUT_TAX = "UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX"
ABROAD, TO_ZONE = (
    "SUPPLY MEANT FOR EXPORT",
    "SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS",
)


def zone(supply_type: str) -> dict[str, Any]:
    return {"place_of_supply_state_code": "29", "gst_category": "SEZ", "supply_type": supply_type}


def export(supply_type: str) -> dict[str, Any]:
    return {"place_of_supply_state_code": "96", "gst_category": "OVERSEAS", "supply_type": supply_type}


def value(amount: Context) -> Decimal:
    return Decimal(amount["value"])


@pytest.mark.parametrize(
    ("lines", "facts", "title"),
    [
        ([TAXED], COMPOSITION, "BILL OF SUPPLY"),
        ([TAXED], COMPOSITION | {"seller_gstin": None}, "INVOICE"),
        ([EXEMPT], {"seller_gstin": None}, "INVOICE"),
        ([EXEMPT, NIL, OUTSIDE], {}, "BILL OF SUPPLY"),
        ([EXEMPT], TO_A_PERSON, "BILL OF SUPPLY"),
        ([EXEMPT], REVERSE, "BILL OF SUPPLY"),
        ([TAXED, EXEMPT], TO_A_PERSON, "INVOICE-CUM-BILL OF SUPPLY"),
        ([TAXED, ZERO_PERCENT], TO_A_PERSON, "INVOICE-CUM-BILL OF SUPPLY"),
        ([TAXED, TAXED], TO_A_PERSON, "TAX INVOICE"),
        ([TAXED, EXEMPT], {}, "TAX INVOICE"),
        ([TAXED, EXEMPT], {"gst_category": "UIN_HOLDER"}, "TAX INVOICE"),
        ([TAXED], REVERSE, "TAX INVOICE"),
        ([ZERO_PERCENT], REVERSE, "TAX INVOICE"),
        ([TAXED], zone("SEZWP"), "TAX INVOICE"),
        ([ZERO_PERCENT], zone("SEZWOP"), "TAX INVOICE"),
        ([EXEMPT], zone("SEZWOP"), "BILL OF SUPPLY"),
        ([TAXED], export("EXPWP"), "EXPORT INVOICE"),
    ],
)
def test_a_paper_has_the_title_of_its_case(lines: list[Any], facts: dict[str, Any], title: str) -> None:
    assert invoice(*lines, **facts)["title"] == title


@pytest.mark.parametrize(
    ("lines", "facts", "words"),
    [
        ([TAXED], COMPOSITION, "composition taxable person, not eligible to collect tax on supplies"),
        ([TAXED], COMPOSITION | {"seller_gstin": None}, None),
        ([TAXED], zone("SEZWP"), f"{TO_ZONE} {WITH_TAX}"),
        ([TAXED], zone("SEZWOP"), f"{TO_ZONE} {WITHOUT_TAX}"),
        ([EXEMPT], zone("SEZWP"), f"{TO_ZONE} {WITHOUT_TAX}"),
        ([TAXED], zone("SEZWP") | {"seller_gstin": None}, None),
        ([TAXED], export("EXPWP"), f"{ABROAD} {WITH_TAX}"),
        ([TAXED], export("EXPWOP"), f"{ABROAD} {WITHOUT_TAX}"),
        (
            [TAXED],
            {"gst_category": "DEEMED_EXPORT", "supply_type": "DEXP"},
            "SUPPLY TREATED AS DEEMED EXPORT",
        ),
        ([TAXED], {"gst_category": "DEEMED_EXPORT", "seller_gstin": None}, None),
        ([TAXED], TO_A_PERSON, None),
    ],
)
def test_a_paper_bears_the_words_of_its_case(
    lines: list[Any], facts: dict[str, Any], words: str | None
) -> None:
    assert invoice(*lines, **facts)["endorsement"] == words


@pytest.mark.parametrize("facts", [COMPOSITION, REVERSE, zone("SEZWOP"), export("EXPWOP")])
def test_what_bears_no_tax_has_no_tax_in_its_totals(facts: dict[str, Any]) -> None:
    paper = invoice(TAXED, **facts)
    assert (paper["taxes"], paper["hsn_summary"]) == ([], [])
    assert [row["label"] for row in paper["totals"]] == ["Sub total"]
    assert paper["amounts"]["total"] == paper["amounts"]["sub_total"]


def test_under_reverse_charge_the_paper_says_which_rates_and_amounts_the_recipient_owes() -> None:
    cess = line(2, tax_rate_percent=Decimal(28), cess_rate_percent=Decimal(12))
    paper = invoice(line(0), line(1), line(2), cess, EXEMPT, **REVERSE)
    owed = paper["owed_by_recipient"]
    assert paper["reverse_charge"] == "Yes"
    assert [tax["name"] for tax in owed["taxes"]] == ["CGST", "SGST", "Cess"]
    shown = [
        [row["percent"], row["taxable"]["text"], row["cgst"]["percent"]]
        + [row[key]["amount"]["text"] for key in ("cgst", "sgst", "cess")]
        + [row["tax"]["text"]]
        for row in owed["rows"]
    ]
    assert shown == [
        ["5%", "3,654.50", "2.5%", "91.36", "91.36", "0.00", "182.72"],
        ["18%", "2,560.00", "9%", "230.40", "230.40", "0.00", "460.80"],
        ["28%", "2,560.00", "14%", "358.40", "358.40", "307.20", "1,024.00"],
    ]
    assert owed["tax"]["text"] == "1,667.52"


def test_what_the_recipient_owes_may_be_more_than_an_amount_of_an_invoice_can_be() -> None:
    most = line(0, rate=Decimal("9999999999999.99"), quantity=Decimal(1), cess_rate_percent=Decimal(999))
    owed = invoice(most, **REVERSE)["owed_by_recipient"]
    assert owed["tax"]["value"] == "100399999999999.90"


def test_between_states_the_recipient_owes_integrated_tax() -> None:
    owed = invoice(TAXED, **REVERSE, place_of_supply_state_code="29")["owed_by_recipient"]
    assert [tax["name"] for tax in owed["taxes"]] == ["IGST"]
    assert (owed["rows"][0]["igst"]["percent"], owed["tax"]["text"]) == ("5%", "124.90")


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        ([TAXED], {}),
        ([EXEMPT, ZERO_PERCENT], REVERSE),
        ([TAXED], REVERSE | {"seller_gstin": None}),
        ([TAXED], REVERSE | COMPOSITION),
    ],
)
def test_where_nobody_owes_tax_beside_the_seller_none_is_told(
    lines: list[Any], facts: dict[str, Any]
) -> None:
    assert invoice(*lines, **facts)["owed_by_recipient"] is None


def test_an_export_names_its_destination_and_its_shipping_bill() -> None:
    buyer = {"displayName": "A", "billingAddress": {"city": "Dubai", "country": "UAE"}}
    shipped = {
        "shipping_bill_number": " 4471829 ",
        "shipping_bill_date": date(2026, 11, 15),
        "port_code": "INNSA1",
    }
    assert invoice(**export("EXPWP"), buyer=buyer, **shipped)["export"] == {
        "country": "UAE",
        "shipping_bill_number": "4471829",
        "shipping_bill_date": "15 Nov 2026",
        "port_code": "INNSA1",
    }


@pytest.mark.parametrize(
    ("billing", "shipping", "country"),
    [
        ({"country": "UAE"}, {"country": "Oman"}, "Oman"),
        ({"country": "UAE"}, {"city": "Mumbai", "country": "India"}, "UAE"),
        ({"country": "UAE"}, None, "UAE"),
    ],
)
def test_goods_go_to_the_country_of_delivery(billing: Any, shipping: Any, country: str) -> None:
    buyer = {"displayName": "A", "billingAddress": billing, "shippingAddress": shipping}
    assert invoice(**export("EXPWP"), buyer=buyer)["export"]["country"] == country


def test_what_stays_in_india_has_no_destination_but_may_have_a_shipping_bill() -> None:
    abroad = {"displayName": "A", "billingAddress": {"country": "UAE"}}
    assert invoice(buyer=abroad)["export"] is None
    assert invoice(**zone("SEZWP"), shipping_bill_number="7", buyer=abroad)["export"] == {
        "country": None,
        "shipping_bill_number": "7",
        "shipping_bill_date": None,
        "port_code": None,
    }
    assert invoice(**export("EXPWP"), buyer={"displayName": "A"})["export"] is None


def test_cess_has_a_column_where_there_is_any_and_only_there() -> None:
    cess = line(2, tax_rate_percent=Decimal(28), cess_rate_percent=Decimal(12))
    paper = invoice(TAXED, cess)
    assert [tax["name"] for tax in paper["taxes"]] == ["CGST", "SGST", "Cess"]
    assert paper["lines"][1]["cess"] == {"percent": "12%", "amount": {"text": "307.20", "value": "307.20"}}
    assert ("Cess", "307.20") in [(row["label"], row["amount"]["text"]) for row in paper["totals"]]
    assert [tax["name"] for tax in invoice(TAXED)["taxes"]] == ["CGST", "SGST"]
    assert invoice(TAXED)["lines"][0]["cess"] is None


def test_rates_of_cess_have_rows_of_their_own_in_the_summary() -> None:
    rates = [line(2, cess_rate_percent=Decimal(rate)) for rate in (12, 0, 12)]
    assert [(row["quantity"], row["cess"]["percent"]) for row in invoice(*rates)["hsn_summary"]] == [
        ("4", "0%"),
        ("8", "12%"),
    ]


def test_a_line_without_gst_says_why_and_has_no_rate() -> None:
    rows = invoice(TAXED, EXEMPT, NIL, OUTSIDE)["lines"]
    assert [row["taxability"] for row in rows] == [None, "Exempt", "Nil-rated", "Non-GST"]
    assert [row["percent"] for row in rows] == ["5%", "0%", "0%", "0%"]


lines_of_any_tax = st.builds(
    lambda number, cess, taxability, inclusive: line(
        number, cess_rate_percent=Decimal(cess), taxability=taxability, is_price_inclusive=inclusive
    ),
    st.integers(0, 9),
    st.sampled_from([0, 12, 290]),
    st.sampled_from(["TAXABLE", "EXEMPT"]),
    st.booleans(),
)


@given(
    st.lists(lines_of_any_tax, min_size=1, max_size=6),
    st.sampled_from([{}, {"place_of_supply_state_code": "29"}, REVERSE, COMPOSITION, zone("SEZWP")]),
    st.integers(0, 100),
)
def test_amounts_tie_to_the_total(lines: list[Any], facts: dict[str, Any], discount: int) -> None:
    paper = worked_out(
        invoice_record(**facts),
        lines,
        DocumentAdjustments(Decimal(discount), document_discount_is_percent=True),
    )
    told = [value(row["amount"]) for row in paper["totals"] if row["label"] not in {"Taxable value", "Value"}]
    assert sum(told) == value(paper["amounts"]["total"])
    assert sum(value(row["total"]) for row in paper["lines"]) == value(paper["amounts"]["total"])
    if paper["hsn_summary"]:
        for key in [tax["key"] for tax in paper["taxes"]]:
            assert sum(value(row[key]["amount"]) for row in paper["hsn_summary"]) == value(
                paper["amounts"][key]
            )
        assert sum(value(row["total"]) for row in paper["hsn_summary"]) == value(paper["amounts"]["total"])
    if owed := paper["owed_by_recipient"]:
        assert sum(value(row["tax"]) for row in owed["rows"]) == value(owed["tax"])


def test_a_large_invoice_to_a_person_names_the_buyer_the_address_and_the_state_with_its_code() -> None:
    home = {"line1": "3 MG Road", "city": "Bengaluru", "pincode": "560001", "stateCode": "29"}
    paper = invoice(
        line(0, quantity=Decimal(50)),
        **TO_A_PERSON,
        place_of_supply_state_code="29",
        buyer={"displayName": "Asha Patil", "billingAddress": home},
    )
    assert value(paper["amounts"]["total"]) >= 50_000
    assert paper["buyer"]["name"] == "Asha Patil"
    assert paper["buyer"]["billing"] == ["3 MG Road", "Bengaluru 560001, Karnataka (29)"]
    assert paper["place_of_supply"] == "29 Karnataka"
