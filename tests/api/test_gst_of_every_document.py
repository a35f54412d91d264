"""Quotes, orders and notes follow the rules of invoices: which taxes, which supply, and where it takes place."""

from typing import Any

import pytest

from tests.refusals import refused
from tests.selling import Body, customer, item, line, taxes, vendor
from tests.service import Client, Service

HERE, KARNATAKA = "27AAPFU0939F1ZV", "29AAGCB7383J1Z4"
ABROAD = {"line1": "1 Main Street", "city": "Berlin", "country": "Germany"}
TAXED = line(taxRatePercent=28, cessRatePercent=12)
NONE, HALVES, WHOLE = (0, 0, 0, 0), (14, 14, 0, 12), (0, 0, 28, 12)
PAID, UNPAID = {"exportWithPayment": True}, {"exportWithPayment": False}

SALES = {
    "/quotes": "quoteDate",
    "/sales-orders": "orderDate",
    "/invoices": "invoiceDate",
    "/credit-notes": "creditNoteDate",
}
PURCHASES = {"/purchase-orders": "orderDate", "/bills": "billDate", "/debit-notes": "debitNoteDate"}
DAYS = SALES | PURCHASES
OWED = {"reverseCharge": True}

# The customer, what the document says, and the kind of supply with its CGST, SGST, IGST and cess.
SUPPLIES: list[tuple[Body, Body, str, tuple[float, ...]]] = [
    ({"gstin": HERE}, {}, "B2B", HALVES),
    ({"gstin": KARNATAKA}, {}, "B2B", WHOLE),
    ({"gstin": KARNATAKA}, OWED, "B2B", NONE),
    ({"gstin": KARNATAKA}, UNPAID, "B2B", WHOLE),
    ({"gstCategory": "COMPOSITION"}, {}, "B2B", HALVES),
    ({"gstCategory": "UIN_HOLDER", "gstin": "0717USA00012UN2"}, {}, "B2B", WHOLE),
    ({}, {}, "B2C", HALVES),
    ({"gstCategory": "OVERSEAS", "placeOfSupplyStateCode": "27"}, {}, "B2C", HALVES),
    ({"gstCategory": "DEEMED_EXPORT"}, {}, "DEXP", HALVES),
    ({"gstCategory": "SEZ", "gstin": HERE}, {}, "SEZWP", WHOLE),
    ({"gstCategory": "SEZ", "gstin": HERE}, UNPAID, "SEZWOP", NONE),
    ({"billingAddress": ABROAD}, PAID, "EXPWP", WHOLE),
    ({"billingAddress": ABROAD}, UNPAID, "EXPWOP", NONE),
    ({"billingAddress": ABROAD}, {"placeOfSupplyStateCode": "Maharashtra"}, "B2C", HALVES),
]
# The vendor, and the taxes of what it sells.
PURCHASED: list[tuple[Body, Body, tuple[float, ...]]] = [
    ({"gstin": HERE}, {}, HALVES),
    ({"gstin": KARNATAKA}, {}, WHOLE),
    ({"gstin": KARNATAKA}, {"placeOfSupplyStateCode": "Karnataka"}, HALVES),
    ({"gstin": KARNATAKA}, OWED, NONE),
    ({"gstin": HERE, "gstCategory": "COMPOSITION"}, {}, NONE),
    ({"gstin": HERE, "gstCategory": "SEZ"}, {}, WHOLE),
    ({}, {}, NONE),
]


def made(org: Client, path: str, party: str, **fields: Any) -> Body:
    """A new document as it is read."""
    id = org.make(path, body(path, party, **fields))["id"]
    return org.read(f"{path}/{id}")  # type: ignore[no-any-return]


def body(path: str, party: str, **fields: Any) -> Body:
    who = "customerId" if path in SALES else "vendorId"
    return {who: party, DAYS[path]: "2026-05-04", "lines": [TAXED]} | fields


def the_line(record: Body) -> Body:
    rows = next(record[name] for name in ("lines", "items", "lineItems") if name in record)
    return rows[0]  # type: ignore[no-any-return]


@pytest.mark.parametrize("path", SALES)
@pytest.mark.parametrize(("facts", "fields", "supply", "wanted"), SUPPLIES)
def test_a_document_to_a_customer_bears_the_taxes_of_its_supply(
    org: Client, path: str, facts: Body, fields: Body, supply: str, wanted: tuple[float, ...]
) -> None:
    record = made(org, path, customer(org, **facts), **fields)
    assert (record["supplyType"], taxes(record)) == (supply, wanted)
    assert record["total"] == 100 + sum(wanted)
    assert the_line(record)["cessAmount"] == record["cessTotal"]
    assert record["reverseCharge"] == fields.get("reverseCharge", False)


@pytest.mark.parametrize("path", PURCHASES)
@pytest.mark.parametrize(("facts", "fields", "wanted"), PURCHASED)
def test_a_document_to_a_vendor_bears_the_taxes_that_the_vendor_charges(
    org: Client, path: str, facts: Body, fields: Body, wanted: tuple[float, ...]
) -> None:
    record = made(org, path, vendor(org, **facts), **fields)
    assert (taxes(record), record["total"]) == (wanted, 100 + sum(wanted))


@pytest.mark.parametrize("path", SALES)
@pytest.mark.parametrize("seller", ["without GSTIN", "under composition"])
def test_a_seller_who_may_not_collect_tax_does_on_no_document(
    service: Service, path: str, seller: str
) -> None:
    org = service.organization(**({"gstin": None} if seller == "without GSTIN" else {}))
    if seller == "under composition":
        service.describe(org, composition=True)
    for facts in ({}, {"gstin": KARNATAKA}, {"billingAddress": ABROAD}, {"gstCategory": "SEZ"}):
        record = made(org, path, customer(org, **facts))
        assert (taxes(record), record["total"]) == (NONE, 100)


@pytest.mark.parametrize("path", DAYS)
def test_a_place_that_is_none_is_refused_on_every_document(org: Client, path: str) -> None:
    party = customer(org) if path in SALES else vendor(org)
    for text in ("Karnatka", "99", "Germany"):
        answer = org.post(path, body(path, party, placeOfSupplyStateCode=text))
        assert refused(answer) == {"placeOfSupplyStateCode"}
    assert org.get(path).json["meta"]["total"] == 0


@pytest.mark.parametrize("path", SALES)
@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"placeOfSupplyStateCode": "Karnatka"}, "Karnatka"),
        ({"gstin": "40AAAAA0000A1Z5"}, "40"),
        ({"billingAddress": {"state": "Bengaluru"}}, "Bengaluru"),
    ],
)
def test_a_customer_s_text_that_is_no_place_is_told_with_the_record(
    org: Client, path: str, facts: Body, text: str
) -> None:
    party = customer(org, **facts)
    (detail,) = org.post(path, body(path, party)).json["error"]["details"]
    assert detail["field"] == "placeOfSupplyStateCode"
    assert detail["message"].startswith("Customer Acme has the ")
    assert repr(text) in detail["message"]
    assert made(org, path, party, placeOfSupplyStateCode="MH")["placeOfSupplyStateCode"] == "MH"


@pytest.mark.parametrize("path", DAYS)
def test_an_item_whose_tax_is_no_gst_is_billed_nowhere_unless_the_line_states_gst(
    org: Client, path: str
) -> None:
    party = customer(org) if path in SALES else vendor(org, gstin=HERE)
    levied = org.make("/tax-rates", {"name": "Excise", "ratePercent": 20, "isGST": False})["id"]
    free = org.make("/tax-rates", {"name": "Outside GST", "ratePercent": 0, "isGST": False})["id"]
    petrol, gas = (
        {"itemId": item(org, taxRateId=rate)["id"], "quantity": 1, "rate": 100} for rate in (levied, free)
    )
    assert refused(org.post(path, body(path, party, lines=[gas, petrol]))) == {"lines.1.itemId"}
    assert the_line(made(org, path, party, lines=[gas]))["taxability"] == "NON_GST"
    stated = made(org, path, party, lines=[petrol | {"taxRatePercent": 18}])
    assert (the_line(stated)["taxability"], taxes(stated)) == ("TAXABLE", (9, 9, 0, 0))


@pytest.mark.parametrize("path", SALES)
def test_who_buys_stays_as_it_was_when_the_document_was_written(org: Client, path: str) -> None:
    was: Body = {"legalName": "Acme LLP", "gstin": HERE}
    addresses = {"billingAddress": {"city": "Pune"}, "shippingAddress": {"city": "Thane"}}
    party = customer(org, **was, **addresses)
    id = made(org, path, party)["id"]
    renamed = {"displayName": "Other", "legalName": "Other LLP", "gstin": KARNATAKA, "shippingAddress": None}
    assert org.patch(f"/customers/{party}", renamed).status_int == 200
    buyer = org.read(f"{path}/{id}")["buyer"]
    assert buyer.keys() == {"legalName", "gstin", "billingAddress", "shippingAddress"}
    assert (buyer["legalName"], buyer["gstin"]) == ("Acme LLP", HERE)
    assert [buyer[name]["city"] for name in addresses] == ["Pune", "Thane"]


@pytest.mark.parametrize("path", SALES)
def test_lines_say_whether_their_price_includes_tax_and_what_of_the_discount_is_theirs(
    org: Client, path: str
) -> None:
    inclusive = {"itemId": item(org, isPriceInclusive="true")["id"], "quantity": 1, "rate": 118}
    discount = {} if path == "/credit-notes" else {"adjustments": {"documentDiscount": 21.8}}
    record = made(org, path, customer(org), lines=[inclusive, line()], **discount)
    rows = next(record[name] for name in ("lines", "items", "lineItems") if name in record)
    assert [row["isPriceInclusive"] for row in rows] == [True, False]
    assert [row["documentDiscountShare"] for row in rows] == ([11.8, 10] if discount else [0, 0])
