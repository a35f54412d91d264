"""Bodies of recurring invoices, and the making of those that are due."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Event
from typing import Any

from webtest import TestResponse

from app.postgres.database import Database
from app.recurring.making import Outcome, make_due
from tests.api.series import today
from tests.service import Client, Service

Body = dict[str, Any]

OF_EACH_INVOICE = ("invoiceDate", "dueDate", "status", "externalReference")
# Tests make what is due until then: the samples of others are left alone.
FAR = "2200-01-01"


def recurring_invoice_of(invoice: Body) -> Body:
    """An invoice that comes again, with every field that is taken."""
    again = {name: value for name, value in invoice.items() if name not in OF_EACH_INVOICE}
    return again | {
        "frequency": "MONTHLY",
        "interval": 1,
        "startDate": FAR,
        "endDate": None,
        "occurrences": 12,
        "dayOfMonth": "LAST",
        "dueDays": 15,
        "then": "SEND",
        "isPaused": False,
    }


@dataclass(frozen=True)
class Recurring:
    """The recurring invoices of one organization, and the making of those that are due."""

    service: Service
    org: Client
    customer_id: str

    def body(self, **fields: Any) -> Body:
        """Work each day from 1 February 2100 on, sent."""
        return {
            "customerId": self.customer_id,
            "frequency": "DAILY",
            "startDate": "2100-02-01",
            "then": "SEND",
            "lines": [{"description": "Work", "quantity": 1, "rate": 100, "taxRatePercent": 18}],
        } | fields

    def schedule(self, **fields: Any) -> str:
        """The id of a new one."""
        return str(self.org.make("/recurring-invoices", self.body(**fields))["id"])

    def read(self, id: str) -> Any:
        return self.org.read(f"/recurring-invoices/{id}")

    def change(self, id: str, **fields: Any) -> Any:
        """Change one that must be changed; the answer's data."""
        answer = self.org.patch(f"/recurring-invoices/{id}", self.body(**fields))
        assert answer.status_int == 200, answer.text
        return answer.json["data"]

    def make_due(self, moment: str, database: Database | None = None) -> Outcome:
        """Make what is due at a moment in India, as 2100-02-01T09:00."""
        now = datetime.fromisoformat(f"{moment}+05:30")
        return make_due(database or self.service.owner, now, Event())

    def invoices(self) -> list[Body]:
        """All invoices, the earliest first."""
        return list(self.org.read("/invoices?sort=invoiceDate&limit=200"))

    def days(self) -> list[str]:
        """The days of all invoices."""
        return [invoice["invoiceDate"][:10] for invoice in self.invoices()]

    def end(self) -> None:
        """Leave nothing that others would make."""
        for schedule in self.org.read("/recurring-invoices?limit=200"):
            assert self.org.delete(f"/recurring-invoices/{schedule['id']}").status_int == 200


def days_ago(days: int) -> str:
    """A day of the calendar of organizations in India."""
    return (today() - timedelta(days=days)).isoformat()


def refused(answer: TestResponse) -> dict[str, str]:
    """The fields that a body was refused for, with the sentences."""
    assert answer.status_int == 422, answer.text
    return {detail["field"]: detail["message"] for detail in answer.json["error"]["details"]}
