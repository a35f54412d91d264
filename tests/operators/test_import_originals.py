"""Notes about documents: they give back as was billed, whatever the books would say today."""

from typing import Any

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Body, Books
from tests.service import Service

DAY, LATER = "2026-05-04", "2999-12-31"
GSTIN = "27AAPFU0939F1ZV"
BENGALURU = "29AAPFU0939F1ZR"
MSME = {"leadTimeDays": 1, "msmeType": None, "udyamNumber": None, "msmeAgreedCreditDays": None}
WORK = {"description": "Work", "quantity": 2, "rate": 100, "taxRatePercent": 18}
DOLLARS = {"currencyCode": "USD", "exchangeRate": 83.5}


@pytest.fixture
def books(service: Service, operator: Operator) -> Books:
    books = Books(service, operator)
    books.load("customers", {"displayName": "Acme"}, {"displayName": "Other"})
    books.load("vendors", {"displayName": "Mill"} | MSME, {"displayName": "Other"} | MSME)
    return books


def sold(books: Books, *lines: Body, **fields: object) -> Body:
    facts = {"customer": "Acme", "invoiceDate": DAY, "dueDate": LATER, "status": "SENT"}
    return books.one("invoices", facts | {"lines": list(lines) or [WORK]} | fields)


def bought(books: Books, *lines: Body, **fields: object) -> Body:
    facts = {"vendor": "Mill", "billDate": DAY, "dueDate": LATER, "status": "OPEN"}
    return books.one("bills", facts | {"lines": list(lines) or [WORK]} | fields)


def credit(*lines: Body, **fields: object) -> Body:
    note = {"customer": "Acme", "creditNoteDate": DAY, "status": "OPEN"}
    return note | {"lines": list(lines) or [WORK]} | fields


def debit(*lines: Body, **fields: object) -> Body:
    note = {"vendor": "Mill", "debitNoteDate": DAY, "status": "OPEN"}
    return note | {"lines": list(lines) or [WORK]} | fields


def of_sale(invoice: Body, place: int = 0, **fields: object) -> Body:
    return {"quantity": 1, "originalInvoiceItemId": invoice["lines"][place]["id"]} | fields


def of_bill(bill: Body, place: int = 0, **fields: object) -> Body:
    return {"quantity": 1, "originalBillItemId": bill["items"][place]["id"]} | fields


def seller(record: Body) -> tuple[Any, ...]:
    return record["sellerGstin"], record["sellerLegalName"], record["sellerStateCode"]


def register(books: Books, gstin: str, state_code: str, name: str, *words: str) -> str:
    facts = ("--gstin", gstin, "--state-code", state_code, "--legal-name", name)
    made = books.operator.make("registration", "add", "--org", books.slug, *facts, *words)
    return str(made["id"])


def test_a_credit_note_gives_back_no_tax_that_its_invoice_did_not_bear(
    service: Service, operator: Operator
) -> None:
    books = Books(service, operator, gstin=None)
    books.load("customers", {"displayName": "Acme"})
    invoice = sold(books)
    assert (invoice["total"], invoice["sellerGstin"]) == (200, None)
    register(books, GSTIN, "27", "Registered since")
    for note in (credit(invoiceId=invoice["id"]), credit(of_sale(invoice, quantity=2))):
        record = books.one("credit-notes", note)
        assert (record["total"], seller(record)) == (200, seller(invoice))
    assert books.one("credit-notes", credit())["total"] == 236


def test_a_debit_note_takes_back_no_tax_that_its_bill_did_not_bear(books: Books) -> None:
    bill = bought(books)
    change = {"displayName": "New Mill", "leadTimeDays": 1, "gstin": BENGALURU}
    assert books.org.patch(f"/vendors/{bill['vendorId']}", change).status_int == 200
    facts = {"vendor": None, "vendorId": bill["vendorId"]}
    for note in (debit(billId=bill["id"]), debit(of_bill(bill, quantity=2))):
        record = books.one("debit-notes", note | facts)
        assert (record["total"], seller(record)) == (200, seller(bill))
    assert books.one("debit-notes", debit() | facts)["igstTotal"] == 36


def test_a_note_that_names_lines_alone_takes_what_naming_their_document_gives(books: Books) -> None:
    southern = register(books, BENGALURU, "29", "Southern")
    where = {"placeOfSupplyStateCode": "30"} | DOLLARS
    invoice = sold(books, sellerRegistrationId=southern, **where)
    bill = bought(books, **where)
    notes = [
        books.one("credit-notes", credit(of_sale(invoice))),
        books.one("credit-notes", credit(invoiceId=invoice["id"])),
        books.one("debit-notes", debit(of_bill(bill))),
        books.one("debit-notes", debit(billId=bill["id"])),
    ]
    for note, document in zip(notes, (invoice, invoice, bill, bill), strict=True):
        assert seller(note) == seller(document)
        assert note["placeOfSupplyStateCode"] == "30"
        assert (note["currencyCode"], note["exchangeRate"]) == ("USD", 83.5)
    assert [note["igstTotal"] for note in notes] == [18, 36, 0, 0]


def test_lines_of_documents_that_differ_in_what_a_note_has_once_are_refused(books: Books) -> None:
    southern = register(books, BENGALURU, "29", "Southern")
    plain = sold(books, placeOfSupplyStateCode="27")
    written_otherwise = sold(books, placeOfSupplyStateCode="MH")
    others = [
        sold(books, placeOfSupplyStateCode="27", sellerRegistrationId=southern),
        sold(books, placeOfSupplyStateCode="30"),
        sold(books, placeOfSupplyStateCode="27", **DOLLARS),
        sold(books, placeOfSupplyStateCode="27", exchangeRate=2),
    ]
    its = "lines.1.originalInvoiceItemId: Its invoice has another"
    assert books.refused("credit-notes", *(credit(of_sale(plain), of_sale(other)) for other in others)) == [
        f"1: {its} seller than the invoice of lines.0.",
        f"2: {its} place of supply than the invoice of lines.0.",
        f"3: {its} currency than the invoice of lines.0.",
        f"4: {its} rate of exchange than the invoice of lines.0.",
    ]
    books.load("credit-notes", credit(of_sale(plain), of_sale(written_otherwise), WORK))
    books.load("credit-notes", credit(of_sale(plain), of_sale(others[3]), exchangeRate=1))
    bills = [of_bill(bought(books)), of_bill(bought(books, **DOLLARS))]
    assert books.refused("debit-notes", debit(*bills)) == [
        "1: lines.1.originalBillItemId: Its bill has another currency than the bill of lines.0."
    ]


def test_a_note_has_its_document_s_currency_and_no_other(books: Books) -> None:
    about = {"invoiceId": sold(books, **DOLLARS)["id"]}
    bill = {"billId": bought(books, **DOLLARS)["id"]}
    records = [
        books.one("credit-notes", credit(**about)),
        books.one("credit-notes", credit(**about, currencyCode="usd")),
        books.one("credit-notes", credit(**about, exchangeRate=84)),
        books.one("debit-notes", debit(**bill)),
        books.one("credit-notes", credit()),
    ]
    assert [(record["currencyCode"], record["exchangeRate"]) for record in records] == [
        ("USD", 83.5),
        ("USD", 83.5),
        ("USD", 84),
        ("USD", 83.5),
        ("INR", 1),
    ]
    assert books.refused("credit-notes", credit(**about, currencyCode="INR")) == [
        "1: currencyCode: Must be the invoice's, USD."
    ]
    assert books.refused("debit-notes", debit(**bill, currencyCode="EUR")) == [
        "1: currencyCode: Must be the bill's, USD."
    ]


def test_what_a_line_leaves_out_comes_from_its_original_and_not_from_today_s_catalogue(books: Books) -> None:
    rate = books.org.make("/tax-rates", {"name": "GST 5%", "ratePercent": 5})["id"]
    facts = {"name": "Rod", "unit": "KG", "hsnOrSac": "7214", "sellingPrice": 105, "purchasePrice": 80}
    item = books.org.make("/items", facts | {"isPriceInclusive": "true", "taxRateId": rate})
    line = {"itemId": item["id"], "quantity": 3, "discount": 10}
    invoice, bill = sold(books, line), bought(books, line)
    now = {"name": "Pipe", "unit": "PCS", "hsnOrSac": "7306", "sellingPrice": 999, "purchasePrice": 999}
    changed = books.org.patch(f"/items/{item['id']}", now | {"isPriceInclusive": "false", "taxRateId": None})
    assert changed.status_int == 200, changed.text
    named = {"itemId": item["id"]}
    (back,) = books.one("credit-notes", credit(of_sale(invoice, **named)))["items"]
    taken = ("description", "unit", "hsnOrSac", "rate", "taxRatePercent")
    assert [back[name] for name in taken] == [invoice["lines"][0][name] for name in taken]
    assert [back[name] for name in taken] == ["Rod", "KG", "7214", 105, 5]
    # The tax is in the price, as it was.
    assert (back["discount"], back["total"]) == (3.33, 101.67)
    (out,) = books.one("debit-notes", debit(of_bill(bill, **named)))["items"]
    assert [out[name] for name in taken] == [bill["items"][0][name] for name in taken]
    assert (out["discount"], out["rate"]) == (3.33, 80)
    given = {"description": "Bent", "unit": "M", "hsnOrSac": "1", "rate": 21, "taxRatePercent": 12}
    (stated,) = books.one("credit-notes", credit(of_sale(invoice) | named | given))["items"]
    assert [stated[name] for name in taken] == list(given.values())
    assert (stated["discount"], stated["total"]) == (0, 21)
    (whole,) = books.one("credit-notes", credit(of_sale(invoice, **named, quantity=3)))["items"]
    assert whole["total"] == invoice["total"] == 305


# Parts

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


def test_a_line_without_an_item_needs_its_price_only_where_it_names_no_original(books: Books) -> None:
    (line,) = books.one("credit-notes", credit(of_sale(sold(books))))["items"]
    assert (line["description"], line["rate"], line["total"]) == ("Work", 100, 118)
    assert books.refused(
        "credit-notes",
        credit({"quantity": 1}),
        credit({"quantity": 1, "originalInvoiceItemId": "inl_x"}),
    ) == [
        "1: lines.0.description: This field is required on a line without itemId.",
        "1: lines.0.rate: This field is required on a line without itemId.",
        "2: lines.0.originalInvoiceItemId: Names no line of an invoice of this customer.",
    ]


def test_goods_come_back_as_the_variant_that_left_though_the_invoice_did_not_name_it(books: Books) -> None:
    item = books.org.make("/items", {"name": "Cap", "sellingPrice": 10, "trackInventory": True})
    cap = {"itemId": item["id"], "quantity": 2}
    invoice = sold(books, cap)
    (movement,) = books.rows("imported.movements")
    left = movement["item_variant_id"]
    variants = [{"id": left, "size": "S"}, {"size": "M"}]
    changed = books.org.patch(f"/items/{item['id']}", {"name": "Cap", "variants": variants})
    assert changed.status_int == 200, changed.text
    (other,) = (row["id"] for row in changed.json["data"]["variants"] if row["id"] != left)
    back = {"itemId": item["id"], "quantity": 1, "restock": True}
    of_line = of_sale(invoice) | back
    about = {"invoiceId": invoice["id"]}
    fault = f"lines.0.itemVariantId: The invoice's goods left as another variant, {left}."
    assert books.refused(
        "credit-notes",
        credit(of_line | {"itemVariantId": other}),
        credit(back | {"itemVariantId": other}, **about),
    ) == [f"1: {fault}", f"2: {fault}"]
    books.load(
        "credit-notes",
        credit(of_line | {"itemVariantId": left}),
        credit(back | {"itemVariantId": left}, **about),
    )


def test_a_line_of_another_party_is_called_no_line_of_this_one_s_documents(books: Books) -> None:
    invoice, bill = sold(books), bought(books)
    assert books.refused("credit-notes", credit(of_sale(invoice), customer="Other")) == [
        "1: lines.0.originalInvoiceItemId: Names no line of an invoice of this customer."
    ]
    assert books.refused("debit-notes", debit(of_bill(bill), vendor="Other")) == [
        "1: lines.0.originalBillItemId: Names no line of a bill of this vendor."
    ]
