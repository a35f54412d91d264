"""Notes about documents: they give back as was billed, whatever the books would say today."""

import pytest

from tests.operators.commands import Operator
from tests.operators.importing import Books
from tests.operators.originals import (
    BENGALURU,
    DOLLARS,
    GSTIN,
    WORK,
    bought,
    credit,
    debit,
    of_bill,
    of_sale,
    register,
    seller,
    sold,
)
from tests.selling import DAY
from tests.service import Service

pytestmark = pytest.mark.usefixtures("two_parties")


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
    given = {"description": "Bent", "unit": "KG", "hsnOrSac": "1", "rate": 21, "taxRatePercent": 5}
    (stated,) = books.one("credit-notes", credit(of_sale(invoice) | named | given))["items"]
    assert [stated[name] for name in taken] == list(given.values())
    assert (stated["discount"], stated["total"]) == (0, 21)
    (rest,) = books.one("credit-notes", credit({"originalInvoiceItemId": invoice["lines"][0]["id"]}))["items"]
    assert (rest["itemId"], rest["quantity"]) == (item["id"], 2)
    assert round(back["total"] + stated["total"] + rest["total"], 2) == invoice["total"] == 305


def test_a_line_bears_the_taxes_of_its_original_in_its_unit_and_no_others(books: Books) -> None:
    """A value that is given back otherwise is another one than was billed."""
    invoice, bill = sold(books), bought(books)
    others = {
        "taxRatePercent": 12,
        "taxability": "EXEMPT",
        "cessRatePercent": 1,
        "unit": "KGS",
        "discount": 1,
    }
    stated = [{name: value} for name, value in others.items()]
    its = "Must be the original line's"
    told = {
        "taxRatePercent": f"{its}, 18.",
        "taxability": f"{its}, TAXABLE.",
        "cessRatePercent": f"{its}, 0.",
        "unit": f"{its}, PCS.",
        "discount": "Must be left out, or the part of the original line's, 0.00.",
    }
    expected = [f"{place}: lines.0.{name}: {fault}" for place, (name, fault) in enumerate(told.items(), 1)]
    assert books.refused("credit-notes", *(credit(of_sale(invoice) | one) for one in stated)) == expected
    assert books.refused("debit-notes", *(debit(of_bill(bill) | one) for one in stated)) == expected
    elsewhere = {"placeOfSupplyStateCode": "29"}
    assert books.refused(
        "credit-notes", credit(of_sale(invoice), **elsewhere), credit(of_sale(invoice), reverseCharge=True)
    ) == [
        "1: placeOfSupplyStateCode: Must be the invoice's, 27.",
        "2: reverseCharge: Must be the invoice's.",
    ]


def test_a_note_is_not_dated_before_what_it_is_about(books: Books) -> None:
    invoice, bill = sold(books), bought(books)
    before = "2026-05-03"
    assert books.refused(
        "credit-notes",
        credit(of_sale(invoice), creditNoteDate=before),
        credit(invoiceId=invoice["id"], creditNoteDate=before, status="DRAFT"),
    ) == [f"{line}: creditNoteDate: Must not be before the invoice's date, {DAY}." for line in (1, 2)]
    assert books.refused(
        "debit-notes",
        debit(of_bill(bill), debitNoteDate=before),
        debit(billId=bill["id"], debitNoteDate=before),
    ) == [f"{line}: debitNoteDate: Must not be before the bill's date, {DAY}." for line in (1, 2)]


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
