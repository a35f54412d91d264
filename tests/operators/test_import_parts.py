"""Notes about parts of a line: what they give back comes to what the line had, and never to more."""

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.operators.originals import WORK, bought, credit, debit, of_bill, of_sale, of_two_parties, sold
from tests.service import Service


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    return of_two_parties(service, operator)


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


def test_a_part_at_another_price_takes_nothing_of_the_discount(books: Books) -> None:
    invoice = sold(books, THREE)
    correction = credit(of_sale(invoice, quantity=3, rate=5))
    notes = [books.one("credit-notes", note) for note in (correction, *[credit(of_sale(invoice))] * 3)]
    assert discounts_and_total(notes) == ([0, 0.33, 0.34, 0.33], 15 + 239)


def test_no_part_has_more_discount_than_it_comes_to(books: Books) -> None:
    # A third of 1.00 comes to 0.33, of the discount 0.34 are left for the last one.
    invoice = sold(books, THREE | {"rate": 0.333333, "discount": 1}, WORK)
    notes = [books.one("credit-notes", credit(of_sale(invoice))) for _ in range(3)]
    assert discounts_and_total(notes) == ([0.33, 0.33, 0.33], 0)


def test_taxes_of_parts_are_rounded_part_by_part(books: Books) -> None:
    invoice = sold(books, WORK | {"rate": 1.25}, placeOfSupplyStateCode="29")
    assert invoice["igstTotal"] == 0.45
    parts = [books.one("credit-notes", credit(of_sale(invoice))) for _ in range(2)]
    assert [part["igstTotal"] for part in parts] == [0.23, 0.23]


def test_an_area_is_given_back_in_the_units_in_which_it_was_billed(books: Books) -> None:
    facts = {"name": "Glass", "unit": "SQM", "defaultLengthUnit": "M", "sellingPrice": 100}
    item = books.org.make("/items", facts)
    pane = {"itemId": item["id"], "width": 2, "height": 3}
    invoice = sold(books, pane)
    now = facts | {"unit": "SQFT", "defaultLengthUnit": "FT"}
    assert books.org.patch(f"/items/{item['id']}", now).status_int == 200
    (back,) = books.one("credit-notes", credit(of_sale(invoice, **pane)))["items"]
    assert (back["unit"], back["quantity"], back["total"]) == ("SQM", 6, invoice["total"])
