"""GET /invoices/{id}/pdf."""

from typing import Any

import pytest

from app.printing.content.paper import PrintJob
from resources.papers import disposition
from tests.printed import PROFILE, as_owner, page, profiled
from tests.reliability.sizes import FULL
from tests.selling import Body, customer, invoice, line, pay, sent
from tests.service import Client, Service

pytestmark = pytest.mark.slow

ADDRESS = {"line1": "3 MG Road", "city": "Bengaluru", "stateCode": "29", "pincode": "560001"}
TAXED: dict[str, Any] = {"taxRatePercent": 18, "hsnOrSac": "9983"}


def paper(org: Client, record: Body) -> str:
    return page(org, f"/invoices/{record['id']}/pdf")


def test_an_invoice_is_answered_as_pdf_under_its_number(service: Service) -> None:
    org = profiled(service)
    record = sent(org, customer(org), line(**TAXED))
    answer = org.get(f"/invoices/{record['id']}/pdf")
    assert answer.status_int == 200
    assert answer.content_type == "application/pdf"
    assert answer.body.startswith(b"%PDF-")
    disposition = answer.headers["Content-Disposition"]
    assert disposition.startswith("inline; filename=")
    assert "filename*=UTF-8''" in disposition


@pytest.mark.parametrize(
    ("number", "plain", "whole"),
    [
        ("INV/26-27/00042", "INV-26-27-00042", "INV-26-27-00042"),
        ("बिल-00001", "00001", "%E0%A4%AC%E0%A4%BF%E0%A4%B2-00001"),
        ("बिल", "invoice-RST42XYZ", "%E0%A4%AC%E0%A4%BF%E0%A4%B2"),
        ('"/\\;', "invoice-RST42XYZ", "invoice-RST42XYZ"),
        ("../../etc", "etc", "etc"),
    ],
)
def test_a_file_has_a_name_in_ascii_and_its_own(number: str, plain: str, whole: str) -> None:
    job = PrintJob("invoice", number, (), dict, id="inv_01M7Y0HPRST42XYZ")
    expected = f"inline; filename=\"{plain}.pdf\"; filename*=UTF-8''{whole}.pdf"
    assert disposition(job) == expected


def test_it_shows_what_the_record_says(service: Service) -> None:
    org = profiled(service)
    owner = customer(
        org, displayName="Acme", legalName="Acme Works LLP", gstin="29AAPFU0939F1ZR", billingAddress=ADDRESS
    )
    record = sent(
        org, owner, line(description="Design work", quantity=3, rate=1250.5, discount=51.5, **TAXED)
    )
    text = paper(org, record)
    for part in (
        "TAX INVOICE",
        record["sellerLegalName"],
        "Shop 14, Laxmi Road Pune 411030",
        "GSTIN 27AAPFU0939F1ZV",
        record["invoiceNumber"],
        "04 May 2026",
        "Place of supply 29 Karnataka",
        "Acme Works LLP 3 MG Road Bengaluru 560001, Karnataka (29) GSTIN 29AAPFU0939F1ZR",
        "Design work Gross 3,751.50, discount 51.50 9983 3 PCS 1,250.50 3,700.00 18% 666.00 4,366.00",
        "Total ₹ 4,366.00",
        "Rupees Four Thousand Three Hundred Sixty-Six Only",
        "us@bank",
        "Example Bank A/c 42",
        "+91 20 1234 · us@example.com",
    ):
        assert part in text


def test_it_shows_seller_and_buyer_as_they_were_when_it_was_written(service: Service) -> None:
    org = profiled(service)
    owner = customer(org, displayName="Old Name", billingAddress=ADDRESS)
    record = sent(org, owner, line())
    changed = {"displayName": "New Name", "billingAddress": ADDRESS | {"line1": "9 New Street"}}
    assert org.patch(f"/customers/{owner}", changed).status_int == 200
    as_owner(service, org, "profile", **PROFILE | {"address": "Moved away", "phone": "+91 99 0000"})
    text = paper(org, record)
    assert "Old Name 3 MG Road" in text
    assert "Laxmi Road" in text
    assert "+91 99 0000" in text
    assert "New" not in text
    assert "Moved" not in text


def test_an_invoice_that_knows_no_address_of_its_seller_shows_todays(service: Service) -> None:
    org = profiled(service)
    record = sent(org, customer(org), line())
    as_owner(service, org, "forget_seller_address")
    as_owner(service, org, "profile", **PROFILE | {"address": "Where we are"})
    assert "Where we are" in paper(org, record)


def test_an_organization_that_told_nothing_of_itself_has_papers_too(service: Service) -> None:
    org = service.organization(gstin=None)
    text = paper(org, sent(org, customer(org), line(**TAXED)))
    assert "INVOICE ORIGINAL" in text
    assert "BILL OF SUPPLY" not in text
    for word in ("None", "UPI", "Bank account", "CGST"):
        assert word not in text


def test_a_draft_and_a_void_one_say_so(service: Service) -> None:
    org = profiled(service)
    draft, void = invoice(org, customer(org)), sent(org, customer(org))
    assert org.post(f"/invoices/{void['id']}/void").status_int == 200
    assert paper(org, draft).startswith("DRAFT ")
    assert paper(org, void).startswith("VOID ")
    assert "ORIGINAL FOR RECIPIENT" not in paper(org, draft) + paper(org, void)


def test_what_was_paid_is_taken_off(service: Service) -> None:
    org = profiled(service)
    owner = customer(org)
    record = sent(org, owner, line(rate=1000))
    assert "Balance due ₹ 1,000.00" in paper(org, record)
    pay(org, owner, 400, (record["id"], 400))
    assert "Paid 400.00 Balance due ₹ 600.00" in paper(org, record)
    pay(org, owner, 600, (record["id"], 600))
    text = paper(org, record)
    assert "Balance due ₹ 0.00" in text
    assert "UPI" not in text


def test_another_currency_has_the_organizations_sign_for_it(service: Service) -> None:
    org = profiled(service)
    org.make("/currencies", {"code": "USD", "name": "US dollar", "symbol": "US$", "exchangeRate": 84})
    record = sent(
        org,
        customer(org),
        line(rate=75.08),
        currencyCode="USD",
        exchangeRate=84.25,
        placeOfSupplyStateCode="96",
    )
    text = paper(org, record)
    assert "EXPORT INVOICE" in text
    assert "Total US$ 75.08" in text
    assert "In INR the total is ₹ 6,325.49" in text


def test_an_area_shows_its_sides(service: Service) -> None:
    org = profiled(service)
    area = {"width": 1200, "height": 900, "lengthUnit": "MM", "qtyCount": 4, "unit": "SQM", "quantity": None}
    sides = {name: value for name, value in area.items() if value is not None}
    record = sent(org, customer(org), {"description": "Glass", "rate": 100} | sides)
    assert "1200 × 900 mm × 4" in paper(org, record)


def test_prices_with_tax_and_a_share_of_the_discount_are_told(service: Service) -> None:
    org = profiled(service, prices_include_tax=True)
    item = org.make("/items", {"name": "Bolt", "sellingPrice": 118, "hsnOrSac": "7318"})
    adjustments = {"documentDiscount": 18}
    record = sent(
        org,
        customer(org),
        {"itemId": item["id"], "quantity": 1, "taxRatePercent": 18},
        adjustments=adjustments,
    )
    text = paper(org, record)
    assert (
        "Gross 118.00, share of discount 18.00 7318 1 PCS 118.00 with tax 84.74 9% 7.63 9% 7.63 100.00"
        in text
    )


def test_what_users_write_is_words_only(service: Service) -> None:
    org = profiled(service)
    text = "<b>x</b> {{ 7 * 7 }} <pdf:nextpage/>"
    owner = customer(org, displayName=text)
    assert (
        paper(org, sent(org, owner, line(description=text), notes=text)).count("{{ 7 * 7 }} <pdf:nextpage/>")
        == 3
    )


@pytest.mark.skipif(not FULL, reason="it takes seconds of a processor: make test-reliability")
def test_a_thousand_lines_are_printed_or_the_service_says_it_cannot_now(service: Service) -> None:
    org = profiled(service)
    record = sent(org, customer(org), *[line(description=f"Line {n}") for n in range(1000)])
    answer = org.get(f"/invoices/{record['id']}/pdf")
    assert answer.status_int in {200, 503}
    if answer.status_int == 503:
        assert answer.headers["Retry-After"]


def test_an_invoice_of_others_or_none_at_all_is_not_found(service: Service) -> None:
    org, other = profiled(service), service.organization()
    record = sent(org, customer(org))
    for client, id in ((other, record["id"]), (org, "inv_0"), (org, "x" * 300)):
        answer = client.get(f"/invoices/{id}/pdf")
        assert (answer.status_int, answer.json["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize(("scopes", "status"), [("invoices.read", 200), ("customers.read", 403)])
def test_it_needs_to_read_invoices(service: Service, scopes: str, status: int) -> None:
    org = profiled(service)
    record = sent(org, customer(org))
    reader = service.member(org.organization_id, scopes=scopes)
    assert reader.get(f"/invoices/{record['id']}/pdf").status_int == status


def test_an_invoice_in_another_currency_tells_the_organizations_own_in_its_own_sign(service: Service) -> None:
    org = profiled(service)
    org.make(
        "/currencies", {"code": "INR", "name": "Rupee", "symbol": "Rs.", "exchangeRate": 1, "isBase": True}
    )
    record = sent(org, customer(org), line(rate=100), currencyCode="USD", exchangeRate=84.5)
    assert "In INR the total is Rs. 8,450.00" in paper(org, record)


def test_a_stored_invoice_under_reverse_charge_tells_what_the_recipient_owes(service: Service) -> None:
    org = profiled(service)
    owner = customer(org, displayName="Acme", gstin="29AAPFU0939F1ZR", billingAddress=ADDRESS)
    exempt = line(description="Milk", rate=40, taxability="EXEMPT")
    cess = line(description="Carriage", rate=1000, **TAXED | {"cessRatePercent": 12})
    text = paper(org, sent(org, owner, cess, exempt, reverseCharge=True))
    for part in (
        "TAX INVOICE",
        "Reverse charge Yes",
        "Milk Exempt",
        "Total ₹ 1,040.00",
        "Tax is payable on reverse charge: Yes",
        "18% 1,000.00 180.00 18% 120.00 12% 300.00",
    ):
        assert part in text


def test_a_stored_export_names_its_shipping_bill(service: Service) -> None:
    org = profiled(service)
    owner = customer(org, displayName="Gulf Homes", billingAddress={"city": "Dubai", "country": "UAE"})
    shipped = {"shippingBillNumber": "4471829", "shippingBillDate": "2026-05-05", "portCode": "INNSA1"}
    text = paper(org, sent(org, owner, line(**TAXED), **shipped))
    for part in (
        "SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX",
        "Country of destination UAE Shipping bill 4471829 Date of shipping bill 05 May 2026 Port code INNSA1",
    ):
        assert part in text
