"""An organization that sells, for tests of what happens to its books."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from webtest import TestResponse

from app.importing.entries import Entry
from app.importing.file_kinds import FILE_KINDS
from app.importing.loading import act_for_the_organization, load
from app.ledgers.reconciliation import differences
from app.postgres.database import Row, Transaction
from app.wire import to_json
from tests.service import Client, Service

DAY = "2026-05-01"
# Far enough that no invoice of the tests is overdue.
DUE = "2999-01-01"


class NotImported(Exception):
    """Nothing was loaded; `faults` are the line and the field of everything that is wrong."""

    def __init__(self, faults: set[tuple[int, str]]) -> None:
        super().__init__(faults)
        self.faults = faults


@dataclass(frozen=True)
class Shop:
    """An organization with a customer; its books can be read past the API."""

    service: Service
    org: Client
    customer_id: str

    def customer(self, **more: Any) -> str:
        """Another customer; its id."""
        return str(self.org.make("/customers", {"displayName": "Acme", **more})["id"])

    def item(self) -> str:
        """An item that is kept in stock and has no variants; its id."""
        body = {"name": "Shirt", "trackInventory": True, "sellingPrice": 100}
        return str(self.org.make("/items", body)["id"])

    def invoice_body(self, total: Any = 100, **more: Any) -> dict[str, Any]:
        """An invoice of one line without tax."""
        line = {"description": "Work", "quantity": 1, "rate": total}
        return {"customerId": self.customer_id, "invoiceDate": DAY, "dueDate": DUE, "lines": [line], **more}

    def invoice(self, total: Any = 100, **more: Any) -> str:
        """A new invoice, SENT unless told otherwise; its id."""
        return str(self.org.make("/invoices", self.invoice_body(total, **{"status": "SENT", **more}))["id"])

    def draft(self, total: Any = 100, **more: Any) -> str:
        """A new draft; its id."""
        return self.invoice(total, **{"status": "DRAFT", **more})

    def vendor(self, **more: Any) -> str:
        """A new vendor; its id."""
        msme = dict.fromkeys(("leadTimeDays", "msmeType", "udyamNumber", "msmeAgreedCreditDays"))
        return str(self.org.make("/vendors", {"displayName": "Mill", **msme, **more})["id"])

    def bring(self, kind: str, *documents: Any) -> list[Row]:
        """Import documents, as the command does but in this process; what is told of each. Raises NotImported."""

        def work(tx: Transaction) -> list[Row]:
            tx.enter(self.org.organization_id)
            act_for_the_organization(tx)
            told: list[Entry] = []
            load(tx, FILE_KINDS[kind], map(to_json, documents), told.append)
            faults = {(entry.line, field) for entry in told for field, _ in entry.faults}
            if faults:
                raise NotImported(faults)
            return [entry.result for entry in told]

        return self.service.owner.run_as_owner(work)

    def payment_body(self, amount: Any, *allocations: tuple[str, Any], **more: Any) -> dict[str, Any]:
        """A payment of the customer."""
        named = [{"invoiceId": invoice_id, "amount": part} for invoice_id, part in allocations]
        return {
            "customerId": self.customer_id,
            "paymentDate": DAY,
            "amount": amount,
            "allocations": named,
            **more,
        }

    def payment(self, amount: Any, *allocations: tuple[str, Any], **more: Any) -> str:
        """A new payment; its id."""
        return str(self.org.make("/payments-received", self.payment_body(amount, *allocations, **more))["id"])

    def state(self, invoice_id: str) -> tuple[str, float]:
        """Status and balance of an invoice."""
        invoice = self.org.read(f"/invoices/{invoice_id}")
        return invoice["status"], invoice["balanceDue"]

    def rows(self, query: str, **params: Any) -> list[Row]:
        """The rows of a query of tests/queries/books.sql, typed."""
        return self.service.as_owner(self.org, lambda tx: tx.all(f"books.{query}", **params))

    def credit(self, customer_id: str | None = None) -> Decimal:
        """Return what the customer's payments have left over."""
        (row,) = self.rows("credit", customer_id=customer_id or self.customer_id)
        return Decimal(row["credit"])

    def assert_books_agree(self) -> None:
        """Stored balances are what history adds up to."""
        assert self.service.as_owner(self.org, lambda tx: list(differences(tx))) == []


def shop_of(service: Service, **customer: Any) -> Shop:
    """A new organization with a customer."""
    org = service.organization()
    made = org.make("/customers", {"displayName": "Acme", **customer})
    return Shop(service, org, str(made["id"]))


def send(client: Client, invoice_id: str) -> TestResponse:
    return client.post(f"/invoices/{invoice_id}/send")


def void(client: Client, invoice_id: str) -> TestResponse:
    return client.post(f"/invoices/{invoice_id}/void")
