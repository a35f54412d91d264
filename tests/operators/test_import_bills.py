"""`import bills` and `import purchase-orders`: purchases, their tax and their stock."""

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.selling import VENDOR
from tests.service import Service

DAY = "2026-05-04"
HERE, ELSEWHERE = "27AAPFU0939F1ZV", "29AAPFU0939F1ZR"
STEEL = {"description": "Steel", "quantity": 2, "rate": 100, "taxRatePercent": 18}


def vendor(books: Books, name: str = "Mill", **fields: object) -> str:
    (told,) = books.load("vendors", {"displayName": name, "gstin": HERE} | VENDOR | fields)
    return str(told["id"])


def bill(*lines: Body, **fields: object) -> Body:
    return {"vendor": "Mill", "billDate": DAY, "status": "OPEN", "lines": list(lines) or [STEEL]} | fields


def taxes(record: Body) -> tuple[float, float, float]:
    return record["cgstTotal"], record["sgstTotal"], record["igstTotal"]


def test_a_bill_has_the_vendor_as_its_seller(books: Books) -> None:
    vendor_id = vendor(books, legalName="Mill Limited")
    record = books.one("bills", bill(vendorBillNumber="V-77", itcEligible=True, dueDate="2999-01-01"))
    assert (record["vendorId"], record["sellerLegalName"], record["sellerGstin"]) == (
        vendor_id,
        "Mill Limited",
        HERE,
    )
    assert (record["sellerStateCode"], record["placeOfSupplyStateCode"]) == ("27", "27")
    assert (record["billNumber"], record["vendorBillNumber"], record["itcEligible"]) == (
        "BILL-00001",
        "V-77",
        True,
    )
    assert (record["subTotal"], *taxes(record), record["total"]) == (200, 18, 18, 0, 236)
    assert (record["amountPaid"], record["balanceDue"], record["status"]) == (0, 236, "OPEN")


@pytest.mark.parametrize(
    ("facts", "state", "expected"),
    [
        ({"gstin": ELSEWHERE}, "29", (0, 0, 36)),
        # The GSTIN tells more than the vendor's own code, that more than the address.
        ({"placeOfSupplyStateCode": "29"}, "27", (18, 18, 0)),
        ({"gstin": "XX", "placeOfSupplyStateCode": "KA"}, "KA", (0, 0, 36)),
        ({"gstin": "XX", "billingAddress": {"stateCode": "29"}}, "29", (0, 0, 36)),
        ({"gstin": "XX"}, "27", (18, 18, 0)),
        # CH are Chandigarh's letters, but a Swiss number's first ones too: a GSTIN begins with digits.
        ({"gstin": "CHE123456789", "placeOfSupplyStateCode": "27"}, "27", (18, 18, 0)),
        ({"gstin": "CHE123456789"}, "27", (18, 18, 0)),
        ({"gstin": f" {ELSEWHERE}"}, "29", (0, 0, 36)),
        ({"gstin": None, "placeOfSupplyStateCode": "29"}, "29", (0, 0, 0)),
        ({"gstin": " "}, "27", (0, 0, 0)),
    ],
)
def test_a_vendor_s_state_decides_the_tax(
    books: Books, facts: Body, state: str, expected: tuple[float, ...]
) -> None:
    vendor(books, **facts)
    record = books.one("bills", bill())
    assert (record["sellerStateCode"], taxes(record)) == (state, expected)


def test_a_stated_place_of_supply_counts(books: Books) -> None:
    vendor(books)
    assert taxes(books.one("bills", bill(placeOfSupplyStateCode="KA"))) == (0, 0, 36)
    assert books.refused("bills", bill(placeOfSupplyStateCode="XX"))[0].startswith(
        "1: placeOfSupplyStateCode: "
    )


def test_a_line_costs_what_the_item_is_bought_for_without_tax_in_it(
    service: Service, operator: Operator
) -> None:
    books = Books(service, operator, prices_include_tax=True)
    vendor(books)
    variants = [{"size": "S", "purchasePrice": 7}, {"size": "M"}]
    item = books.org.make(
        "/items", {"name": "Rod", "sellingPrice": 99, "purchasePrice": 5, "variants": variants}
    )
    small, medium = (row["id"] for row in item["variants"])
    lines = [
        {"item": "Rod", "itemVariantId": id, "quantity": 1, "taxRatePercent": 18} for id in (small, medium)
    ]
    record = books.one("bills", bill(*lines))
    assert [row["rate"] for row in record["items"]] == [7, 5]
    assert (record["subTotal"], record["total"]) == (12, 14.16)


def test_a_bill_falls_due_by_the_vendor_s_terms_and_is_overdue_then(books: Books) -> None:
    vendor(books, paymentTermsDays=30)
    assert books.one("bills", bill(dueDate="2999-01-01"))["status"] == "OPEN"
    record = books.one("bills", bill(billDate="2026-01-01"))
    assert (record["dueDate"], record["status"]) == ("2026-01-31T00:00:00Z", "OVERDUE")
    assert books.one("bills", bill(billDate="2026-01-01", status="DRAFT"))["status"] == "DRAFT"
    assert books.refused("bills", bill(dueDate="2026-05-03")) == ["1: dueDate: Must not be before billDate."]


def test_goods_of_an_open_bill_come_in_at_what_is_taxed_of_them_in_the_base_currency(books: Books) -> None:
    vendor(books, currencyCode="USD")
    books.org.make("/items", {"name": "Rod", "sku": "R", "trackInventory": True})
    line = {"item": "R", "quantity": 3, "rate": 100, "discount": 30, "taxRatePercent": 18}
    books.load(
        "bills",
        bill(line, currencyCode="USD", exchangeRate=80, adjustments={"documentDiscount": 20}),
        bill(line, status="DRAFT"),
        bill(line, status="VOID"),
    )
    (position,) = books.org.read("/inventory")
    # (300 - 30 - 20) x 80 / 3
    assert (position["quantityOnHand"], position["averageCost"]) == (3, 6666.666667)
    (movement,) = books.rows("imported.movements")
    assert (movement["movement_type"], movement["source_doc_type"]) == ("PURCHASE_IN", "BILL")


def test_bills_move_the_average_in_the_order_of_the_file(books: Books) -> None:
    vendor(books)
    books.org.make("/items", {"name": "Rod", "trackInventory": True})
    books.load("warehouses", {"code": "A", "name": "A"}, {"code": "B", "name": "B", "isDefault": True})
    lines = [{"item": "Rod", "quantity": 10, "rate": rate} for rate in (4, 8)]
    books.load("bills", *(bill(line) for line in lines), bill(lines[0], warehouse="A"))
    held = {
        row["warehouseCode"]: (row["quantityOnHand"], row["averageCost"])
        for row in books.org.read("/inventory")
    }
    assert held == {"B": (20, 6), "A": (10, 4)}


def test_a_bill_of_nothing_is_paid_once_open(books: Books) -> None:
    vendor(books)
    assert books.one("bills", bill(STEEL | {"rate": 0}))["status"] == "PAID"


def test_a_purchase_order_is_stored_and_a_bill_may_come_from_it(books: Books) -> None:
    mill, other = vendor(books), vendor(books, "Other")
    order = {
        "vendor": "Mill",
        "orderDate": DAY,
        "expectedDate": "2026-06-01",
        "status": "ISSUED",
        "lines": [STEEL],
    }
    (told,) = books.load("purchase-orders", order)
    assert told["number"] == "PO-00001"
    (stored,) = books.rows("imported.purchase_orders")
    assert (stored["status"], stored["vendor_id"], stored["total"]) == ("ISSUED", mill, 236)
    assert books.one("bills", bill(purchaseOrderId=told["id"]))["purchaseOrderId"] == told["id"]
    assert books.refused(
        "bills", bill(purchaseOrderId=told["id"], vendor="Other"), bill(purchaseOrderId="po_x")
    ) == [
        "1: purchaseOrderId: Belongs to another vendor.",
        "2: purchaseOrderId: Names no record of this organization.",
    ]
    assert other


def test_goods_that_are_worth_more_than_can_be_kept_are_a_fault_of_their_line(books: Books) -> None:
    vendor(books)
    books.org.make("/items", {"name": "Rod", "trackInventory": True})
    dear = bill({"item": "Rod", "quantity": 1, "rate": 9e12}, exchangeRate=9e8)
    assert books.refused("bills", bill(), dear) == [
        "2: exchangeRate: Makes the goods worth more than 13 digits before the point."
    ]


def test_what_a_bill_may_not_say_is_refused_by_name(books: Books) -> None:
    vendor(books)
    assert books.refused(
        "bills",
        bill(status="PAID"),
        bill(vendor="Nobody"),
        bill(warehouseId="whs_x"),
        bill(lines=[]),
        {"vendor": "Mill", "lines": [STEEL]},
    ) == [
        "1: status: Must be one of: DRAFT, OPEN, VOID.",
        "2: vendor: There is no vendor Nobody.",
        "3: warehouseId: Names no record of this organization.",
        "4: lines: Must have 1 to 1000 elements.",
        "5: billDate: This field is required.",
    ]


def test_a_bill_has_no_terms_and_conditions(books: Books) -> None:
    vendor(books)
    assert books.refused("bills", bill(termsAndConditions="T")) == [
        "1: termsAndConditions: There is no such field."
    ]


def test_goods_come_in_at_what_is_taxed_of_them_to_the_paisa(books: Books) -> None:
    vendor(books)
    books.load("items", {"name": "Rice", "sku": "R", "trackInventory": True})
    books.load("warehouses", {"code": "SHOP", "name": "Shop"})
    line = {"item": "R", "quantity": 300_000, "rate": 1, "discount": 99_999.99, "taxRatePercent": 5}
    books.load("bills", bill(line))
    (position,) = books.org.read("/inventory")
    (movement,) = books.org.read(f"/inventory/{position['id']}")["movements"]
    # 200,000.01 / 300,000 is 0.66666670: the unit cost is rounded, the cost of all is not.
    assert (movement["unitCost"], movement["totalCost"]) == (0.666667, 200_000.01)
