"""`import quotes` and `import sales-orders`."""

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.service import Service

DAY = "2026-05-04"
WORK = {"description": "Work", "quantity": 2, "rate": 100, "taxRatePercent": 18}


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme", "placeOfSupplyStateCode": "29"}, {"displayName": "Other"})
    return books


def quote(**fields: object) -> Body:
    return {"customer": "Acme", "quoteDate": DAY, "lines": [WORK]} | fields


def order(**fields: object) -> Body:
    return {"customer": "Acme", "orderDate": DAY, "lines": [WORK]} | fields


def test_a_quote_is_worked_out_as_an_invoice_is(books: Books) -> None:
    adjustments = {"documentDiscount": 50, "adjustmentAmount": -1, "adjustmentLabel": "Goodwill"}
    record = books.one(
        "quotes",
        quote(
            status="SENT", expiryDate="2998-06-04", notes="N", termsAndConditions="T", adjustments=adjustments
        ),
    )
    assert (record["quoteNumber"], record["status"]) == ("QT-00001", "SENT")
    assert (record["expiryDate"], record["notes"], record["termsAndConditions"]) == (
        "2998-06-04T00:00:00Z",
        "N",
        "T",
    )
    assert (record["sellerStateCode"], record["placeOfSupplyStateCode"]) == ("27", "29")
    assert (record["subTotal"], record["discountTotal"], record["igstTotal"], record["total"]) == (
        200,
        50,
        27,
        176,
    )
    assert (record["adjustmentLabel"], record["adjustmentAmount"]) == ("Goodwill", -1)
    (line,) = record["items"]
    assert (line["quoteId"], line["taxableAmount"], line["igstAmount"], line["total"]) == (
        record["id"],
        150,
        27,
        177,
    )


def test_a_sales_order_may_come_from_a_quote(books: Books) -> None:
    (told,) = books.load("quotes", quote(quoteNumber="Q/1"))
    record = books.one(
        "sales-orders", order(quoteId=told["id"], status="CONFIRMED", expectedShipmentDate="2026-05-20")
    )
    assert (record["salesOrderNumber"], record["quoteId"], record["status"]) == (
        "SO-00001",
        told["id"],
        "CONFIRMED",
    )
    assert record["expectedShipmentDate"] == "2026-05-20T00:00:00Z"
    assert [row["salesOrderId"] for row in record["lineItems"]] == [record["id"]]
    assert books.refused(
        "sales-orders", order(quoteId=told["id"], customer="Other"), order(quoteId="quo_x")
    ) == [
        "1: quoteId: Belongs to another customer.",
        "2: quoteId: Names no record of this organization.",
    ]


@pytest.mark.parametrize("status", ["DRAFT", "SENT", "ACCEPTED", "DECLINED", "EXPIRED"])
def test_a_quote_may_have_any_status(books: Books, status: str) -> None:
    assert books.one("quotes", quote(status=status))["status"] == status


@pytest.mark.parametrize("status", ["DRAFT", "CONFIRMED", "CLOSED", "VOID"])
def test_a_sales_order_may_have_any_status(books: Books, status: str) -> None:
    assert books.one("sales-orders", order(status=status))["status"] == status


def test_without_a_status_a_document_is_a_draft(books: Books) -> None:
    assert books.one("quotes", quote())["status"] == "DRAFT"
    assert books.one("sales-orders", order())["status"] == "DRAFT"


def test_each_kind_has_a_series_of_its_own(books: Books) -> None:
    books.org.make("/number-series", {"docType": "QUOTE", "prefix": "Q/{FY}/", "padding": 3})
    told = books.load("quotes", quote(), quote(quoteNumber="Q/26-27/010"), quote())
    assert [row["number"] for row in told] == ["Q/26-27/001", "Q/26-27/010", "Q/26-27/011"]
    assert books.one("sales-orders", order())["salesOrderNumber"] == "SO-00001"


def test_orders_move_no_goods(books: Books) -> None:
    books.load("items", {"name": "Rod", "trackInventory": True})
    books.load("quotes", quote(status="ACCEPTED", lines=[{"item": "Rod", "quantity": 1}]))
    assert books.org.read("/inventory") == []
