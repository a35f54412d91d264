"""`import invoices`: as POST /invoices makes them, many at once."""

import json

import pytest

from tests.operators.checking import tamper
from tests.operators.importing import Body, Books
from tests.operators.originals import register

DAY = "2026-05-04"
WORK = {"description": "Work", "quantity": 2, "rate": 100, "taxRatePercent": 18}


@pytest.fixture
def customer(books: Books) -> str:
    return str(books.org.make("/customers", {"displayName": "Acme"})["id"])


def invoice(*lines: Body, **fields: object) -> Body:
    return {
        "customer": "Acme",
        "invoiceDate": DAY,
        "dueDate": "2999-12-31",
        "lines": list(lines) or [WORK],
    } | fields


def test_an_imported_invoice_is_what_the_api_makes_of_the_same_body(books: Books, customer: str) -> None:
    tax = books.org.make("/tax-rates", {"name": "GST", "ratePercent": 12})["id"]
    item = books.org.make("/items", {"name": "Bolt", "sku": "B-1", "sellingPrice": 33.335, "taxRateId": tax})
    adjusted = {
        "adjustments": {"documentDiscount": 10, "documentDiscountIsPercent": True, "adjustmentAmount": 1.5}
    }
    line = {"itemId": item["id"], "quantity": 3, "discount": 1}
    body = invoice(line, WORK, customerId=customer, status="SENT", notes="Thanks", **adjusted)
    del body["customer"]
    by_api = books.org.read(f"/invoices/{books.org.make('/invoices', body)['id']}")
    imported = books.one("invoices", body)

    def comparable(record: Body) -> Body:
        own = ("id", "invoiceId", "invoiceNumber", "createdAt", "updatedAt", "lines")
        kept = {name: value for name, value in record.items() if name not in own}
        return kept | {"lines": [comparable(row) for row in record["lines"]]} if "lines" in record else kept

    assert comparable(imported) == comparable(by_api)
    assert (by_api["invoiceNumber"], imported["invoiceNumber"]) == ("INV-00001", "INV-00002")


def test_a_draft_keeps_a_draft_s_number_and_can_be_sent(books: Books, customer: str) -> None:
    record = books.one("invoices", invoice())
    assert (record["status"], record["invoiceNumber"][:6]) == ("DRAFT", "DRAFT-")
    assert books.org.post(f"/invoices/{record['id']}/send").json["data"]["invoiceNumber"] == "INV-00001"


def test_numbers_follow_the_file_and_given_ones_push_the_series_on(books: Books, customer: str) -> None:
    sent = invoice(status="SENT")
    told = books.load(
        "invoices", sent, sent | {"invoiceNumber": "INV-00007"}, sent, sent | {"invoiceNumber": "OLD/9"}, sent
    )
    assert [row["number"] for row in told] == ["INV-00001", "INV-00007", "INV-00008", "OLD/9", "INV-00009"]
    assert books.one("invoices", sent)["invoiceNumber"] == "INV-00010"


def test_a_draft_with_a_number_of_its_own_keeps_it_when_it_is_sent(books: Books, customer: str) -> None:
    record = books.one("invoices", invoice(invoiceNumber="INV-00003"))
    assert (record["status"], record["invoiceNumber"]) == ("DRAFT", "INV-00003")
    assert books.org.post(f"/invoices/{record['id']}/send").json["data"]["invoiceNumber"] == "INV-00003"
    assert books.one("invoices", invoice(status="SENT"))["invoiceNumber"] == "INV-00004"


def test_the_next_number_of_a_series_that_is_taken_is_a_fault_that_says_so(
    books: Books, customer: str
) -> None:
    books.load("invoices", invoice(status="SENT"))
    tamper(books.service, books.org, "counter")
    assert books.refused("invoices", invoice(status="SENT")) == [
        "1: invoiceNumber: The next number of the series, INV-00001, is taken: set its nextNumber."
    ]


def test_a_given_number_pushes_the_series_whose_form_it_has_whoever_sells(
    books: Books, customer: str
) -> None:
    branch = register(books, "29AAPFU0939F1ZR", "29", "Branch")
    books.org.make("/number-series", {"docType": "INVOICE", "registrationId": branch, "prefix": "KA-"})
    sent = invoice(status="SENT")
    of_branch = sent | {"sellerRegistrationId": branch}
    given = [sent | {"invoiceNumber": "KA-00004"}, of_branch | {"invoiceNumber": "INV-00007"}]
    result = books.run("invoices", of_branch, *given, of_branch, sent, words=("--json",))
    numbers = [json.loads(row)["number"] for row in result.stdout.splitlines()]
    assert numbers == ["KA-00001", "KA-00004", "INV-00007", "KA-00005", "INV-00008"]
    # `check` tells of the number that a registration's series gives to others.
    assert [row["figure"] for row in books.differences()] == ["registration of KA-00004"]


def test_a_sku_goes_before_a_name(books: Books, customer: str) -> None:
    books.org.make("/items", {"name": "Rod", "sku": "Bolt", "sellingPrice": 1})
    books.org.make("/items", {"name": "Bolt", "sellingPrice": 2})
    books.org.make("/items", {"name": "Nut", "sellingPrice": 3})
    record = books.one("invoices", invoice(*({"item": name, "quantity": 1} for name in ("Bolt", "Nut"))))
    assert [line["rate"] for line in record["lines"]] == [1, 3]


def test_a_number_that_is_taken_is_refused(books: Books, customer: str) -> None:
    sent = invoice(status="SENT")
    books.load("invoices", sent)
    given = sent | {"invoiceNumber": "INV-00001"}
    assert books.refused(
        "invoices", sent, given, sent | {"invoiceNumber": "A"}, sent | {"invoiceNumber": "A"}
    ) == [
        "2: invoiceNumber: The number INV-00001 is taken in its fiscal year.",
        "4: invoiceNumber: The number A is taken in its fiscal year.",
    ]
    # Another fiscal year has numbers of its own.
    assert books.one("invoices", given | {"invoiceDate": "2025-05-04"})["invoiceNumber"] == "INV-00001"


def test_numbers_count_in_the_fiscal_year_of_their_day(books: Books, customer: str) -> None:
    days = ["2026-03-31", "2026-04-01", "2026-03-30"]
    told = books.load("invoices", *(invoice(status="SENT", invoiceDate=day) for day in days))
    assert [row["number"] for row in told] == ["INV-00001", "INV-00001", "INV-00002"]


def test_goods_of_sent_invoices_leave_stock_and_those_of_drafts_stay(books: Books, customer: str) -> None:
    item = books.org.make(
        "/items", {"name": "Bolt", "sku": "B-1", "sellingPrice": 10, "trackInventory": True}
    )
    line = {"item": "B-1", "quantity": 2}
    books.load("invoices", invoice(line, status="SENT"), invoice(line), invoice(line, line, status="SENT"))
    (position,) = books.org.read("/inventory")
    assert (position["itemId"], position["quantityOnHand"]) == (item["id"], -6)
    assert {row["source_doc_type"] for row in books.rows("imported.movements")} == {"INVOICE"}
    assert len({row["source_doc_id"] for row in books.rows("imported.movements")}) == 2


def test_an_item_with_several_variants_must_be_named_by_one(books: Books, customer: str) -> None:
    variants = [{"size": "S"}, {"size": "M"}]
    books.org.make(
        "/items", {"name": "Shirt", "trackInventory": True, "variants": variants, "sellingPrice": 1}
    )
    line = {"item": "Shirt", "quantity": 1}
    assert books.refused("invoices", invoice(WORK, line, status="SENT")) == [
        "1: lines.1.itemVariantId: The item has several variants: name one of them."
    ]


def test_credit_is_spent_in_the_order_of_the_file(books: Books, customer: str) -> None:
    books.org.make("/payments-received", {"customerId": customer, "paymentDate": DAY, "amount": 300})
    wants = invoice(status="SENT", applyCustomerCredit=True)
    told = books.load("invoices", wants, invoice(status="SENT"), wants)
    records = [books.org.read(f"/invoices/{row['id']}") for row in told]
    assert [(row["status"], row["amountPaid"]) for row in records] == [
        ("PAID", 236),
        ("SENT", 0),
        ("PARTIALLY_PAID", 64),
    ]


def test_an_invoice_of_nothing_is_paid_once_sent(books: Books, customer: str) -> None:
    free = invoice(WORK | {"rate": 0}, status="SENT", applyCustomerCredit=True)
    assert books.one("invoices", free)["status"] == "PAID"


def test_everything_wrong_is_told_and_nothing_is_loaded(books: Books, customer: str) -> None:
    books.org.make("/customers", {"displayName": "Twin"})
    books.org.make("/customers", {"displayName": "Twin"})
    due_before = invoice(dueDate="2026-05-03")
    too_dear = invoice(adjustments={"documentDiscount": 1000})
    faults = books.refused(
        "invoices",
        invoice(),
        "{not json",
        "",
        "[]",
        invoice(customer="Nobody", lines=[WORK | {"quantity": 0}, {"item": "None", "quantity": 1}]),
        invoice(customer="Twin"),
        invoice(customerId=customer),
        due_before,
        too_dear,
        invoice(placeOfSupplyStateCode="XX", status="PAID"),
        invoice(customer=["Acme"]),
    )
    assert [int(fault.partition(":")[0]) for fault in faults] == [2, 4, 5, 5, 5, 6, 7, 8, 9, 10, 11]
    assert faults[0].startswith("2: body: Is not JSON: ")
    assert faults[1] == "4: body: Must be an object."
    assert set(faults[2:5]) == {
        "5: lines.0.quantity: Must be more than 0.",
        "5: customer: There is no customer Nobody.",
        "5: lines.1.item: There is no item None.",
    }
    assert faults[5] == "6: customer: 2 records are called Twin: name the customer by its id."
    assert faults[6] == "7: customer: Must not be given together with customerId."
    assert faults[7] == "8: dueDate: Must not be before invoiceDate."
    assert faults[8].startswith("9: adjustments.documentDiscount: ")
    assert faults[9].startswith("10: status: ")
    assert faults[10] == "11: customer: Must be a name."


def test_a_dry_run_tells_what_would_be_loaded_and_loads_nothing(books: Books, customer: str) -> None:
    before = books.counts()
    result = books.run("invoices", invoice(status="SENT"), invoice(), words=("--dry-run",))
    assert (result.exit_code, result.stdout) == (0, f"Would import 2 invoices into {books.slug}.\n")
    assert books.run("invoices", invoice(), invoice(customer="X"), words=("--dry-run",)).exit_code == 2
    assert books.counts() == before


def test_what_is_imported_bears_the_first_administrator_and_the_trail_the_operator(
    books: Books, customer: str
) -> None:
    record = books.one("invoices", invoice())
    assert record["createdBy"] == books.org.user_id
    trail = books.operator.trail(books.slug, "--table", "invoices")
    assert [(row["userId"], row["requestId"].partition(":")[0]) for row in trail] == [(None, "operator")]


@pytest.mark.slow
def test_more_invoices_than_a_batch_holds_go_in_as_one(books: Books, customer: str) -> None:
    told = books.load("invoices", *[invoice(status="SENT")] * 1_050)
    assert [row["number"] for row in told] == [f"INV-{n:05d}" for n in range(1, 1_051)]
    listed = books.org.get("/invoices?limit=1").json
    assert (listed["meta"]["total"], listed["data"][0]["invoiceNumber"]) == (1_050, "INV-01050")
    assert len(books.refused("invoices", *[invoice(status="SENT")] * 1_050, "{")) == 1


def sold(books: Books, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Import seven invoices of the same goods and of others, two in a batch; the positions as they were stored."""
    monkeypatch.setattr("app.importing.entries.MOST_BATCH_ENTRIES", 2)
    names = ["Bolt", *(f"Nut {number}" for number in range(7))]
    items = [
        {"name": name, "sku": name, "sellingPrice": 10, "trackInventory": True, "purchasePrice": 4}
        for name in names
    ]
    books.load("items", *items)
    books.load("stock", *({"item": name, "quantity": 5, "unitCost": 3} for name in names))
    before = len(books.rows("imported.stored_positions"))
    lines = [[{"item": "Bolt", "quantity": 1}, {"item": name, "quantity": 2}] for name in names[1:]]
    books.load("invoices", *(invoice(*pair, status="SENT") for pair in lines))
    left = {
        row["itemName"]: (row["quantityOnHand"], row["averageCost"]) for row in books.org.read("/inventory")
    }
    assert left == {"Bolt": (-2, 3)} | dict.fromkeys(names[1:], (3, 3))
    return [row["record_id"] for row in books.rows("imported.stored_positions")][before:]


def test_a_position_is_stored_once_however_many_batches_move_it(
    books: Books, customer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = sold(books, monkeypatch)
    assert len(stored) == len(set(stored)) == 8


def test_more_positions_than_are_held_at_once_are_all_stored(
    books: Books, customer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.stock.movements._MOST_HELD", 2)
    stored = sold(books, monkeypatch)
    assert len(set(stored)) == 8
    assert len(stored) > 8
