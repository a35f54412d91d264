"""GST beyond rates: categories, taxability, cess, reverse charge, exports, registrations."""

from typing import Any
from urllib.parse import quote

import pytest

from tests.refusals import refused
from tests.selling import VENDOR, body, customer, edited, invoice, item, line, sent, taxes
from tests.service import Client, Service

KARNATAKA = "29AAGCB7383J1Z4"
ABROAD = {"line1": "1 Main Street", "city": "Berlin", "country": "Germany"}
TAXED = {"taxRatePercent": 18}


@pytest.mark.parametrize(
    ("facts", "category"),
    [
        ({}, "UNREGISTERED"),
        ({"gstin": KARNATAKA}, "REGISTERED"),
        ({"gstin": " "}, "UNREGISTERED"),
        ({"billingAddress": ABROAD}, "OVERSEAS"),
        ({"billingAddress": {"country": "india"}}, "UNREGISTERED"),
        ({"gstin": KARNATAKA, "gstCategory": "SEZ"}, "SEZ"),
        ({"billingAddress": ABROAD, "gstCategory": "DEEMED_EXPORT"}, "DEEMED_EXPORT"),
    ],
)
def test_a_category_that_is_left_out_follows_from_gstin_and_address(
    org: Client, facts: dict[str, Any], category: str
) -> None:
    assert org.read(f"/customers/{customer(org, **facts)}")["gstCategory"] == category
    assert org.make("/vendors", {"displayName": "Mill"} | VENDOR | facts)["gstCategory"] == category


def test_null_lets_the_category_follow_again(org: Client) -> None:
    id = customer(org, gstCategory="SEZ")
    answer = org.patch(f"/customers/{id}", {"displayName": "Acme", "gstCategory": None})
    assert answer.json["data"]["gstCategory"] == "UNREGISTERED"
    assert refused(org.patch(f"/customers/{id}", {"displayName": "Acme", "gstCategory": "NOBODY"})) == {
        "gstCategory"
    }


@pytest.mark.parametrize(
    ("facts", "fields", "wanted", "supply"),
    [
        ({}, {}, (9, 9, 0, 0), "B2C"),
        ({"gstin": KARNATAKA}, {}, (0, 0, 18, 0), "B2B"),
        ({"gstCategory": "COMPOSITION"}, {}, (9, 9, 0, 0), "B2B"),
        ({"gstCategory": "UIN_HOLDER"}, {}, (9, 9, 0, 0), "B2B"),
        ({"gstCategory": "DEEMED_EXPORT"}, {}, (9, 9, 0, 0), "DEXP"),
        ({"gstCategory": "SEZ"}, {}, (0, 0, 18, 0), "SEZWP"),
        ({"gstCategory": "SEZ"}, {"exportWithPayment": False}, (0, 0, 0, 0), "SEZWOP"),
        ({"billingAddress": ABROAD}, {}, (0, 0, 18, 0), "EXPWP"),
        ({"billingAddress": ABROAD}, {"exportWithPayment": False}, (0, 0, 0, 0), "EXPWOP"),
        ({"gstCategory": "OVERSEAS", "placeOfSupplyStateCode": "27"}, {}, (9, 9, 0, 0), "B2C"),
        ({"gstin": KARNATAKA}, {"reverseCharge": True}, (0, 0, 0, 0), "B2B"),
    ],
)
def test_parties_and_places_decide_which_taxes(
    org: Client, facts: dict[str, Any], fields: dict[str, Any], wanted: Any, supply: str
) -> None:
    made = invoice(org, customer(org, **facts), line(**TAXED), **fields)
    assert taxes(made) == wanted
    assert made["supplyType"] == supply
    assert made["total"] == 100 + sum(wanted)
    assert made["reverseCharge"] == fields.get("reverseCharge", False)
    zero_rated = {"WP": True, "WOP": False}.get(supply[3:]) if supply[:3] in ("EXP", "SEZ") else None
    assert made["exportWithPayment"] == zero_rated


@pytest.mark.parametrize(
    ("day", "supply"), [("2026-03-31", "EXPWP"), ("2026-04-01", "EXPWOP"), ("2027-03-31", "EXPWOP")]
)
def test_an_undertaking_leaves_exports_of_its_days_without_tax(
    service: Service, day: str, supply: str
) -> None:
    org = service.organization()
    service.describe(org, lut_number="AD270326000001A", lut_from="2026-04-01", lut_to="2027-03-31")
    abroad = customer(org, billingAddress=ABROAD)
    made = invoice(org, abroad, line(**TAXED), invoiceDate=day)
    assert made["supplyType"] == supply
    assert made["igstTotal"] == (18 if supply == "EXPWP" else 0)
    stated = invoice(org, abroad, line(**TAXED), invoiceDate=day, exportWithPayment=True)
    assert (stated["supplyType"], stated["igstTotal"]) == ("EXPWP", 18)


def test_a_seller_under_composition_charges_no_tax(service: Service) -> None:
    org = service.organization()
    service.describe(org, composition=True)
    made = invoice(org, customer(org), line(**TAXED))
    assert (taxes(made), made["total"]) == ((0, 0, 0, 0), 100)


@pytest.mark.parametrize("taxability", ["NIL_RATED", "EXEMPT", "NON_GST"])
def test_a_line_that_is_not_taxable_bears_no_tax(org: Client, taxability: str) -> None:
    free = line(taxability=taxability, cessRatePercent=10, **TAXED)
    made = invoice(org, customer(org), free, line(**TAXED))
    assert taxes(made) == (9, 9, 0, 0)
    assert [row["taxability"] for row in made["lines"]] == [taxability, "TAXABLE"]
    assert made["lines"][0]["total"] == 100


def test_taxability_and_cess_come_from_the_item_unless_the_line_says_otherwise(org: Client) -> None:
    free = item(org, taxability="EXEMPT")
    tobacco = item(org, cessRatePercent=12.5, taxRateId=tax_rate(org, 28))
    made = invoice(
        org,
        customer(org),
        {"itemId": free["id"], "quantity": 1},
        {"itemId": free["id"], "quantity": 1, "taxRatePercent": 5},
        {"itemId": tobacco["id"], "quantity": 1},
        {"itemId": tobacco["id"], "quantity": 1, "cessRatePercent": 0},
    )
    assert [row["taxability"] for row in made["lines"]] == ["EXEMPT", "EXEMPT", "TAXABLE", "TAXABLE"]
    assert [row["cessAmount"] for row in made["lines"]] == [0, 0, 12.5, 0]
    assert made["cessTotal"] == 12.5
    assert made["total"] == 400 + 28 + 12.5 + 28


def tax_rate(org: Client, percent: float, **fields: Any) -> str:
    rate = {"name": f"Tax {percent}", "ratePercent": percent} | fields
    return str(org.make("/tax-rates", rate)["id"])


def test_a_price_that_includes_tax_includes_the_cess(org: Client) -> None:
    drink = item(
        org, isPriceInclusive="true", sellingPrice=140, taxRateId=tax_rate(org, 28), cessRatePercent=12
    )
    made = invoice(org, customer(org, placeOfSupplyStateCode="29"), {"itemId": drink["id"], "quantity": 1})
    (row,) = made["lines"]
    assert (row["taxableAmount"], row["igstAmount"], row["cessAmount"], row["total"]) == (100, 28, 12, 140)
    assert row["isPriceInclusive"] is True


@pytest.mark.parametrize("fields", [{"reverseCharge": True}, {"exportWithPayment": False}])
def test_no_cess_where_no_gst_is_charged(org: Client, fields: dict[str, Any]) -> None:
    made = invoice(org, customer(org, gstCategory="SEZ"), line(cessRatePercent=10, **TAXED), **fields)
    assert (taxes(made), made["total"]) == ((0, 0, 0, 0), 100)


def test_an_item_whose_tax_is_no_gst_cannot_be_billed_unless_the_line_states_gst(org: Client) -> None:
    liquor = item(org, taxRateId=tax_rate(org, 20, isGST=False))
    petrol = item(org, taxRateId=tax_rate(org, 0, isGST=False))
    who = customer(org)
    answer = org.post("/invoices", body(who, line(), {"itemId": liquor["id"], "quantity": 1}))
    assert refused(answer) == {"lines.1.itemId"}
    stated = {"itemId": liquor["id"], "quantity": 1, "taxability": "TAXABLE"}
    assert refused(org.post("/invoices", body(who, stated))) == {"lines.0.itemId"}
    at_nothing = invoice(org, who, {"itemId": liquor["id"], "quantity": 1, "taxRatePercent": 0})
    assert (taxes(at_nothing), at_nothing["lines"][0]["taxability"]) == ((0, 0, 0, 0), "TAXABLE")
    made = invoice(
        org,
        who,
        {"itemId": petrol["id"], "quantity": 1},
        {"itemId": liquor["id"], "quantity": 1, "taxRatePercent": 18},
    )
    assert [row["taxability"] for row in made["lines"]] == ["NON_GST", "TAXABLE"]
    assert taxes(made) == (9, 9, 0, 0)


def test_shares_of_the_document_discount_stand_on_the_lines(org: Client) -> None:
    made = invoice(org, customer(org), line(rate=300), line(rate=100), adjustments={"documentDiscount": 10})
    assert [row["documentDiscountShare"] for row in made["lines"]] == [7.5, 2.5]


def test_the_buyer_stays_as_it_was_when_the_invoice_was_written(org: Client) -> None:
    address = {"line1": "1 Main Road", "city": "Pune", "stateCode": "27"}
    who = customer(org, legalName="Acme Private Limited", gstin="27AAPFU0939F1ZV", billingAddress=address)
    made = sent(org, who, line(**TAXED))
    org.patch(f"/customers/{who}", {"displayName": "Other", "legalName": "Other", "gstin": KARNATAKA})
    assert org.read(f"/invoices/{made['id']}")["buyer"] == {
        "legalName": "Acme Private Limited",
        "gstin": "27AAPFU0939F1ZV",
        "billingAddress": address,
        "shippingAddress": None,
    }
    assert org.read(f"/invoices/{made['id']}")["gstCategory"] == "REGISTERED"


def test_an_edit_keeps_what_it_does_not_name(org: Client) -> None:
    shipped = {"shippingBillNumber": "1234567", "shippingBillDate": "2026-05-03", "portCode": "INNSA1"}
    made = invoice(
        org, customer(org, billingAddress=ABROAD), line(**TAXED), exportWithPayment=False, **shipped
    )
    again = edited(org, made, notes="Changed")
    assert (again["supplyType"], again["portCode"]) == ("EXPWOP", "INNSA1")
    assert again["shippingBillDate"] == "2026-05-03T00:00:00Z"
    assert edited(org, made, exportWithPayment=None)["supplyType"] == "EXPWP"


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"reverseCharge": "yes"}, "reverseCharge"),
        ({"exportWithPayment": 1}, "exportWithPayment"),
        ({"shippingBillDate": "yesterday"}, "shippingBillDate"),
        ({"portCode": "x" * 11}, "portCode"),
        ({"lines": [line(taxability="SOMETIMES")]}, "lines.0.taxability"),
        ({"lines": [line(cessRatePercent=1000)]}, "lines.0.cessRatePercent"),
        ({"lines": [line(cessRatePercent=-1)]}, "lines.0.cessRatePercent"),
    ],
)
def test_what_is_wrong_is_named(org: Client, fields: dict[str, Any], where: str) -> None:
    assert refused(org.post("/invoices", body(customer(org)) | fields)) == {where}


def test_registrations_are_read_with_all_that_operators_told(service: Service) -> None:
    org = service.organization()
    service.describe(
        org,
        trade_name="Acme",
        address_line1="1 Main Road",
        city="Pune",
        pincode="411001",
        lut_number="AD27",
        lut_from="2026-04-01",
        lut_to="2027-03-31",
        turnover_above_5_crore=True,
        e_invoicing_since="2026-06-01",
    )
    (row,) = org.read("/registrations")
    assert org.read(f"/registrations/{row['id']}") == row
    told = {
        "gstin": "27AAPFU0939F1ZV",
        "tradeName": "Acme",
        "addressLine1": "1 Main Road",
        "addressLine2": None,
        "city": "Pune",
        "pincode": "411001",
        "stateCode": "27",
        "isDefault": True,
        "isComposition": False,
        "lutNumber": "AD27",
        "lutValidFrom": "2026-04-01T00:00:00Z",
        "lutValidTo": "2027-03-31T00:00:00Z",
        "turnoverAbove5Crore": True,
        "eInvoicing": "2026-06-01T00:00:00Z",
    }
    assert told.items() <= row.items()


def test_registrations_are_searched_and_told_as_csv(service: Service) -> None:
    org = service.organization()
    service.describe(org, trade_name="Acme 100%")
    (row,) = org.read("/registrations")
    for word in (row["gstin"][2:9].lower(), row["legalName"][1:], "00%", ""):
        assert org.read(f"/registrations?q={quote(word)}") == [row], word
    assert org.read("/registrations?q=nowhere") == []
    assert refused(org.get("/registrations?q=x&q=y")) == {"q"}
    answer = org.get("/registrations?q=acme", Accept="text/csv")
    header, line = answer.text.split("\r\n")[:2]
    assert header == ",".join(row)
    assert line.startswith(f"{row['id']},{row['organizationId']},{row['gstin']}")
    assert org.get("/registrations?q=nowhere", Accept="text/csv").text == header + "\r\n"


def test_registrations_of_another_organization_are_not_there(service: Service) -> None:
    ours, theirs = service.organization(), service.organization()
    (foreign,) = theirs.read("/registrations")
    assert [row["id"] for row in ours.read("/registrations")] != [foreign["id"]]
    assert ours.get(f"/registrations/{foreign['id']}").status_int == 404


@pytest.mark.parametrize(
    ("facts", "of_buyer"),
    [({"composition": True}, {}), ({}, {"gstCategory": "SEZ"}), ({"lut_number": "AD27"}, {})],
)
def test_an_issued_invoice_keeps_its_taxes_whatever_becomes_of_its_parties(
    service: Service, facts: dict[str, Any], of_buyer: dict[str, Any]
) -> None:
    org = service.organization()
    who = customer(org, billingAddress=ABROAD if "lut_number" in facts else None)
    made = sent(org, who, line(**TAXED))
    service.describe(org, **facts)
    org.patch(f"/customers/{who}", {"displayName": "Acme"} | of_buyer)
    again = edited(org, made, notes="Changed")
    assert (taxes(again), again["supplyType"], again["total"]) == (taxes(made), made["supplyType"], 118)


def test_a_vendor_without_gstin_may_have_any_state(org: Client) -> None:
    made = org.make("/vendors", {"displayName": "Mill", "billingAddress": {"state": "Maharastra"}} | VENDOR)
    assert made["billingAddress"] == {"state": "Maharastra"}
