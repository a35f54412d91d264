"""The receivables that are kept by due date, and statements that change them."""

from collections import Counter
from decimal import Decimal
from typing import Any

from app.postgres.database import Row
from tests.service import Client, Service

SOON, LATER = "2030-01-10", "2030-02-20"
# After it a connection's first statements do not fold.
NO_CHANCE = "SELECT setseed(0)"


def as_owner(service: Service, org: Client, query: str, **params: Any) -> None:
    """Run a statement of tests/queries/receivables.sql."""
    service.as_owner(org, lambda tx: tx.execute(f"receivables.{query}", **params))


def rows(service: Service, org: Client) -> list[Row]:
    """All that is kept, row by row."""
    return service.as_owner(org, lambda tx: tx.all("receivables.kept"))


def kept(service: Service, org: Client) -> dict[str, Decimal]:
    """Return the open amount of each due date that has one."""
    days: Counter[str] = Counter()
    for row in rows(service, org):
        days[str(row["due_date"])] += row["change"]
    return {day: amount for day, amount in days.items() if amount}


def untied(service: Service, org: Client) -> list[Row]:
    """Return the rows in which the kept receivables differ from the invoices."""
    return service.as_owner(org, lambda tx: tx.all("check_kept.receivables"))


def outstanding(org: Client) -> float:
    """Return the open total that the dashboard shows."""
    return float(org.read("/dashboard/receivables")["totalOutstanding"])
