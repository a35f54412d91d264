"""The calculation of an invoice before it is written."""

from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests.selling import Body, body, customer, goods, item, line, pay, read, tax_rate
from tests.service import Client, Service

# What only a stored invoice has.
STORED = {
    *("views", "viewedAt", "firstViewedAt"),
    "buyer",
    "id",
    "organizationId",
    "invoiceNumber",
    "quoteId",
    "salesOrderId",
    "status",
    "amountPaid",
    "balanceDue",
    "ewayBillStatus",
    "ewayBillId",
    "ewayBillValidUntil",
    "irn",
    "ackNo",
    "ackDate",
    "eInvoiceStatus",
    "emailSentAt",
    "pdfTemplateId",
    "createdBy",
    "updatedBy",
    "createdAt",
    "updatedAt",
}

STORED_OF_LINES = {"id", "organizationId", "invoiceId"}


def calculated(org: Client, sent: Body) -> Body:
    answer = org.post("/invoices/calculate", sent)
    assert answer.status_int == 200, answer.text
    data: Body = answer.json["data"]
    return data


def bodies(org: Client) -> list[Body]:
    """Lines of every kind under adjustments of every kind."""
    who = customer(org, placeOfSupplyStateCode="KA", billingAddress={"stateCode": "29"})
    tile = item(org, pricingMode="AREA", unit="SQM", taxRateId=tax_rate(org, 18), isPriceInclusive="true")
    bolt = goods(org, sellingPrice=12.345678, hsnOrSac="7318", taxRateId=tax_rate(org, 5))
    area = {"itemId": tile["id"], "width": 120.5, "height": 80, "lengthUnit": "CM", "qtyCount": 3}
    lines = [area, {"itemId": bolt["id"], "quantity": 1.234567}, line(rate=99.999999, taxRatePercent=12)]
    percent = {"documentDiscount": 7.5, "documentDiscountIsPercent": True}
    return [
        body(who, *lines),
        body(who, *lines, adjustments=percent | {"adjustmentAmount": -1.23, "adjustmentLabel": "Rebate"}),
        body(who, *lines, currencyCode="usd", exchangeRate=83.123456, placeOfSupplyStateCode="96"),
        body(who, line(discount=10), schemeIds=["a"], notes="n", dueDate=None, applyCustomerCredit=True),
    ]


@pytest.mark.parametrize("which", range(4))
def test_it_answers_what_the_stored_invoice_reads(org: Client, which: int) -> None:
    sent = bodies(org)[which]
    told = calculated(org, sent)
    stored = read(org, org.make("/invoices", sent)["id"])
    for row in stored["lines"]:
        for name in STORED_OF_LINES:
            del row[name]
    assert told == {name: value for name, value in stored.items() if name not in STORED}


def test_it_writes_nothing_and_takes_no_number(org: Client) -> None:
    bolt = goods(org)
    sent = body(customer(org), {"itemId": bolt["id"], "quantity": 1}, status="SENT")
    for _ in range(3):
        calculated(org, sent)
    assert org.read("/invoices") == []
    assert org.read("/inventory") == []
    assert org.read("/number-series") == []
    made = org.make("/invoices", sent)
    assert read(org, made["id"])["invoiceNumber"] == "INV-00001"


def rows(service: Service) -> dict[str, int]:
    """Return the number of rows of each table."""
    with psycopg.connect(service.url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return {name: _count(connection, name) for (name,) in tables.fetchall()}


def _count(connection: psycopg.Connection[Any], table: str) -> int:
    counted = connection.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone()
    assert counted
    return int(counted[0])


def test_it_leaves_no_row_in_any_table(service: Service, org: Client) -> None:
    """A first invoice makes a warehouse, a variant, a series, a key and a trail; a calculation makes none of them."""
    bolt = goods(org)
    owed = customer(org)
    pay(org, owed, 500)
    sent = body(owed, {"itemId": bolt["id"], "quantity": 1}, status="SENT", applyCustomerCredit=True)
    before = rows(service)
    assert org.post("/invoices/calculate", sent, **{"Idempotency-Key": "k"}).status_int == 200
    assert rows(service) == before
    org.make("/invoices", sent)
    grown = {name for name, count in rows(service).items() if count > before[name]}
    assert {"invoices", "warehouses", "item_variants", "number_series", "trail"} <= grown


def test_it_refuses_what_writing_would_refuse(org: Client) -> None:
    wrong: list[Any] = [
        body("cus_none"),
        body(customer(org), line(quantity=0)),
        body(customer(org), line(discount=1000)),
        body(customer(org), dueDate="2020-01-01"),
        {},
    ]
    for sent in wrong:
        told, refused = org.post("/invoices/calculate", sent), org.post("/invoices", sent)
        assert told.status_int == refused.status_int == 422
        assert told.json == refused.json


def test_as_sent_it_refuses_goods_that_leave_open_which_variant_goes(org: Client) -> None:
    shirt = goods(org, variants=[{"size": "M"}, {"size": "L"}])
    unclear = body(customer(org), line(), {"itemId": shirt["id"], "quantity": 1}, status="SENT")
    told, refused = org.post("/invoices/calculate", unclear), org.post("/invoices", unclear)
    assert told.status_int == refused.status_int == 422
    assert told.json == refused.json
    assert told.json["error"]["details"][0]["field"] == "lines.1.itemVariantId"
    named = unclear["lines"][1] | {"itemVariantId": shirt["variants"][1]["id"]}
    assert calculated(org, unclear | {"lines": [named]})["total"] == 100
    assert calculated(org, unclear | {"status": "DRAFT"})["total"] == 200


def test_whoever_may_read_invoices_may_ask(service: Service, org: Client) -> None:
    sent = body(customer(org))
    viewer = service.member(org.organization_id, role="VIEWER")
    assert viewer.post("/invoices/calculate", sent).status_int == 200
    assert viewer.post("/invoices", sent).status_int == 403
    narrow = service.token(org.known, "customers")
    assert narrow.post("/invoices/calculate", sent).json["error"]["code"] == "insufficient_scope"
