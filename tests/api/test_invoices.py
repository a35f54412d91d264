"""Invoices: what they keep, and what they refuse."""

import re
from typing import Any

import pytest

from tests.refusals import refused
from tests.selling import DAY, LATER, Books, body, customer, invoice, line, read
from tests.service import Client, Service

FIELDS = {
    "id",
    "organizationId",
    "invoiceNumber",
    "customerId",
    "salesOrderId",
    "salespersonId",
    "status",
    "invoiceDate",
    "dueDate",
    "sellerLegalName",
    "sellerGstin",
    "sellerStateCode",
    "placeOfSupplyStateCode",
    "currencyCode",
    "exchangeRate",
    "subTotal",
    "discountTotal",
    "documentDiscount",
    "documentDiscountIsPercent",
    "cgstTotal",
    "sgstTotal",
    "igstTotal",
    "cessTotal",
    "reverseCharge",
    "gstCategory",
    "supplyType",
    "exportWithPayment",
    "shippingBillNumber",
    "shippingBillDate",
    "portCode",
    "adjustmentLabel",
    "adjustmentAmount",
    "roundOff",
    "total",
    "amountPaid",
    "balanceDue",
    "warehouseId",
    "ewayBillStatus",
    "ewayBillId",
    "emailSentAt",
    "pdfTemplateId",
    "notes",
    "termsAndConditions",
    "createdBy",
    "updatedBy",
    "createdAt",
    "updatedAt",
}
LINE_FIELDS = {
    "id",
    "organizationId",
    "invoiceId",
    "itemId",
    "itemVariantId",
    "description",
    "hsnOrSac",
    "quantity",
    "unit",
    "rate",
    "discount",
    "taxRatePercent",
    "taxableAmount",
    "cgstAmount",
    "sgstAmount",
    "igstAmount",
    "cessAmount",
    "cessRatePercent",
    "taxability",
    "isPriceInclusive",
    "documentDiscountShare",
    "total",
    "sortOrder",
    "width",
    "height",
    "lengthUnit",
    "qtyCount",
}

DEFAULTS = {
    "salesOrderId": None,
    "salespersonId": None,
    "status": "DRAFT",
    "currencyCode": "INR",
    "exchangeRate": 1,
    "discountTotal": 0,
    "documentDiscount": 0,
    "documentDiscountIsPercent": False,
    "adjustmentLabel": None,
    "adjustmentAmount": 0,
    "roundOff": 0,
    "amountPaid": 0,
    "warehouseId": None,
    "ewayBillStatus": "NOT_REQUIRED",
    "ewayBillId": None,
    "emailSentAt": None,
    "pdfTemplateId": None,
    "schemeIds": [],
    "notes": None,
    "termsAndConditions": None,
    "updatedBy": None,
}


def test_creating_answers_id_status_and_total_and_nothing_else(org: Client) -> None:
    answer = org.post("/invoices", body(customer(org), line(quantity=3)))
    assert answer.status_int == 201
    assert answer.json["success"] is True
    data = answer.json["data"]
    assert data == {"id": data["id"], "status": "DRAFT", "total": 300}
    assert data["id"].startswith("inv_")
    assert len(data["id"]) <= 30


def test_creating_as_sent_answers_sent(org: Client) -> None:
    data = org.make("/invoices", body(customer(org), status="SENT"))
    assert data == {"id": data["id"], "status": "SENT", "total": 100}


def test_a_minimal_invoice_reads_with_its_defaults(org: Client) -> None:
    customer_id = customer(org)
    made = org.make(
        "/invoices", {"customerId": customer_id, "invoiceDate": DAY, "lines": [line(taxRatePercent=18)]}
    )
    record = read(org, made["id"])
    assert record.keys() >= FIELDS
    assert DEFAULTS.items() <= record.items()
    assert record["organizationId"] == org.organization_id
    assert record["customerId"] == customer_id
    assert record["invoiceDate"] == record["dueDate"] == "2026-05-04T00:00:00Z"
    assert record["sellerGstin"] == "27AAPFU0939F1ZV"
    assert record["sellerStateCode"] == record["placeOfSupplyStateCode"] == "27"
    assert record["sellerLegalName"].endswith("Private Limited")
    assert (record["subTotal"], record["cgstTotal"], record["sgstTotal"], record["igstTotal"]) == (
        100,
        9,
        9,
        0,
    )
    assert record["total"] == record["balanceDue"] == 118
    assert record["createdBy"] == org.user_id
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT[\d:.]+Z", record["createdAt"])
    assert record["updatedAt"] == record["createdAt"]
    assert re.fullmatch(r"DRAFT-[0-9A-Z]{8}", record["invoiceNumber"])


def test_a_read_adds_the_lines_in_their_order(org: Client) -> None:
    made = invoice(org, customer(org), line(description="b"), line(description="a", discount=10), line())
    assert [row["description"] for row in made["lines"]] == ["b", "a", "Work"]
    assert [row["sortOrder"] for row in made["lines"]] == [0, 1, 2]
    for row in made["lines"]:
        assert row.keys() >= LINE_FIELDS
        assert row["organizationId"] == org.organization_id
        assert row["invoiceId"] == made["id"]
    nothing = ("itemId", "itemVariantId", "hsnOrSac", "width", "height", "lengthUnit", "qtyCount")
    assert [made["lines"][1][name] for name in nothing] == [None] * 7
    figures = ("quantity", "rate", "discount", "taxRatePercent", "taxableAmount", "total")
    assert [made["lines"][1][name] for name in figures] == [1, 100, 10, 0, 90, 90]


def test_every_field_of_an_invoice_is_kept(service: Service, org: Client) -> None:
    books = Books(service, org)
    header = {
        "salespersonId": org.user_id,
        "sellerRegistrationId": books.registration("29"),
        "currencyCode": "USD",
        "exchangeRate": 83.123456,
        "placeOfSupplyStateCode": "KA",
        "warehouseId": books.warehouse("A"),
        "notes": "Thanks ₹",
        "termsAndConditions": "Net",
        "schemeIds": ["diwali", "loyal"],
        "applyCustomerCredit": True,
    }
    adjustments = {
        "documentDiscount": 2.5,
        "documentDiscountIsPercent": True,
        "adjustmentAmount": -1.25,
        "adjustmentLabel": "Goodwill",
    }
    made = invoice(org, customer(org), **header, adjustments=adjustments, dueDate="2026-06-03")
    assert (header | adjustments).items() <= made.items()
    assert made["dueDate"] == "2026-06-03T00:00:00Z"


def test_the_due_date_may_be_the_invoice_date(org: Client) -> None:
    assert invoice(org, customer(org), dueDate=DAY)["dueDate"] == "2026-05-04T00:00:00Z"
    assert invoice(org, customer(org))["dueDate"].startswith(LATER)


def test_any_fields_take_numbers_as_their_text(org: Client) -> None:
    made = invoice(
        org, customer(org), line(hsnOrSac=7318), notes=12, termsAndConditions=True, placeOfSupplyStateCode=27
    )
    assert (made["notes"], made["termsAndConditions"], made["placeOfSupplyStateCode"]) == ("12", "true", "27")
    assert made["lines"][0]["hsnOrSac"] == "7318"


def test_what_only_the_service_knows_cannot_be_sent(service: Service, org: Client) -> None:
    other = service.organization()
    made = invoice(
        org,
        customer(org),
        id="inv_mine",
        organizationId=other.organization_id,
        invoiceNumber="X1",
        amountPaid=100,
        total=1,
        balanceDue=0,
        createdBy="usr_x",
    )
    assert made["id"] != "inv_mine"
    assert made["organizationId"] == org.organization_id
    assert made["invoiceNumber"].startswith("DRAFT-")
    assert (made["amountPaid"], made["total"], made["createdBy"]) == (0, 100, org.user_id)


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"status": "PAID"}, "status"),
        ({"lines": [line(), line(quantity=0)]}, "lines.1.quantity"),
        ({"lines": [line(discount=100.01)]}, "lines.0.discount"),
        ({"lines": [line(quantity=999_999_999, rate=9_999_999_999_999)]}, "lines.0.quantity"),
        ({"lines": [line(rate=9_000_000_000_000), line(rate=9_000_000_000_000)]}, "lines"),
        ({"dueDate": "2026-05-03"}, "dueDate"),
        ({"adjustments": {"documentDiscount": 100.01}}, "adjustments.documentDiscount"),
        ({"adjustments": {"adjustmentAmount": -100.01}}, "adjustments.adjustmentAmount"),
        ({"placeOfSupplyStateCode": "ZZ"}, "placeOfSupplyStateCode"),
    ],
)
def test_what_is_out_of_bounds_is_refused_by_its_name(org: Client, fields: Any, named: str) -> None:
    customer_id = customer(org)
    assert refused(org.post("/invoices", body(customer_id) | fields)) == {named}
    made = invoice(org, customer_id)
    assert refused(org.patch(f"/invoices/{made['id']}", body(customer_id) | fields)) == {named}
    assert read(org, made["id"]) == made
