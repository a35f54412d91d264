"""The year of the demonstration: its statuses, parties, taxes, goods and amounts."""

from datetime import date
from typing import Any

import pytest

from tests.operators.commands import Operator
from tests.operators.demonstration import Demonstration

pytestmark = pytest.mark.slow

LISTS = (
    *(
        "/invoices",
        "/payments-received",
        "/quotes",
        "/sales-orders",
        "/credit-notes",
        "/debit-notes",
        "/bills",
    ),
    *("/expenses", "/customers", "/vendors", "/items", "/inventory", "/customer-ledger", "/vendor-ledger"),
)
ADVANCE = 15_000
BUCKETS = ("Current", "1-30d", "31-60d", "61-90d", "90+d")


@pytest.fixture(scope="module")
def year(database_url: str) -> Demonstration:
    return Demonstration(Operator(database_url), "demo-year")


def figures(demonstration: Demonstration, path: str) -> list[str]:
    """The amounts, statuses, days and numbers of a list, in whatever order."""
    return sorted(
        str({name: value for name, value in record.items() if _is_figure(name, value)})
        for record in demonstration.all(path)
    )


def amounts(demonstration: Demonstration, path: str) -> list[str]:
    """Return the amounts of each record, without days and values that follow from them."""
    return sorted(
        str({name: value for name, value in record.items() if isinstance(value, float)})
        for record in demonstration.all(path)
    )


def _is_figure(name: str, value: Any) -> bool:
    # When the portal registered it is a moment.
    if name == "ackDate":
        return False
    # The number of a draft is a piece of its id.
    told = name.endswith(("Number", "Date", "status")) and not str(value).startswith("DRAFT-")
    return told or isinstance(value, int | float)


def test_its_books_tie(year: Demonstration) -> None:
    assert year.differences() == []
    assert "The books tie." in year.operator.run("check", "--org", "demo-year").stdout


def test_every_status_occurs(year: Demonstration) -> None:
    settled = {"DRAFT", "PARTIALLY_PAID", "PAID", "OVERDUE", "VOID"}
    assert year.statuses("/invoices") == settled | {"SENT"}
    assert year.statuses("/bills") == settled | {"OPEN"}
    assert year.statuses("/quotes") == {"DRAFT", "SENT", "ACCEPTED", "DECLINED", "EXPIRED"}
    assert year.statuses("/sales-orders") == {"DRAFT", "CONFIRMED", "CLOSED", "VOID"}
    assert year.statuses("/credit-notes") == {"DRAFT", "OPEN", "CLOSED", "VOID"}
    assert year.statuses("/debit-notes") == {"DRAFT", "OPEN", "CLOSED", "VOID"}
    ordered = {order["status"] for order in year.rows("purchase_orders")}
    assert ordered == {"DRAFT", "ISSUED", "CLOSED", "VOID"}


def test_every_bucket_of_the_receivables_is_alive(year: Demonstration) -> None:
    aging = {row["bucket"]: row["amount"] for row in year.client.read("/dashboard/receivables")["aging"]}
    assert tuple(aging) == BUCKETS
    assert all(amount > 0 for amount in aging.values())


def test_customers_are_in_many_states_with_and_without_registration_and_abroad(year: Demonstration) -> None:
    customers = year.all("/customers")
    states = {customer["billingAddress"].get("stateCode") for customer in customers}
    assert len(states - {None}) == 8
    at_home = [customer for customer in customers if customer["currencyCode"] == "INR"]
    assert {bool(customer["gstin"]) for customer in at_home} == {True, False}
    (abroad,) = (customer for customer in customers if customer["currencyCode"] == "USD")
    assert (abroad["placeOfSupplyStateCode"], abroad["gstin"]) == ("96", None)


def test_exports_are_in_dollars(year: Demonstration) -> None:
    exports = [invoice for invoice in year.all("/invoices") if invoice["currencyCode"] == "USD"]
    assert len(exports) > 3
    assert {invoice["placeOfSupplyStateCode"] for invoice in exports} == {"96"}
    assert all(invoice["exchangeRate"] > 80 for invoice in exports)


def test_sales_bear_the_taxes_of_their_states_and_every_kind_of_reduction(year: Demonstration) -> None:
    invoices = [invoice for invoice in year.all("/invoices") if invoice["currencyCode"] == "INR"]
    assert any(invoice["cgstTotal"] for invoice in invoices)
    assert any(invoice["igstTotal"] for invoice in invoices)
    reduced = [invoice for invoice in invoices if invoice["documentDiscount"]]
    assert {invoice["documentDiscountIsPercent"] for invoice in reduced} == {True, False}
    assert {invoice["adjustmentAmount"] > 0 for invoice in invoices if invoice["adjustmentAmount"]} == {
        True,
        False,
    }
    lines = [line for invoice in year.each("/invoices")[:60] for line in invoice["lines"]]
    assert any(line["discount"] for line in lines)
    assert {line["lengthUnit"] for line in lines if line["width"]} == {"M", "FT"}
    assert any(line["itemVariantId"] for line in lines)


def test_items_have_variants_areas_inclusive_prices_and_services(year: Demonstration) -> None:
    items = year.each("/items")
    assert max(len(item["variants"]) for item in items) == 4
    assert {item["unit"] for item in items if item["pricingMode"] == "AREA"} == {"SQM", "SQFT"}
    assert sum(item["isPriceInclusive"] is True for item in items) == 2
    assert sum(item["type"] == "SERVICE" for item in items) == 2


def test_customers_deduct_tax_settle_opening_balances_and_have_credit(year: Demonstration) -> None:
    payments = year.all("/payments-received")
    assert {payment["tdsSectionCode"] for payment in payments if payment["tdsAmount"]} == {"194Q", "194C"}
    assert sum(payment["openingBalanceApplied"] for payment in payments) == 27_500
    crediting = [invoice for invoice in year.all("/invoices") if invoice["applyCustomerCredit"]]
    assert len(crediting) == 3
    assert all(invoice["amountPaid"] > 0 for invoice in crediting)
    ledgers = [year.client.read(f"/customer-ledger/{row['id']}") for row in year.all("/customer-ledger")]
    assert any(ledger["openingBalance"] for ledger in ledgers)


def test_goods_come_in_go_out_and_come_back_and_never_run_out(year: Demonstration) -> None:
    assert {row["movement_type"] for row in year.rows("movement_types")} == {
        *("OPENING_IN", "PURCHASE_IN", "SALES_OUT", "SALES_VOID_IN", "SALES_RETURN_IN"),
        *("PURCHASE_RETURN_OUT", "ADJUSTMENT_IN", "ADJUSTMENT_OUT"),
    }
    assert year.rows("least_on_hand")[0]["least"] >= 0
    returned = [line for note in year.each("/credit-notes") for line in note["items"]]
    assert any(line["restock"] and line["originalInvoiceItemId"] for line in returned)


def test_vendors_are_of_every_size_and_are_paid(year: Demonstration) -> None:
    sizes = {vendor["msmeType"] for vendor in year.all("/vendors")}
    assert sizes == {"MICRO", "SMALL", "MEDIUM", None}
    assert len(year.rows("payments_made")) > 30
    assert {expense["category"] for expense in year.all("/expenses")} == {"Rent", "Electricity", "Freight"}


def test_numbers_bear_their_fiscal_year(year: Demonstration) -> None:
    numbers = {invoice["invoiceNumber"] for invoice in year.all("/invoices") if invoice["status"] != "DRAFT"}
    assert {number.split("/")[0] for number in numbers} == {"ST", "SK"}
    assert all(len(number.split("/")[1]) == len("26-27") for number in numbers)


def test_nobody_pays_before_there_is_something_to_pay(year: Demonstration) -> None:
    invoices = {invoice["id"]: invoice["invoiceDate"] for invoice in year.all("/invoices")}
    for payment in year.each("/payments-received"):
        for allocation in payment["allocations"]:
            if allocation["invoiceId"] in invoices and payment["amount"] != ADVANCE:
                assert payment["paymentDate"] >= invoices[allocation["invoiceId"]]


def test_on_another_day_the_figures_are_the_same(
    year: Demonstration, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A leap day, and another place in the fiscal year.
    monkeypatch.setattr("app.operators.demo.today_in_india", lambda: date(2024, 2, 29))
    leap = Demonstration(year.operator, "demo-leap")
    assert max(invoice["invoiceDate"] for invoice in leap.all("/invoices")) == "2024-02-29T00:00:00Z"
    for path in ("/invoices", "/bills", "/payments-received", "/credit-notes", "/debit-notes"):
        assert amounts(leap, path) == amounts(year, path), path
    assert leap.differences() == []


def test_two_demonstrations_hold_the_same_figures(year: Demonstration) -> None:
    other = Demonstration(year.operator, "demo-year-again")
    for path in LISTS:
        assert figures(other, path) == figures(year, path), path
    for query in ("purchase_orders", "payments_made"):
        assert other.rows(query) == year.rows(query)
    dashboards = [one.client.read("/dashboard/receivables") for one in (other, year)]
    assert dashboards[0] == dashboards[1]
