"""`import customers`, `vendors`, `items`, `warehouses`: the bodies of their POST."""

from tests.operators.importing import Books
from tests.selling import VENDOR


def test_a_customer_is_what_the_api_makes_of_the_same_body(books: Books) -> None:
    term = books.org.make("/payment-terms", {"name": "Net 15", "days": 15})["id"]
    body = {"displayName": "Acme", "gstin": "27AAPFU0939F1ZV", "paymentTermId": term, "openingBalance": 12.5}
    body |= {"billingAddress": {"line1": "1 Road", "stateCode": "27"}}
    made, imported = books.org.make("/customers", body), books.one("customers", body)
    own = ("id", "createdAt", "updatedAt")
    assert {k: v for k, v in imported.items() if k not in own} == {
        k: v for k, v in made.items() if k not in own
    }


def test_vendors_and_items_come_with_their_own(books: Books) -> None:
    vendor = books.one("vendors", {"displayName": "Mill", "paymentTermsDays": 30} | VENDOR)
    item = books.one("items", {"name": "Shirt", "primaryVendorId": vendor["id"], "variants": [{"size": "S"}]})
    assert (vendor["paymentTermsDays"], item["primaryVendorId"]) == (30, vendor["id"])
    assert [row["size"] for row in item["variants"]] == ["S"]


def test_the_first_warehouse_is_the_default_one_unless_another_says_so(books: Books) -> None:
    address = {"line1": "1 Road", "city": "Pune"}
    books.load(
        "warehouses", {"code": "A", "name": "Alpha", "address": address}, {"code": "B", "name": "Beta"}
    )
    held = [
        (row["code"], row["name"], row["is_default"], row["address"])
        for row in books.rows("imported.warehouses")
    ]
    assert held == [("A", "Alpha", True, address), ("B", "Beta", False, None)]
    books.load("warehouses", {"code": "C", "name": "Gamma", "isDefault": True})
    assert [row["code"] for row in books.rows("imported.warehouses") if row["is_default"]] == ["C"]


def test_what_a_record_may_not_say_is_refused_by_name(books: Books) -> None:
    assert books.refused(
        "customers", {"displayName": " "}, {"displayName": "A", "paymentTermId": "ptm_x"}
    ) == [
        "1: displayName: Must not be blank.",
        "2: paymentTermId: Names no record of this organization.",
    ]
    assert len(books.refused("vendors", {"displayName": "Mill"})) == 4
    twice = [{"size": "S"}, {"size": "S"}]
    assert books.refused("items", {"name": "X", "variants": twice}, {"name": "Y", "taxRateId": "tax_x"}) == [
        "1: variants.1.size: Another variant in the list has this size.",
        "2: taxRateId: Names no record of this organization.",
    ]
    assert books.refused(
        "warehouses", {"code": "A", "name": "A"}, {"code": "A", "name": "B"}, {"code": "C"}
    ) == [
        "2: code: The organization has a warehouse A already.",
        "3: name: This field is required.",
    ]


def test_each_record_of_a_file_has_its_event(books: Books) -> None:
    books.load("customers", *({"displayName": f"Customer {n}"} for n in range(150)))
    rows = books.org.read("/events?type=customer.created&limit=200")
    assert sorted(row["data"]["displayName"] for row in rows) == sorted(f"Customer {n}" for n in range(150))
