"""Notes about parts of a line: what they give back comes to what the line had, and never to more."""

import pytest

from tests.operators.importing import Body, Books
from tests.operators.originals import WORK, bought, credit, debit, of_bill, of_sale, sold

pytestmark = pytest.mark.usefixtures("two_parties")


THREE = {"description": "Work", "quantity": 3, "rate": 80, "discount": 1}


def discounts_and_total(notes: list[Body]) -> tuple[list[float], float]:
    discounts = [note["items"][0]["discount"] for note in notes]
    return discounts, round(sum(note["total"] for note in notes), 2)


def test_parts_give_back_the_discount_of_their_line_and_no_more(books: Books) -> None:
    invoice, bill = sold(books, THREE), bought(books, THREE)
    credits = [books.one("credit-notes", credit(of_sale(invoice))) for _ in range(3)]
    debits = [books.one("debit-notes", debit(of_bill(bill))) for _ in range(3)]
    assert discounts_and_total(credits) == discounts_and_total(debits) == ([0.33, 0.34, 0.33], 239)


def test_parts_of_one_file_and_of_one_note_count_as_parts_of_several_files_do(books: Books) -> None:
    in_one_file, in_one_note = sold(books, THREE), sold(books, THREE)
    told = books.load("credit-notes", *[credit(of_sale(in_one_file))] * 3)
    notes = [books.org.read(f"/credit-notes/{row['id']}") for row in told]
    assert discounts_and_total(notes) == ([0.33, 0.34, 0.33], 239)
    note = books.one("credit-notes", credit(*[of_sale(in_one_note)] * 3))
    assert ([line["discount"] for line in note["items"]], note["total"]) == ([0.33, 0.34, 0.33], 239)


@pytest.mark.parametrize("status", ["DRAFT", "VOID"])
def test_a_note_that_is_not_in_force_takes_nothing_of_the_discount(books: Books, status: str) -> None:
    invoice, bill = sold(books, THREE), bought(books, THREE)
    for kind, part in (
        ("credit-notes", credit(of_sale(invoice))),
        ("debit-notes", debit(of_bill(bill))),
    ):
        not_in_force = part | {"status": status}
        one_file = books.load(kind, not_in_force, part, not_in_force, part)
        another = books.load(kind, not_in_force, part)
        notes = [books.org.read(f"/{kind}/{row['id']}") for row in one_file + another]
        assert discounts_and_total(notes[1::2]) == ([0.33, 0.34, 0.33], 239)


def test_a_lower_price_takes_of_the_value_and_of_neither_the_quantity_nor_the_discount(books: Books) -> None:
    invoice, bill = sold(books, THREE), bought(books, THREE)
    for kind, lowered, part in (
        ("credit-notes", credit(of_sale(invoice, quantity=3, rate=5)), credit(of_sale(invoice))),
        ("debit-notes", debit(of_bill(bill, quantity=3, rate=5)), debit(of_bill(bill))),
    ):
        notes = [books.one(kind, note) for note in (lowered, *[part] * 3)]
        discounts, total = discounts_and_total(notes)
        assert (notes[0]["total"], sum(discounts), total) == (15, 1, 239)


def test_parts_of_what_was_given_away_come_to_nothing(books: Books) -> None:
    invoice = sold(books, THREE | {"rate": 0.333333, "discount": 1}, WORK)
    notes = [books.one("credit-notes", credit(of_sale(invoice))) for _ in range(3)]
    assert discounts_and_total(notes) == ([0.33, 0.34, 0.33], 0)


def test_taxes_of_parts_come_to_the_taxes_of_the_line(books: Books) -> None:
    invoice = sold(books, WORK | {"rate": 1.25}, placeOfSupplyStateCode="29")
    assert invoice["igstTotal"] == 0.45
    parts = [books.one("credit-notes", credit(of_sale(invoice))) for _ in range(2)]
    assert [part["igstTotal"] for part in parts] == [0.23, 0.22]


def test_an_area_is_given_back_in_the_units_in_which_it_was_billed(books: Books) -> None:
    facts = {"name": "Glass", "unit": "SQM", "defaultLengthUnit": "M", "sellingPrice": 100}
    item = books.org.make("/items", facts)
    pane = {"itemId": item["id"], "width": 2, "height": 3}
    invoice = sold(books, pane)
    now = facts | {"unit": "SQFT", "defaultLengthUnit": "FT"}
    assert books.org.patch(f"/items/{item['id']}", now).status_int == 200
    (back,) = books.one("credit-notes", credit(of_sale(invoice, **pane)))["items"]
    assert (back["unit"], back["quantity"], back["total"]) == ("SQM", 6, invoice["total"])


def test_no_more_is_given_back_than_is_left_of_a_line(books: Books) -> None:
    """The limit holds for quantity and for value, with all notes in force."""
    invoice, bill = sold(books, THREE), bought(books, THREE)
    for kind, of_it, note in (
        ("credit-notes", of_sale(invoice), credit),
        ("debit-notes", of_bill(bill), debit),
    ):
        books.load(kind, note(of_it), note(of_it | {"rate": 100, "quantity": 1}))
        assert books.refused(
            kind,
            note(of_it | {"quantity": 2.5}),
            note(of_it | {"rate": 60}, of_it),
            note(of_it | {"rate": 59.34}),
            note(of_it | {"quantity": 2}, of_it),
        ) == [
            "1: lines.0.quantity: Must be at most what is left of the original line, 2.",
            "2: lines.0.rate: Comes to 60.00: 59.33 are left of the original line.",
            "3: lines.0.rate: Comes to 59.34: 59.33 are left of the original line.",
            "4: lines.1.quantity: Must be at most what is left of the original line, 0.",
        ]


def test_a_note_over_all_of_an_invoice_comes_to_the_invoice(books: Books) -> None:
    """Its part of the discount on the document too."""
    lines = [
        {"description": "Cloth", "quantity": 3, "rate": 1000, "taxRatePercent": 18},
        {"description": "Thread", "quantity": 1, "rate": 500, "taxRatePercent": 18},
    ]
    off = {"adjustments": {"documentDiscount": 350}}
    invoice, bill = sold(books, *lines, **off), bought(books, *lines, **off)
    assert (invoice["total"], bill["total"]) == (3717, 3150)
    all_of = [{"originalInvoiceItemId": line["id"]} for line in invoice["lines"]]
    note = books.one("credit-notes", credit(*all_of))
    figures = ("subTotal", "discountTotal", "cgstTotal", "sgstTotal", "igstTotal", "total")
    assert [note[name] for name in figures] == [invoice[name] for name in figures]
    taken = books.one("debit-notes", debit(*({"originalBillItemId": line["id"]} for line in bill["items"])))
    assert [taken[name] for name in figures] == [bill[name] for name in figures]


def test_goods_that_come_back_at_another_price_use_up_their_part_of_the_line(books: Books) -> None:
    books.load("items", {"name": "Rod", "trackInventory": True})
    invoice = sold(books, {"item": "Rod", "quantity": 2, "rate": 100})
    bent = credit(of_sale(invoice, rate=60, restock=True))
    notes = [books.one("credit-notes", note) for note in (bent, credit(of_sale(invoice)))]
    assert [note["total"] for note in notes] == [60, 100]
    assert books.refused("credit-notes", credit(of_sale(invoice, rate=1))) == [
        "1: lines.0.quantity: Must be at most what is left of the original line, 0."
    ]


def test_a_lower_price_of_a_bill_sends_no_goods_back(books: Books) -> None:
    books.load("items", {"name": "Rod", "trackInventory": True})
    bill = bought(books, {"item": "Rod", "quantity": 2, "rate": 100})
    lowered = books.one("debit-notes", debit(of_bill(bill, quantity=2, rate=10)))
    assert (lowered["total"], lowered["movements"]) == (20, [])
    back = books.one("debit-notes", debit(of_bill(bill)))
    assert (back["total"], len(back["movements"])) == (90, 1)
