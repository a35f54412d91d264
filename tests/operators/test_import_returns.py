"""Credit notes that bring goods back: never more than were sold, and at what they left with."""

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.selling import LATER, patch
from tests.service import Service

DAY = "2026-05-04"
BENGALURU = "29AAPFU0939F1ZR"
SOLD = {"quantity": 4, "rate": 100, "taxRatePercent": 18}
ROD = SOLD | {"item": "Rod"}


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme"})
    books.load("items", {"name": "Rod", "trackInventory": True})
    return books


def sold(books: Books, *lines: Body, **fields: object) -> Body:
    sent = {"customer": "Acme", "invoiceDate": DAY, "status": "SENT", "lines": list(lines) or [ROD]}
    return books.one("invoices", sent | fields)


def credit(*lines: Body, **fields: object) -> Body:
    return {"customer": "Acme", "creditNoteDate": DAY, "status": "OPEN", "lines": list(lines)} | fields


def test_no_more_of_a_line_comes_back_than_it_sold(books: Books) -> None:
    line = sold(books)["lines"][0]["id"]
    of_it = ROD | {"originalInvoiceItemId": line, "restock": True}
    too_many = "Must be at most what is left of the original line"
    # Neither a price that is lowered nor a note that is not open brings goods.
    no_goods = [
        credit(of_it | {"restock": False, "rate": 1}),
        credit(of_it, status="DRAFT"),
        credit(of_it, status="VOID"),
    ]
    books.load("credit-notes", *no_goods, credit(of_it | {"quantity": 1.5}))
    assert books.refused(
        "credit-notes",
        credit(of_it),
        credit(of_it | {"quantity": 1}),
        credit(of_it | {"quantity": 1}, of_it | {"quantity": 1}),
    ) == [f"1: lines.0.quantity: {too_many}, 2.5.", f"3: lines.1.quantity: {too_many}, 0.5."]
    books.load("credit-notes", credit(of_it | {"quantity": 2.5}))
    assert books.refused("credit-notes", credit(of_it)) == [f"1: lines.0.quantity: {too_many}, 0."]
    assert books.org.read("/inventory")[0]["quantityOnHand"] == 0


@pytest.mark.parametrize("quantities", [[30_000], [10_000, 20_000]])
def test_goods_that_come_back_whole_bring_the_whole_cost(books: Books, quantities: list[int]) -> None:
    books.load(
        "stock",
        {"item": "Rod", "quantity": 10_000, "unitCost": 0.01},
        {"item": "Rod", "quantity": 20_000, "unitCost": 0.02},
    )
    invoice = sold(books, *(ROD | {"quantity": quantity} for quantity in quantities))
    back = ROD | {"quantity": 30_000, "restock": True}
    if len(quantities) == 1:
        back |= {"originalInvoiceItemId": invoice["lines"][0]["id"]}
    (movement,) = books.one("credit-notes", credit(back, invoiceId=invoice["id"]))["movements"]
    # 500.00 left; 30,000 at 0.016667 would be 500.01.
    assert (movement["quantity"], movement["totalCost"]) == (30_000, 500)


def test_no_more_of_an_item_comes_back_than_its_invoice_sold(books: Books) -> None:
    books.load("items", {"name": "Nut", "trackInventory": True})
    invoice = sold(books, ROD, ROD | {"quantity": 2}, ROD | {"item": "Nut"})
    line = invoice["lines"][0]["id"]
    back = ROD | {"restock": True}
    about, of_it = {"invoiceId": invoice["id"]}, {"originalInvoiceItemId": line}
    too_many = "Must be at most what the invoice sold of the item and is not back yet"
    no_goods = [
        credit(ROD, **about),
        credit(back, status="DRAFT", **about),
        credit(back, status="VOID", **about),
    ]
    books.load(
        "credit-notes",
        *no_goods,
        credit(back | of_it | {"quantity": 1}),
        credit(back | {"quantity": 3}, **about),
    )
    assert books.refused(
        "credit-notes",
        credit(back | {"quantity": 2.5}, **about),
        credit(back | {"quantity": 0.5}, back | {"quantity": 2}, **about),
        credit(back | of_it | {"quantity": 2}),
        credit(back | {"item": "Nut", "quantity": 4.5}, **about),
        credit(back | {"quantity": 9}),
    ) == [
        f"1: lines.0.quantity: {too_many}, 2.",
        f"2: lines.1.quantity: {too_many}, 1.5.",
        f"3: lines.0.quantity: {too_many}, 1.5.",
        f"4: lines.0.quantity: {too_many}, 4.",
    ]
    books.load("credit-notes", credit(back | {"quantity": 2}, **about))
    assert books.refused("credit-notes", credit(back | of_it | {"quantity": 1})) == [
        f"1: lines.0.quantity: {too_many}, 0."
    ]


def test_what_an_invoice_never_sold_does_not_come_back_with_it(books: Books) -> None:
    books.load("items", {"name": "Nut", "trackInventory": True})
    about = {"invoiceId": sold(books)["id"]}
    assert books.refused("credit-notes", credit(ROD | {"item": "Nut", "restock": True}, **about)) == [
        "1: lines.0.quantity: Must be at most what the invoice sold of the item and is not back yet, 0."
    ]


@pytest.mark.parametrize("named", ["line", "invoice", "both in turn"])
@pytest.mark.parametrize("at_once", [True, False])
def test_goods_that_come_back_in_parts_bring_the_whole_cost_in_the_end(
    books: Books, named: str, at_once: bool
) -> None:
    books.load("stock", {"item": "Rod", "quantity": 3, "unitCost": 33.333333})
    invoice = sold(books, ROD | {"quantity": 3})
    back = ROD | {"quantity": 1, "restock": True}
    by_line = credit(back | {"originalInvoiceItemId": invoice["lines"][0]["id"]})
    by_invoice = credit(back, invoiceId=invoice["id"])
    notes = {
        "line": [by_line] * 3,
        "invoice": [by_invoice] * 3,
        "both in turn": [by_line, by_invoice, by_line],
    }
    for file in [notes[named]] if at_once else [[note] for note in notes[named]]:
        books.load("credit-notes", *file)
    costs = [
        row["total_cost"]
        for row in books.rows("imported.movements")
        if row["movement_type"] == "SALES_RETURN_IN"
    ]
    assert [float(cost) for cost in costs] == [33.33, 33.34, 33.33]
    assert (books.org.read("/inventory")[0]["quantityOnHand"], float(sum(costs))) == (3, 100)


def test_what_an_edit_of_the_invoice_put_back_does_not_come_back_again(books: Books) -> None:
    books.load("stock", {"item": "Rod", "quantity": 4, "unitCost": 10})
    invoice = sold(books, dueDate="2999-12-31")
    line = {"itemId": invoice["lines"][0]["itemId"], "quantity": 2, "rate": 100}
    facts = {name: invoice[name] for name in ("customerId", "invoiceDate", "dueDate")}
    assert books.org.patch(f"/invoices/{invoice['id']}", facts | {"lines": [line]}).status_int == 200
    back = ROD | {"quantity": 2, "restock": True}
    (movement,) = books.one("credit-notes", credit(back, invoiceId=invoice["id"]))["movements"]
    assert (movement["quantity"], movement["totalCost"]) == (2, 20)


def test_a_credit_note_is_issued_under_its_invoice_s_registration(books: Books) -> None:
    facts = {"--gstin": BENGALURU, "--state-code": "29", "--legal-name": "Southern"}
    words = [word for pair in facts.items() for word in pair]
    added = books.operator.make("registration", "add", "--org", books.slug, *words)
    invoice = sold(books, sellerRegistrationId=added["id"], placeOfSupplyStateCode="29")
    assert (invoice["cgstTotal"], invoice["igstTotal"]) == (36, 0)
    about = {"invoiceId": invoice["id"]}
    for stated, cgst, igst in [({}, 36, 0), ({"placeOfSupplyStateCode": "27"}, 0, 72)]:
        record = books.one("credit-notes", credit(ROD, **about, **stated))
        assert (record["sellerGstin"], record["sellerLegalName"]) == (BENGALURU, "Southern")
        assert (record["cgstTotal"], record["igstTotal"]) == (cgst, igst)


def test_goods_of_a_line_that_an_edit_replaced_come_back_at_what_they_left_with(books: Books) -> None:
    books.load("stock", {"item": "Rod", "quantity": 4, "unitCost": 10})
    invoice = sold(books, dueDate=LATER)
    # The rate only: no goods move again, but the line is another one.
    edited = patch(
        books.org, invoice, SOLD | {"itemId": invoice["lines"][0]["itemId"], "rate": 90}, dueDate=LATER
    )
    assert edited.status_int == 200, edited.text
    line = books.org.read(f"/invoices/{invoice['id']}")["lines"][0]["id"]
    books.load("stock", {"item": "Rod", "quantity": 4, "unitCost": 50})
    back = {"quantity": 2, "restock": True, "originalInvoiceItemId": line}
    for _ in range(2):
        (movement,) = books.one("credit-notes", credit(back))["movements"]
        assert (movement["unitCost"], movement["totalCost"]) == (10, 20)


def test_a_void_note_holds_neither_the_lines_it_names_nor_the_draft(books: Books) -> None:
    invoice = sold(books, dueDate=LATER)
    draft = sold(books, status="DRAFT")
    of_line = ROD | {"originalInvoiceItemId": invoice["lines"][0]["id"]}
    of_a_line = books.one("credit-notes", credit(of_line, status="VOID"))
    of_a_draft = books.one("credit-notes", credit(ROD, status="VOID", invoiceId=draft["id"]))
    edited = patch(books.org, invoice, SOLD | {"itemId": invoice["lines"][0]["itemId"]}, dueDate=LATER)
    assert edited.status_int == 200, edited.text
    assert books.org.delete(f"/invoices/{draft['id']}").status_int == 200
    read = books.org.read
    assert read(f"/credit-notes/{of_a_line['id']}")["items"][0]["originalInvoiceItemId"] is None
    assert read(f"/credit-notes/{of_a_draft['id']}")["invoiceId"] is None
