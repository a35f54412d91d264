"""What customers owe, by how long it has been due (spec 4.3). Amounts are in the base currency."""

from app.database import Row, Transaction
from app.money import ZERO

NOT_DUE = "Current"


def receivables(tx: Transaction) -> Row:
    """Every open invoice's balance in exactly one bucket; the buckets add up to `totalOutstanding`."""
    aging = tx.all("dashboard.receivables")
    total = sum((row["amount"] for row in aging), ZERO)
    not_due = sum((row["amount"] for row in aging if row["bucket"] == NOT_DUE), ZERO)
    return {"totalOutstanding": total, "overdueAmount": total - not_due, "aging": aging}
