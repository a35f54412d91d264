"""Invoices that are created together are those that would be created one after the other, whatever their bodies say."""

from decimal import Decimal
from random import Random
from typing import Any

import pytest

from app.postgres.database import Row, Transaction
from app.sales import invoices
from app.schemas.invoices import InvoiceBody
from tests.selling import Body, Books, customer, item, line, pay, tax_rate
from tests.service import Service

pytestmark = pytest.mark.slow

SEEDS = range(8)
# What tells one record from another, and what nobody chose.
OF_THE_RECORD = ("At", "By", "Id")
OF_THE_INVOICE = {"id", "invoiceNumber", "sellerLegalName", "sellerGstin"}
FIGURES = ("movement_type", "quantity", "unit_cost", "total_cost", "balance_after", "avg_cost_after")


class Shop:
    """An organization whose goods, prices and customers a seed decides: two of one seed differ in nothing but ids."""

    def __init__(self, service: Service, seed: int) -> None:
        self.choose = Random(seed)  # noqa: S311 - not for secrets
        self.org = service.organization(round_off=self.maybe(), prices_include_tax=self.maybe())
        self.books = Books(service, self.org)
        self.warehouses = [self.books.warehouse(code, is_default=code == "A") for code in "AB"]
        self.branch = self.books.registration("29")
        self.rates = [tax_rate(self.org, percent) for percent in (0, 5, 18)]
        self.items = [self.item() for _ in range(6)]
        self.lists = [self.price_list() for _ in range(2)]
        self.customers = [self.customer() for _ in range(4)]
        self.fill()

    def maybe(self) -> bool:
        return self.choose.random() < 0.5

    def amount(self, most: float, places: int = 6) -> float:
        return round(self.choose.uniform(1, most), self.choose.randint(0, places))

    def item(self) -> Body:
        area = {"pricingMode": "AREA", "unit": "SQM"} if self.maybe() else {}
        return item(
            self.org,
            sellingPrice=self.amount(300),
            taxRateId=self.choose.choice(self.rates),
            isPriceInclusive="true" if self.maybe() else "false",
            trackInventory=self.maybe(),
            variants=self.choose.choice([[], [{"size": "S"}], [{"size": "S"}, {"size": "M"}]]),
            **area,
        )

    def price_list(self) -> str:
        entries = [{"itemId": self.choose.choice(self.items)["id"], "rate": self.amount(99, 2)}]
        listed = self.org.make("/price-lists", {"name": "List", "type": "SELLING", "entries": entries})
        return str(listed["id"])

    def customer(self) -> str:
        fields: Body = {"priceListId": self.choose.choice(self.lists)} if self.maybe() else {}
        if self.maybe():
            fields["placeOfSupplyStateCode"] = self.choose.choice(["27", "29", "96"])
        return customer(self.org, **fields)

    def fill(self) -> None:
        """Credit of customers, and goods that lie there already."""
        for buyer in self.customers:
            pay(self.org, buyer, self.choose.randint(1, 400))
        variants = [one["id"] for item in self.items if item["trackInventory"] for one in item["variants"]]
        for variant in variants:
            self.books.receive(variant, self.warehouses[0], "10", str(self.amount(50, 2)))

    def line(self) -> Body:
        if self.choose.random() < 0.25:
            return line(rate=self.amount(500), taxRatePercent=12)
        item = self.choose.choice(self.items)
        named: Body = {"itemId": item["id"]}
        if item["variants"]:
            named["itemVariantId"] = self.choose.choice(item["variants"])["id"]
        if item["pricingMode"] == "AREA" and self.maybe():
            return named | {"width": 120.5, "height": 80, "lengthUnit": "CM", "qtyCount": 3}
        discount = {"discount": self.choose.choice([0, 0.5])}
        return named | {"quantity": self.amount(20)} | discount

    def body(self) -> Row:
        """Return a body made at random, as the schema reads it."""
        body: Body = {
            "customerId": self.choose.choice(self.customers),
            "invoiceDate": self.choose.choice(["2026-03-31", "2026-05-04"]),
            "status": self.choose.choice(["SENT", "SENT", "DRAFT"]),
            "applyCustomerCredit": self.maybe(),
            "lines": [self.line() for _ in range(self.choose.randint(1, 4))],
        }
        if self.maybe():
            percent = {"documentDiscount": self.amount(9), "documentDiscountIsPercent": True}
            body["adjustments"] = percent | {"adjustmentAmount": self.amount(2, 2)}
        if self.maybe():
            body["warehouseId"] = self.choose.choice(self.warehouses)
        if self.choose.random() < 0.2:
            body["sellerRegistrationId"] = self.branch
        return InvoiceBody().create(body)

    def create(self, bodies: list[Row]) -> list[Row]:
        """Invoices in a transaction; the row of each."""

        def work(tx: Transaction) -> list[Row]:
            tx.enter(self.org.organization_id, user_id=self.org.user_id)
            return [invoice.row for invoice in invoices.WRITES.create(tx, bodies)]

        return self.books.service.owner.run_as_owner(work)

    def told(self, made: list[Row]) -> list[Any]:
        """All that can be read of invoices and goods, but for what tells records apart."""
        read = [self.org.read(f"/invoices/{one['id']}") for one in made]
        return [
            [_figures(one) | {"lines": [_figures(line) for line in one["lines"]]} for one in read],
            sorted(one["invoiceNumber"] for one in read if one["status"] != "DRAFT"),
            [[row[name] for name in FIGURES] for row in self.books.movements()],
            sorted(_position(row) for row in self.books.positions()),
        ]


def _figures(record: Body) -> Body:
    return {
        name: value
        for name, value in record.items()
        if name not in OF_THE_INVOICE and not name.endswith(OF_THE_RECORD) and name != "lines"
    }


def _position(row: Row) -> tuple[Decimal, Decimal]:
    return row["quantity_on_hand"], row["value"]


@pytest.mark.parametrize("seed", SEEDS)
def test_together_they_come_to_what_each_comes_to_alone(service: Service, seed: int) -> None:
    together, alone = Shop(service, seed), Shop(service, seed)
    bodies = [together.body() for _ in range(12)]
    one_by_one = [alone.create([alone.body()])[0] for _ in bodies]
    at_once = together.create(bodies)
    assert together.told(at_once) == alone.told(one_by_one)
