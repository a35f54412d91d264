"""GET /quotes/{id}/pdf and the papers of orders."""

from tests.printed import page, profiled
from tests.selling import customer, vendor
from tests.service import Service

ADDRESS = {"line1": "3 MG Road", "city": "Bengaluru", "stateCode": "29", "pincode": "560001"}
LINE = {"description": "Design work", "quantity": 3, "rate": 1250.5, "discount": 51.5, "taxRatePercent": 18}


def test_a_quote_is_printed_as_a_quotation_that_asks_for_nothing(service: Service) -> None:
    org = profiled(service)
    owner = customer(org, displayName="Acme", gstin="29AAPFU0939F1ZR", billingAddress=ADDRESS)
    body = {"customerId": owner, "quoteDate": "2026-05-04", "expiryDate": "2026-06-03", "lines": [LINE]}
    made = org.make("/quotes", body | {"status": "SENT"})
    text = page(org, f"/quotes/{made['id']}/pdf")
    for part in (
        "QUOTATION GSTIN 27AAPFU0939F1ZV",
        "Shop 14, Laxmi Road Pune 411030",
        f"Quotation number {made['quoteNumber']} Date 04 May 2026 Valid until 03 Jun 2026",
        "Quoted to Acme 3 MG Road Bengaluru 560001, Karnataka (29) GSTIN 29AAPFU0939F1ZR",
        "3 PCS 1,250.50 3,700.00 18% 666.00 4,366.00",
        "Total ₹ 4,366.00",
    ):
        assert part in text
    for word in ("Balance", "ORIGINAL", "None", "us@bank", "Invoice"):
        assert word not in text


def test_a_draft_quote_says_so_and_one_without_a_last_day_names_none(service: Service) -> None:
    org = profiled(service)
    body = {"customerId": customer(org), "quoteDate": "2026-05-04", "lines": [LINE]}
    text = page(org, f"/quotes/{org.make('/quotes', body)['id']}/pdf")
    assert text.startswith("DRAFT ")
    assert "Valid until" not in text


def test_a_sales_order_is_printed_for_the_customer(service: Service) -> None:
    org = profiled(service)
    body = {
        "orderDate": "2026-05-04",
        "expectedShipmentDate": "2026-06-03",
        "lines": [LINE],
        "status": "CONFIRMED",
    }
    made = org.make("/sales-orders", body | {"customerId": customer(org, displayName="Acme")})
    text = page(org, f"/sales-orders/{made['id']}/pdf")
    for part in (
        "SALES ORDER",
        f"Order number {made['salesOrderNumber']}",
        "To be sent on 03 Jun 2026",
        "Ordered by Acme",
    ):
        assert part in text
    assert "Balance" not in text


def test_on_a_purchase_order_the_organization_buys_and_the_vendor_supplies(service: Service) -> None:
    org = profiled(service)
    seller = vendor(org, displayName="Mill", gstin="29AAPFU0939F1ZR", billingAddress=ADDRESS)
    body = {"vendorId": seller, "orderDate": "2026-05-04", "expectedDate": "2026-06-03", "status": "ISSUED"}
    made = org.make("/purchase-orders", body | {"lines": [LINE]})
    text = page(org, f"/purchase-orders/{made['id']}/pdf")
    for part in (
        "Shop 14, Laxmi Road Pune 411030",
        "PURCHASE ORDER GSTIN 27AAPFU0939F1ZV",
        f"Order number {made['purchaseOrderNumber']} Date 04 May 2026 Expected on 03 Jun 2026",
        "Supplier Mill 3 MG Road Bengaluru 560001, Karnataka (29) GSTIN 29AAPFU0939F1ZR",
        "18% 666.00 4,366.00",
    ):
        assert part in text
    for word in ("us@bank", "Example Bank", "Balance", "ORIGINAL"):
        assert word not in text


def test_a_quote_of_others_is_not_found(service: Service) -> None:
    org, other = profiled(service), service.organization()
    body = {"customerId": customer(org), "quoteDate": "2026-05-04", "lines": [LINE]}
    path = f"/quotes/{org.make('/quotes', body)['id']}/pdf"
    assert other.get(path).status_int == 404
