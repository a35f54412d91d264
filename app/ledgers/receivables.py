"""What customers owe, by how long it has been due. Amounts are in the base currency."""

from app.postgres.database import Row, Transaction


def receivables(tx: Transaction) -> Row:
    """Return the dashboard's figures; the transaction ends.

    Every open invoice's balance is in exactly one bucket of `aging`; the buckets add up to `totalOutstanding`.
    """
    (buckets,) = tx.fetch_and_commit(("dashboard.receivables", {}))
    return {
        "totalOutstanding": buckets[0]["totalOutstanding"],
        "overdueAmount": buckets[0]["overdueAmount"],
        "aging": [{"bucket": row["bucket"], "amount": row["amount"]} for row in buckets],
    }
