"""Invoices, payments and stock in few words, and stock as the database has it."""

import itertools
from decimal import Decimal
from typing import Any

from app.ids import new_id
from app.postgres.database import Row
from app.stock.movements import Movement, book
from tests.service import Client, Service

Body = dict[str, Any]

DAY = "2026-05-04"
LATER = "2999-12-31"
PAST = "2026-05-05"

NO_MSME = {"msmeType": None, "udyamNumber": None, "msmeAgreedCreditDays": None}
# Keys that a vendor's body must have beside the name.
VENDOR = {"leadTimeDays": None, **NO_MSME}

_gstins = itertools.count(1000)


def customer(org: Client, **fields: Any) -> str:
    """A new customer's id."""
    return str(org.make("/customers", {"displayName": "Acme"} | fields)["id"])


def vendor(org: Client, **fields: Any) -> str:
    """A new vendor's id."""
    return str(org.make("/vendors", {"displayName": "Supplies"} | VENDOR | fields)["id"])


def item(org: Client, **fields: Any) -> Body:
    """A new item."""
    return org.make("/items", {"name": "Bolt", "sellingPrice": 100} | fields)


def goods(org: Client, **fields: Any) -> Body:
    """A new item that is kept in stock."""
    return item(org, **{"trackInventory": True, **fields})


def tax_rate(org: Client, percent: float) -> str:
    """A new tax rate's id."""
    return str(org.make("/tax-rates", {"name": f"GST {percent}%", "ratePercent": percent})["id"])


def line(**fields: Any) -> Body:
    """A line of its own words: one hour of work at 100, without tax."""
    return {"description": "Work", "quantity": 1, "rate": 100} | fields


def body(customer_id: str, *lines: Body, **fields: Any) -> Body:
    """The body of an invoice that falls due in the far future."""
    return {
        "customerId": customer_id,
        "invoiceDate": DAY,
        "dueDate": LATER,
        "lines": list(lines) or [line()],
    } | fields


def invoice(org: Client, customer_id: str, *lines: Body, **fields: Any) -> Body:
    """A new invoice as it reads, a draft unless `status` says otherwise."""
    made = org.make("/invoices", body(customer_id, *lines, **fields))
    return read(org, made["id"])


def sent(org: Client, customer_id: str, *lines: Body, **fields: Any) -> Body:
    """A new invoice, created as SENT, as it reads."""
    return invoice(org, customer_id, *lines, **fields | {"status": "SENT"})


def read(org: Client, id: str) -> Body:
    """An invoice that must be there."""
    record: Body = org.read(f"/invoices/{id}")
    return record


def edited(org: Client, current: Body, *lines: Body, **fields: Any) -> Body:
    """An invoice after an edit that must work. What PATCH asks for is sent as it is; `fields` go over it."""
    answer = patch(org, current, *lines, **fields)
    assert answer.status_int == 200, answer.text
    return read(org, current["id"])


def patch(org: Client, current: Body, *lines: Body, **fields: Any) -> Any:
    """The answer to an edit with the required fields, the lines kept unless others are given."""
    required = {name: current[name] for name in ("customerId", "invoiceDate")}
    kept = [_as_sent(row) for row in current["lines"]]
    return org.patch(f"/invoices/{current['id']}", required | {"lines": list(lines) or kept} | fields)


def _as_sent(row: Body) -> Body:
    names = (
        "itemId",
        "itemVariantId",
        "description",
        "quantity",
        "unit",
        "rate",
        "discount",
        "taxRatePercent",
    )
    return {name: row[name] for name in names}


def taxes(document: Body) -> tuple[float, ...]:
    """CGST, SGST, IGST and cess of a document."""
    return document["cgstTotal"], document["sgstTotal"], document["igstTotal"], document["cessTotal"]


def move(org: Client, id: str, verb: str) -> Body:
    """Send or void an invoice; the data of the answer."""
    answer = org.post(f"/invoices/{id}/{verb}")
    assert answer.status_int == 200, answer.text
    data: Body = answer.json["data"]
    return data


def pay(org: Client, customer_id: str, amount: float, *allocations: tuple[str, float], **fields: Any) -> Body:
    """A new payment as it reads; `allocations` are (invoice id, amount)."""
    made = org.make("/payments-received", payment_body(customer_id, amount, *allocations, **fields))
    record: Body = org.read(f"/payments-received/{made['id']}")
    return record


def payment_body(customer_id: str, amount: float, *allocations: tuple[str, float], **fields: Any) -> Body:
    """The body of a payment."""
    return {
        "customerId": customer_id,
        "paymentDate": DAY,
        "amount": amount,
        "allocations": [{"invoiceId": id, "amount": part} for id, part in allocations],
    } | fields


class Books:
    """The rows of one organization that tests make and read behind the API."""

    def __init__(self, service: Service, org: Client) -> None:
        self.service = service
        self.org = org

    def rows(self, query: str, **params: Any) -> list[Row]:
        """The rows of a query of tests/queries/selling.sql, asked as the owner of the tables."""
        return self.service.as_owner(self.org, lambda tx: tx.all(f"selling.{query}", **params))

    def execute(self, query: str, **params: Any) -> int:
        """Run a statement of tests/queries/selling.sql as the owner of the tables; the rows it touched."""
        return self.service.as_owner(self.org, lambda tx: tx.execute(f"selling.{query}", **params))

    def warehouse(self, code: str, *, is_default: bool = False) -> str:
        """A new warehouse's id."""
        id = new_id("whs")
        self.execute("warehouse", id=id, code=code, is_default=is_default)
        return id

    def registration(self, state_code: str, legal_name: str = "Branch") -> str:
        """The id of another registration of the organization, not its default."""
        id = new_id("reg")
        gstin = f"{state_code}AAPFU{next(_gstins)}F1ZV"
        self.execute("registration", id=id, gstin=gstin, state_code=state_code, legal_name=legal_name)
        return id

    def receive(self, variant_id: str, warehouse_id: str, quantity: str, unit_cost: str) -> None:
        """Goods come in, as a purchase would bring them."""
        movement = Movement(
            (variant_id, warehouse_id), "PURCHASE_IN", Decimal(quantity), unit_cost=Decimal(unit_cost)
        )

        self.service.as_owner(self.org, lambda tx: tx.run_all(*book(tx, [(("BILL", "bil_test"), movement)])))

    def positions(self) -> list[Row]:
        """The stock positions."""
        return self.rows("positions")

    def on_hand(self) -> tuple[Decimal, Decimal, Decimal]:
        """Quantity, value and average cost of the only position."""
        (position,) = self.positions()
        return position["quantity_on_hand"], position["value"], position["average_cost"]

    def movements(self) -> list[Row]:
        """All movements, in the order they were made."""
        return self.rows("movements")

    def moves(self) -> list[tuple[str, Decimal]]:
        """Type and quantity of all movements, in the order they were made."""
        return [(row["movement_type"], row["quantity"]) for row in self.movements()]
