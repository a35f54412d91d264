"""The open balances of invoices by their age. Amounts are in the base currency."""

from app.postgres.database import Row, Transaction


def receivables(tx: Transaction) -> Row:
    """Return the dashboard's figures in wire form; the transaction ends.

    The balance of every open invoice is in exactly one bucket of `aging`. The buckets add up to `totalOutstanding`.
    """
    (buckets,) = tx.fetch_and_commit(("dashboard.receivables", {}))
    return {
        "totalOutstanding": buckets[0]["totalOutstanding"],
        "overdueAmount": buckets[0]["overdueAmount"],
        "aging": [{"bucket": row["bucket"], "amount": row["amount"]} for row in buckets],
    }
