"""GST in the demonstration's year: every category, taxability and kind of supply, and no warning."""

from typing import Any

import pytest

from app.tax.supplies import CATEGORIES, SUPPLY_TYPES, TAXABILITIES
from tests.operators.commands import Operator
from tests.operators.demonstration import Demonstration

pytestmark = pytest.mark.slow

Record = dict[str, Any]


@pytest.fixture(scope="module")
def year(database_url: str) -> Demonstration:
    return Demonstration(Operator(database_url), "demo-gst")


@pytest.fixture(scope="module")
def invoices(year: Demonstration) -> list[Record]:
    return [invoice for invoice in year.each("/invoices") if invoice["status"] not in ("DRAFT", "VOID")]


def registrations(year: Demonstration) -> tuple[Record, Record]:
    """The default registration and the other one."""
    default, other = sorted(year.client.read("/registrations"), key=lambda one: not one["isDefault"])
    return default, other


def test_nothing_of_it_looks_wrong_since_what_does_is_refused(year: Demonstration) -> None:
    assert year.client.read("/me/organization")["checks"] == "refuse"


def test_its_books_tie_and_every_row_is_what_the_trail_says(year: Demonstration) -> None:
    said = year.operator.run("check", "--org", "demo-gst", "--trail").stdout
    assert said == "The books tie, and every row is what the trail says.\n"


def test_it_is_registered_in_two_states_with_an_address_an_undertaking_and_e_invoices(
    year: Demonstration,
) -> None:
    default, other = registrations(year)
    assert (default["stateCode"], other["stateCode"]) == ("27", "29")
    assert all(one["addressLine1"] and one["city"] and one["pincode"] for one in (default, other))
    assert default["turnoverAbove5Crore"] and default["eInvoicing"] and default["lutNumber"]
    assert not other["isComposition"]


def test_its_items_have_codes_of_six_digits(year: Demonstration) -> None:
    assert {len(item["hsnOrSac"]) for item in year.all("/items")} == {6}


def test_every_category_occurs_among_customers_and_documents_and_several_among_vendors(
    year: Demonstration, invoices: list[Record]
) -> None:
    assert {customer["gstCategory"] for customer in year.all("/customers")} == set(CATEGORIES)
    assert {invoice["gstCategory"] for invoice in invoices} == set(CATEGORIES)
    bills = {bill["gstCategory"] for bill in year.each("/bills")}
    assert bills == {"REGISTERED", "COMPOSITION", "UNREGISTERED", "SEZ"}
    assert {vendor["gstCategory"] for vendor in year.all("/vendors")} == bills


def test_every_taxability_occurs_among_items_and_lines_and_what_is_not_taxable_bears_none(
    year: Demonstration, invoices: list[Record]
) -> None:
    assert {item["taxability"] for item in year.all("/items")} == set(TAXABILITIES)
    lines = [line for invoice in invoices for line in invoice["lines"]]
    assert {line["taxability"] for line in lines} == set(TAXABILITIES)
    assert all(line["total"] == line["taxableAmount"] for line in lines if line["taxability"] != "TAXABLE")
    assert any(line["cessAmount"] for line in lines)


def test_every_type_of_supply_occurs(invoices: list[Record]) -> None:
    assert {invoice["supplyType"] for invoice in invoices} == set(SUPPLY_TYPES)


def test_exports_bear_tax_until_the_undertaking_covers_them_and_name_their_shipping_bills(
    year: Demonstration, invoices: list[Record]
) -> None:
    begins = registrations(year)[0]["lutValidFrom"]
    exports = [invoice for invoice in invoices if invoice["supplyType"].startswith("EXP")]
    assert {invoice["supplyType"] for invoice in exports} == {"EXPWP", "EXPWOP"}
    for invoice in exports:
        covered = invoice["invoiceDate"] >= begins
        assert (invoice["supplyType"] == "EXPWOP", invoice["igstTotal"] == 0) == (covered, covered)
        assert all(invoice[name] for name in ("shippingBillNumber", "shippingBillDate", "portCode"))


def test_the_recipient_pays_the_tax_of_some_sales_and_purchases(
    year: Demonstration, invoices: list[Record]
) -> None:
    for documents in (invoices, year.each("/bills")):
        reversed_ = [document for document in documents if document["reverseCharge"]]
        assert reversed_
        assert {document["cgstTotal"] + document["igstTotal"] for document in reversed_} == {0}


def test_the_second_registration_numbers_its_invoices_and_notes_by_itself(
    year: Demonstration, invoices: list[Record]
) -> None:
    other = registrations(year)[1]
    notes = [note for note in year.each("/credit-notes") if note["status"] not in ("DRAFT", "VOID")]
    for documents, number, own in ((invoices, "invoiceNumber", "SK/"), (notes, "creditNoteNumber", "KN/")):
        sold = [document for document in documents if document["sellerStateCode"] == other["stateCode"]]
        assert len(sold) > 2
        assert {document["id"] for document in documents if document[number].startswith(own)} == {
            document["id"] for document in sold
        }


def test_documents_of_a_series_are_dated_in_the_order_of_their_numbers(
    year: Demonstration, invoices: list[Record]
) -> None:
    notes = [note for note in year.all("/credit-notes") if note["status"] != "DRAFT"]
    payments = year.all("/payments-received")
    for documents, number, day in (
        (invoices, "invoiceNumber", "invoiceDate"),
        (notes, "creditNoteNumber", "creditNoteDate"),
        (payments, "paymentNumber", "paymentDate"),
    ):
        ordered = sorted(documents, key=lambda document: (document[number], document[day]))
        forms = {document[number].rpartition("/")[0] for document in documents}
        for form in forms:
            days = [document[day] for document in ordered if document[number].rpartition("/")[0] == form]
            assert days == sorted(days), form
