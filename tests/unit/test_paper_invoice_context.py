"""The context of an invoice's template."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given

from app.printing.content.formatting import Context
from app.printing.content.invoice_context import invoice_context
from app.printing.pdf import sample_rows, samples
from app.printing.pdf.sample_rows import invoice_record, line
from app.tax.gst import tax_document
from tests.unit.printed_samples import invoice
from tests.unit.test_gst_properties import Case, cases

RATES = ("tax_rate_percent", "cess_rate_percent")


@pytest.mark.parametrize("sample", samples.samples("invoice"), ids=lambda sample: sample["number"])
def test_a_context_is_plain_json(sample: Context) -> None:
    assert json.loads(json.dumps(sample)) == sample
    assert sample["version"] == 1


@pytest.mark.parametrize(
    ("facts", "percent", "title"),
    [
        ({}, 18, "TAX INVOICE"),
        ({"place_of_supply_state_code": "29"}, 5, "TAX INVOICE"),
        ({"seller_gstin": None}, 18, "INVOICE"),
        ({}, 0, "BILL OF SUPPLY"),
        ({"place_of_supply_state_code": "96"}, 0, "EXPORT INVOICE"),
        ({"place_of_supply_state_code": "96", "seller_gstin": None}, 18, "INVOICE"),
    ],
)
def test_the_title_says_what_the_law_calls_it(facts: dict[str, Any], percent: int, title: str) -> None:
    assert invoice(line(0, tax_rate_percent=Decimal(percent)), **facts)["title"] == title


@pytest.mark.parametrize(
    ("facts", "percent", "begins"),
    [
        ({"place_of_supply_state_code": "96"}, 18, "SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX"),
        (
            {"place_of_supply_state_code": "96"},
            0,
            "SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING",
        ),
    ],
)
def test_an_export_bears_its_endorsement(facts: dict[str, Any], percent: int, begins: str) -> None:
    assert invoice(line(0, tax_rate_percent=Decimal(percent)), **facts)["endorsement"].startswith(begins)


def test_neither_a_supply_in_india_nor_an_unregistered_seller_is_endorsed() -> None:
    assert invoice()["endorsement"] is None
    assert invoice(place_of_supply_state_code="96", seller_gstin=None)["endorsement"] is None


@pytest.mark.parametrize(
    ("seller", "place", "names"),
    [
        ("27", "27", ["CGST", "SGST"]),
        ("MH", "27", ["CGST", "SGST"]),
        ("04", "04", ["CGST", "UTGST"]),
        ("27", "29", ["IGST"]),
        ("27", "96", ["IGST"]),
    ],
)
def test_the_taxes_bear_their_names(seller: str, place: str, names: list[str]) -> None:
    taxes = invoice(seller_state_code=seller, place_of_supply_state_code=place)["taxes"]
    assert [tax["name"] for tax in taxes] == names


def test_a_bill_of_supply_has_no_taxes() -> None:
    bill = invoice(seller_gstin=None)
    assert (bill["taxes"], bill["hsn_summary"]) == ([], [])
    assert [row["label"] for row in bill["totals"]] == ["Sub total"]


def test_half_the_rate_stands_with_each_half_of_the_tax() -> None:
    shown = invoice(line(0, quantity=Decimal(10), rate=Decimal(120), tax_rate_percent=Decimal(5)))["lines"][0]
    assert (shown["cgst"]["percent"], shown["cgst"]["amount"]["text"]) == ("2.5%", "30.00")
    assert (shown["sgst"]["percent"], shown["sgst"]["amount"]["text"]) == ("2.5%", "30.00")
    assert shown["igst"] is None


def test_the_taxable_value_follows_from_what_is_shown() -> None:
    shown = samples.tax_invoice()["lines"]
    assert any(line["discount"] and line["document_discount"] for line in shown)
    for item in shown:
        nothing = {"value": "0.00"}
        gross, discount, share = (
            Decimal((item[name] or nothing)["value"]) for name in ("gross", "discount", "document_discount")
        )
        net = item["total"] if item["rate_includes_tax"] else item["taxable"]
        assert gross - discount - share == Decimal(net["value"])


def test_an_area_shows_width_height_and_count() -> None:
    area = {"width": Decimal("1200.000000"), "height": Decimal("900.5"), "qty_count": Decimal(4)}
    assert invoice(line(0, **area, length_unit="MM"))["lines"][0]["size"] == "1200 × 900.5 mm × 4"
    assert invoice(line(0, **area))["lines"][0]["size"] == "1200 × 900.5 × 4"
    assert invoice(line(0))["lines"][0]["size"] is None


@pytest.mark.slow
@given(cases())
def test_the_summary_by_hsn_and_the_running_total_come_to_the_document(case: Case) -> None:
    taxed = tax_document(case.lines, case.kind, case.adjustments, rounds_to_rupee=case.rounds_to_rupee)
    record = invoice_record(
        place_of_supply_state_code={"INTRA": "27", "INTER": "29", "NONE": "27"}[case.kind]
    )
    record["seller_gstin"] = None if case.kind == "NONE" else record["seller_gstin"]
    rows = [
        line(number % 2, **sample_rows.figures(tax))
        | {
            name: getattr(given, name)
            for name in ("quantity", "rate", "discount", "is_price_inclusive", *RATES)
        }
        | {"taxability": "TAXABLE" if given.is_taxable else "EXEMPT"}
        for number, (given, tax) in enumerate(zip(case.lines, taxed.lines, strict=True))
    ]
    context = invoice_context(record | sample_rows.totals(taxed), rows)
    shares = [
        Decimal(item["document_discount"]["value"]) for item in context["lines"] if item["document_discount"]
    ]
    assert sum(shares) == taxed.document_discount_amount
    assert sum_of(row["amount"] for row in context["totals"]) - repeated(context) == taxed.total
    assert sum_of([item["total"] for item in context["lines"]]) == Decimal(
        context["lines"][-1]["so_far"]["value"]
    )
    if context["hsn_summary"]:
        assert (
            sum_of(row["taxable"] for row in context["hsn_summary"]) == taxed.sub_total - taxed.discount_total
        )
        for tax in context["taxes"]:
            sums = sum_of(row[tax["key"]]["amount"] for row in context["hsn_summary"])
            assert sums == getattr(taxed, f"{tax['key']}_total")


def sum_of(amounts: Any) -> Decimal:
    return sum((Decimal(amount["value"]) for amount in amounts), Decimal(0))


def repeated(context: Context) -> Decimal:
    """Return the value after discounts where it is shown again between the amounts, else 0."""
    values = [row["amount"] for row in context["totals"] if row["label"] in {"Taxable value", "Value"}]
    return sum_of(values)


def test_a_balance_in_rupees_asks_for_payment() -> None:
    upi = invoice(amount_paid=Decimal("100.00"))["payment"]["upi"]
    assert upi["uri"].startswith("upi://pay?pa=sahyadri.traders@okexample&pn=Sahyadri%20Traders")
    assert "&am=2522.90&cu=INR&tn=INV-26-27-00042" in upi["uri"]


def test_more_than_a_payer_may_send_at_once_is_asked_for_without_an_amount() -> None:
    due = {"most": Decimal("100000.00"), "more": Decimal("100000.01")}
    record = {name: {"amount_paid": Decimal("2622.90") - amount} for name, amount in due.items()}
    uris = {name: invoice(**facts)["payment"]["upi"]["uri"] for name, facts in record.items()}
    assert "&am=100000.00&cu=INR" in uris["most"]
    assert "am=" not in uris["more"]
    assert all("&tr=INV-26-27-00042&" in uri for uri in uris.values())


def test_the_summary_is_sorted_by_code_rate_and_unit_and_has_the_quantities() -> None:
    given = [
        ("9983", "PCS", 18),
        (None, "PCS", 5),
        ("0902", "KG", 5),
        ("9983", "KG", 18),
        ("9983", "PCS", 5),
        ("0902", "KG", 5),
    ]
    lines = [
        line(0, hsn_or_sac=hsn, unit=unit, tax_rate_percent=Decimal(percent), quantity=Decimal("1000.5"))
        for hsn, unit, percent in given
    ]
    told = [
        (row["hsn"], row["percent"], row["quantity"], row["unit"]) for row in invoice(*lines)["hsn_summary"]
    ]
    assert told == [
        ("0902", "5%", "2,001", "KG"),
        ("9983", "5%", "1,000.5", "PCS"),
        ("9983", "18%", "1,000.5", "KG"),
        ("9983", "18%", "1,000.5", "PCS"),
        (None, "5%", "1,000.5", "PCS"),
    ]


@pytest.mark.parametrize(
    "facts",
    [
        {"upi_id": None},
        {"amount_paid": Decimal("2622.90")},
        {"status": "DRAFT"},
        {"status": "VOID"},
        {"currency_code": "USD", "exchange_rate": Decimal(84)},
    ],
)
def test_nothing_due_no_id_or_another_currency_asks_for_none(facts: dict[str, Any]) -> None:
    assert invoice(**facts)["payment"]["upi"] is None


@pytest.mark.parametrize(
    ("status", "across"), [("DRAFT", "DRAFT"), ("VOID", "VOID"), ("SENT", None), ("PAID", None)]
)
def test_drafts_and_void_ones_say_so_across(status: str, across: str | None) -> None:
    context = invoice(status=status)
    assert context["across"] == across
    assert bool(context["copy"]) == (across is None)


def test_another_currency_is_told_in_the_organizations_own() -> None:
    base = invoice(currency_code="USD", exchange_rate=Decimal("84.25"))["base"]
    assert base["rate"] == "1 USD = 84.25 INR"
    assert base["total"] == {"text": "2,20,979.33", "value": "220979.33"}
    assert invoice()["base"] is None


def test_the_organizations_own_sign_for_a_currency_goes_first() -> None:
    assert invoice(currency_symbol="Rs.")["currency"] == {"code": "INR", "symbol": "Rs."}
    assert invoice(currency_symbol=" ")["currency"]["symbol"] == "₹"


def test_a_sign_in_letters_that_papers_do_not_have_gives_way_to_the_usual_one() -> None:
    dirhams = invoice(currency_code="AED", currency_symbol="د.إ")
    assert dirhams["currency"] == {"code": "AED", "symbol": "AED"}


def test_an_address_names_the_state_with_its_code_and_a_country_abroad() -> None:
    home = {"line1": "3 MG Road", "city": "Pune", "pincode": "411001", "stateCode": "MH", "country": "India"}
    abroad = {"line1": "5 Main St", "city": "Macon", "state": "Georgia", "stateCode": "GA", "country": "USA"}
    buyer = {"displayName": "A", "billingAddress": home, "shippingAddress": abroad}
    shown = invoice(buyer=buyer)["buyer"]
    assert shown["billing"] == ["3 MG Road", "Pune 411001, Maharashtra (27)"]
    assert shown["shipping"] == ["5 Main St", "Macon, Georgia", "USA"]


def test_the_same_address_is_not_told_twice() -> None:
    home = {"line1": "3 MG Road"}
    assert (
        invoice(buyer={"displayName": "A", "billingAddress": home, "shippingAddress": home})["buyer"][
            "shipping"
        ]
        == []
    )


def test_what_cannot_be_seen_is_not_printed() -> None:
    buyer = {"displayName": "A\x07c\u202eme\u2028Ltd\tश्री\u200dक", "billingAddress": None}
    assert invoice(buyer=buyer)["buyer"]["name"] == "Acme Ltd श्री\u200dक"


@pytest.mark.parametrize("country", ["India", "IND", "in", "Republic of India", "भारत", None])
@pytest.mark.parametrize("code", ["27", "MH"])
def test_a_state_of_india_has_its_name_and_code_however_the_country_is_spelled(
    country: str | None, code: str
) -> None:
    home = {"city": "Pune", "stateCode": code, "country": country}
    assert invoice(buyer={"displayName": "A", "billingAddress": home})["buyer"]["billing"] == [
        "Pune, Maharashtra (27)"
    ]


@pytest.mark.parametrize(
    ("given_address", "first"),
    [
        ({"state": "karnataka", "country": "India"}, "karnataka (29)"),
        ({"state": "Jammu & Kashmir"}, "Jammu & Kashmir (01)"),
        ({"state": "Punjab", "country": "Pakistan"}, "Punjab"),
        ({"state": "Bombay Presidency"}, "Bombay Presidency"),
    ],
)
def test_a_state_of_india_that_is_told_by_its_name_alone_has_its_code(
    given_address: dict[str, str], first: str
) -> None:
    buyer = {"displayName": "A", "billingAddress": given_address}
    assert invoice(buyer=buyer)["buyer"]["billing"][0] == first


def test_a_state_told_by_its_number_or_by_name_and_letters_is_indias_in_a_country_of_any_spelling() -> None:
    by_number = {"stateCode": "27", "country": "Inde"}
    by_name = {"state": "Goa", "stateCode": "GA", "country": "Inde"}
    other = {"stateCode": "97", "country": "India"}
    for given_address, first in ((by_number, "Maharashtra (27)"), (by_name, "Goa (30)"), (other, "97")):
        buyer = {"displayName": "A", "billingAddress": given_address}
        assert invoice(buyer=buyer)["buyer"]["billing"][0] == first


def test_the_endorsement_follows_the_rates_though_the_tax_be_too_small_to_be_a_paisa() -> None:
    tiny = line(0, quantity=Decimal(1), rate=Decimal("0.01"), tax_rate_percent=Decimal(5))
    context = invoice(tiny, place_of_supply_state_code="96")
    assert context["amounts"]["igst"]["value"] == "0.00"
    assert "ON PAYMENT OF INTEGRATED TAX" in context["endorsement"]
    assert context["endorsement"].startswith("SUPPLY MEANT FOR EXPORT ON")
